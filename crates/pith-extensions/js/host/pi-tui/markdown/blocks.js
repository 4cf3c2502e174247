// Markdown as blocks: headings, paragraphs, lists, quotes, code, tables and rules.
// Comes in: text; goes out: a tree of plain objects. Inline text is left as it is.

const fence = /^( {0,3})(`{3,}|~{3,})\s*([^`]*)$/;
const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const item = /^( {0,3})([-*+]|\d{1,9}[.)])(?:( {1,4})(?! )|( +)|$)(.*)$/;
const delimiter = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

const indentOf = (line) => /^ */.exec(line)[0].length;

function cellsOf(line) {
  const out = [];
  let cell = "";
  const text = line.trim().replace(/^\|/, "");
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === "\\" && text[i + 1] === "|") {
      cell += "|";
      i += 1;
    } else if (text[i] === "|") {
      out.push(cell.trim());
      cell = "";
    } else cell += text[i];
  }
  if (cell.trim() !== "") out.push(cell.trim());
  return out;
}

function takeFence(lines, at, match) {
  const [, indent, mark, info] = match;
  const close = new RegExp(`^ {0,3}${mark[0]}{${mark.length},}[ \\t]*$`);
  const code = [];
  let i = at + 1;
  while (i < lines.length && !close.test(lines[i])) {
    code.push(lines[i].slice(Math.min(indent.length, indentOf(lines[i]))));
    i += 1;
  }
  return [{ type: "code", lang: info.trim(), mark, code: code.join("\n") }, Math.min(i + 1, lines.length)];
}

function takeQuote(lines, at) {
  const inner = [];
  let i = at;
  while (i < lines.length && (/^ {0,3}>/.test(lines[i]) || (lines[i].trim() !== "" && inner.at(-1)?.trim() && !startsBlock(lines[i])))) {
    inner.push(lines[i].replace(/^ {0,3}> ?/, ""));
    i += 1;
  }
  return [{ type: "quote", blocks: parseBlocks(inner.join("\n")) }, i];
}

function takeList(lines, at) {
  const first = item.exec(lines[at]);
  const ordered = /\d/.test(first[2]);
  const kind = (mark) => (ordered ? /\d/.test(mark) && mark.at(-1) === first[2].at(-1) : mark === first[2]);
  const items = [];
  let loose = false;
  let i = at;
  while (i < lines.length) {
    const match = item.exec(lines[i]);
    if (!match || rule.test(lines[i]) || !kind(match[2])) break;
    const content = match[1].length + match[2].length + (match[3]?.length ?? 1);
    const inner = [(match[4] ? match[4].slice(1) : "") + (match[5] ?? "")];
    i += 1;
    while (i < lines.length) {
      const line = lines[i];
      if (line.trim() === "") {
        const next = lines.slice(i).findIndex((one) => one.trim() !== "");
        if (next < 0 || indentOf(lines[i + next]) < content) break;
        inner.push("");
      } else if (indentOf(line) >= content) inner.push(line.slice(content));
      else if (inner.at(-1) !== "" && !startsBlock(line) && !item.test(line)) inner.push(line.trimStart());
      else break;
      i += 1;
    }
    const task = /^\[([ xX])\][ \t]+/.exec(inner[0]);
    if (task) inner[0] = inner[0].slice(task[0].length);
    items.push({ marker: match[2], task: task ? task[1] !== " " : undefined, blocks: parseBlocks(inner.join("\n")) });
    if (inner.includes("")) loose = true;
    let skip = i;
    while (skip < lines.length && lines[skip].trim() === "") skip += 1;
    const more = skip < lines.length && item.exec(lines[skip]);
    if (more && kind(more[2]) && !rule.test(lines[skip])) {
      if (skip > i) loose = true;
      i = skip;
    }
  }
  return [{ type: "list", ordered, start: Number.parseInt(first[2], 10), loose, items }, i];
}

function takeTable(lines, at) {
  const align = cellsOf(lines[at + 1]).map((cell) => (/^:-+:$/.test(cell) ? "center" : /-:$/.test(cell) ? "right" : "left"));
  const head = cellsOf(lines[at]);
  const rows = [];
  let i = at + 2;
  while (i < lines.length && lines[i].trim() !== "" && !startsBlock(lines[i])) {
    const row = cellsOf(lines[i]);
    rows.push(head.map((_, column) => row[column] ?? ""));
    i += 1;
  }
  return [{ type: "table", head, align, rows, raw: lines.slice(at, i).join("\n") }, i];
}

/** Whether a line cannot go on a paragraph. */
function startsBlock(line) {
  return fence.test(line) || heading.test(line) || rule.test(line) || /^ {0,3}>/.test(line) || /^ {0,3}(?:[-*+]|1[.)]) +\S/.test(line);
}

export function parseBlocks(text) {
  const lines = text.replace(/\r\n?/g, "\n").replaceAll("\t", "    ").split("\n");
  const out = [];
  let gap = false;
  let at = 0;
  const add = ([block, next]) => {
    out.push({ ...block, gap });
    gap = false;
    at = next;
  };
  while (at < lines.length) {
    const line = lines[at];
    if (line.trim() === "") {
      gap = true;
      at += 1;
      continue;
    }
    const opened = fence.exec(line);
    const titled = heading.exec(line);
    if (opened) add(takeFence(lines, at, opened));
    else if (titled) add([{ type: "heading", depth: titled[1].length, text: titled[2] ?? "" }, at + 1]);
    else if (rule.test(line)) add([{ type: "rule" }, at + 1]);
    else if (/^ {0,3}>/.test(line)) add(takeQuote(lines, at));
    else if (item.test(line)) add(takeList(lines, at));
    else if (line.includes("|") && delimiter.test(lines[at + 1] ?? "") && cellsOf(line).length === cellsOf(lines[at + 1]).length) add(takeTable(lines, at));
    else if (indentOf(line) >= 4) {
      let end = at;
      while (end < lines.length && (indentOf(lines[end]) >= 4 || lines[end].trim() === "")) end += 1;
      add([{ type: "code", lang: "", mark: "```", code: lines.slice(at, end).map((one) => one.slice(4)).join("\n").trimEnd() }, end]);
    } else {
      let end = at + 1;
      while (end < lines.length && lines[end].trim() !== "" && !startsBlock(lines[end])) end += 1;
      // A line of `=` or `-` below makes a heading of what is above.
      const under = end < lines.length && lines[end].trim() !== "" ? /^ {0,3}(=+|-+)[ \t]*$/.exec(lines[end]) : null;
      const inside = lines.slice(at + 1, end).findIndex((one) => /^ {0,3}=+[ \t]*$/.test(one));
      if (inside >= 0) add([{ type: "heading", depth: 1, text: lines.slice(at, at + 1 + inside).join(" ").trim() }, at + inside + 2]);
      else if (under) add([{ type: "heading", depth: 2, text: lines.slice(at, end).join(" ").trim() }, end + 1]);
      else add([{ type: "paragraph", text: lines.slice(at, end).map((one) => one.trimStart()).join("\n") }, end]);
    }
  }
  return out;
}
