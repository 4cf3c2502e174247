// Replacements in a text, and what they changed as a diff.

/** Lines of `before` and `after` with what they share, by the longest common subsequence of their middles. */
function changes(before, after) {
  const [a, b] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const middle = x.length * y.length > 4_000_000 ? [...x.map((text) => ["-", text]), ...y.map((text) => ["+", text])] : common(x, y);
  return [...a.slice(0, start).map((text) => [" ", text]), ...middle, ...a.slice(a.length - end).map((text) => [" ", text])];
}

function common(x, y) {
  const table = Array.from({ length: x.length + 1 }, () => new Uint32Array(y.length + 1));
  for (let i = x.length - 1; i >= 0; i -= 1) {
    for (let j = y.length - 1; j >= 0; j -= 1) table[i][j] = x[i] === y[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1]);
  }
  const out = [];
  let [i, j] = [0, 0];
  while (i < x.length || j < y.length) {
    if (i < x.length && j < y.length && x[i] === y[j]) {
      out.push([" ", x[i]]);
      i += 1;
      j += 1;
    } else if (i < x.length && (j >= y.length || table[i + 1][j] >= table[i][j + 1])) out.push(["-", x[i++]]);
    else out.push(["+", y[j++]]);
  }
  return out;
}

const AROUND = 4;

/** Signs, line numbers and texts; what is far from a change is left out as dots. */
export function generateDiffString(before, after, around = AROUND) {
  const rows = changes(before, after);
  const width = String(Math.max(before.split("\n").length, after.split("\n").length)).length;
  const near = rows.map(([sign], i) => sign !== " " || rows.slice(Math.max(0, i - around), i + around + 1).some(([other]) => other !== " "));
  let [old, now] = [1, 1];
  let firstChangedLine;
  let gap = false;
  const out = [];
  for (const [i, [sign, text]] of rows.entries()) {
    if (near[i]) {
      if (gap) out.push(` ${" ".repeat(width)} ...`);
      gap = false;
      out.push(`${sign}${String(sign === "-" ? old : now).padStart(width)} ${text}`);
    } else gap = true;
    if (sign !== " ") firstChangedLine ??= now;
    if (sign !== "+") old += 1;
    if (sign !== "-") now += 1;
  }
  if (gap && out.length) out.push(` ${" ".repeat(width)} ...`);
  return { diff: out.join("\n"), firstChangedLine };
}

export function generateUnifiedPatch(file, before, after, around = AROUND) {
  const rows = changes(before.replace(/\n$/, ""), after.replace(/\n$/, ""));
  const out = [`--- ${file}`, `+++ ${file}`];
  let [old, now] = [1, 1];
  let hunk = null;
  const flush = () => {
    if (hunk) out.push(`@@ -${hunk.old},${hunk.oldCount} +${hunk.now},${hunk.nowCount} @@`, ...hunk.lines);
    hunk = null;
  };
  for (const [i, [sign, text]] of rows.entries()) {
    if (rows.slice(Math.max(0, i - around), i + around + 1).some(([other]) => other !== " ")) {
      hunk ??= { old, now, oldCount: 0, nowCount: 0, lines: [] };
      hunk.lines.push(sign + text);
      if (sign !== "+") hunk.oldCount += 1;
      if (sign !== "-") hunk.nowCount += 1;
    } else flush();
    if (sign !== "+") old += 1;
    if (sign !== "-") now += 1;
  }
  flush();
  return `${out.join("\n")}\n`;
}

/** Does all replacements against the text as it was; line ends and a byte order mark stay. */
export function applyEdits(before, edits, name) {
  const mark = before.startsWith("\ufeff") ? "\ufeff" : "";
  const crlf = before.includes("\r\n");
  const text = before.slice(mark.length).replaceAll("\r\n", "\n");
  const places = edits.map(({ oldText, newText }, i) => {
    const wanted = oldText.replaceAll("\r\n", "\n");
    if (wanted === "") throw new Error(`edits[${i}].oldText of \`${name}\` is empty`);
    const at = text.indexOf(wanted);
    if (at < 0) throw new Error(`edits[${i}].oldText was not found in \`${name}\`; it must match exactly, with all spaces and line breaks`);
    const count = text.split(wanted).length - 1;
    if (count > 1) throw new Error(`edits[${i}].oldText was found ${count} times in \`${name}\`; give more of what stands around it`);
    return { at, end: at + wanted.length, newText: newText.replaceAll("\r\n", "\n"), i };
  }).sort((a, b) => a.at - b.at);
  for (const [n, place] of places.entries()) {
    if (n > 0 && places[n - 1].end > place.at) throw new Error(`edits[${places[n - 1].i}] and edits[${place.i}] of \`${name}\` overlap; make one of them`);
  }
  let after = "";
  let from = 0;
  for (const { at, end, newText } of places) {
    after += text.slice(from, at) + newText;
    from = end;
  }
  after += text.slice(from);
  if (after === text) throw new Error(`the edits of \`${name}\` change nothing`);
  return { text: mark + (crlf ? after.replaceAll("\n", "\r\n") : after), ...generateDiffString(text, after), patch: generateUnifiedPatch(name, text, after) };
}
