// The head of a Markdown file between two lines of dashes: YAML as skills and prompts use it.

const head = /^---[ \t]*\r?\n([\s\S]*?)\r?\n?---[ \t]*(?:\r?\n|$)/;

function scalar(text) {
  const value = text.trim();
  if (value === "" || value === "~" || value === "null") return null;
  if (value === "true" || value === "false") return value === "true";
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value)) return Number(value);
  if (value.startsWith('"') && value.endsWith('"') && value.length > 1) return JSON.parse(value);
  if (value.startsWith("'") && value.endsWith("'") && value.length > 1) return value.slice(1, -1).replaceAll("''", "'");
  if (value.startsWith("[") && value.endsWith("]")) return items(value.slice(1, -1)).map(scalar);
  if (value.startsWith("{") && value.endsWith("}")) {
    return Object.fromEntries(items(value.slice(1, -1)).map((pair) => {
      const at = pair.indexOf(":");
      return [pair.slice(0, at).trim(), scalar(pair.slice(at + 1))];
    }));
  }
  return value.replace(/\s+#.*$/, "");
}

/** The parts between commas that are in no quotes and no brackets. */
function items(text) {
  const out = [];
  let depth = 0;
  let quote = "";
  let item = "";
  for (const c of text) {
    if (quote) quote = c === quote ? "" : quote;
    else if (c === '"' || c === "'") quote = c;
    else if (c === "[" || c === "{") depth += 1;
    else if (c === "]" || c === "}") depth -= 1;
    if (c === "," && depth === 0 && !quote) {
      out.push(item);
      item = "";
    } else item += c;
  }
  if (item.trim() !== "") out.push(item);
  return out;
}

const indentOf = (line) => /^ */.exec(line)[0].length;

class Yaml {
  #lines;
  #at = 0;
  constructor(text) {
    this.#lines = text.replaceAll("\r", "").split("\n");
  }
  #skip() {
    while (this.#at < this.#lines.length && /^\s*(#.*)?$/.test(this.#lines[this.#at])) this.#at += 1;
  }
  /** What stands at this indent or deeper: a list or a mapping. */
  block(indent) {
    this.#skip();
    const line = this.#lines[this.#at];
    if (line === undefined || indentOf(line) < indent) return null;
    return /^\s*- /.test(`${line} `) ? this.#list(indentOf(line)) : this.#mapping(indentOf(line));
  }
  #list(indent) {
    const out = [];
    for (;;) {
      this.#skip();
      const line = this.#lines[this.#at];
      if (line === undefined || indentOf(line) !== indent || !/^\s*-(\s|$)/.test(line)) return out;
      const rest = line.slice(indent + 1).trim();
      if (rest === "") {
        this.#at += 1;
        out.push(this.block(indent + 1));
      } else if (/^[\w.-]+:(\s|$)/.test(rest)) {
        this.#lines[this.#at] = `${" ".repeat(indent + 2)}${rest}`;
        out.push(this.#mapping(indent + 2));
      } else {
        this.#at += 1;
        out.push(scalar(rest));
      }
    }
  }
  #mapping(indent) {
    const out = {};
    for (;;) {
      this.#skip();
      const line = this.#lines[this.#at];
      const match = line === undefined || indentOf(line) !== indent ? null : /^\s*("[^"]*"|'[^']*'|[^:#]+?)\s*:(?:\s+(.*))?$/.exec(line);
      if (!match) return out;
      this.#at += 1;
      const key = match[1].replace(/^["']|["']$/g, "");
      const rest = (match[2] ?? "").trim();
      const style = /^([|>])([+-]?)$/.exec(rest);
      if (style) out[key] = this.#text(indent, style[1] === ">", style[2]);
      else if (rest !== "") out[key] = this.#folded(scalar(rest), rest, indent);
      else {
        const next = this.#lines.slice(this.#at).find((one) => one.trim() !== "");
        const list = next !== undefined && indentOf(next) === indent && /^\s*- /.test(next);
        out[key] = this.block(list ? indent : indent + 1);
      }
    }
  }
  /** A plain text may go on in deeper lines. */
  #folded(value, raw, indent) {
    if (typeof value !== "string" || /^["'[{]/.test(raw)) return value;
    let out = value;
    while (this.#at < this.#lines.length && this.#lines[this.#at].trim() !== "" && indentOf(this.#lines[this.#at]) > indent) {
      out += ` ${this.#lines[this.#at].trim()}`;
      this.#at += 1;
    }
    return out;
  }
  #text(indent, fold, chomp) {
    const lines = [];
    while (this.#at < this.#lines.length && (this.#lines[this.#at].trim() === "" || indentOf(this.#lines[this.#at]) > indent)) {
      lines.push(this.#lines[this.#at]);
      this.#at += 1;
    }
    const own = Math.min(...lines.filter((line) => line.trim() !== "").map(indentOf));
    const body = lines.map((line) => line.slice(Number.isFinite(own) ? own : 0)).join("\n").trimEnd();
    const text = fold ? body.replace(/([^\n])\n(?!\n)/g, "$1 ").replaceAll("\n\n", "\n") : body;
    return chomp === "-" || text === "" ? text : `${text}\n`;
  }
}

export function parseFrontmatter(content) {
  const match = head.exec(content);
  if (!match) return { frontmatter: {}, body: content };
  return { frontmatter: new Yaml(match[1]).block(0) ?? {}, body: content.slice(match[0].length).trim() };
}
export const stripFrontmatter = (content) => parseFrontmatter(content).body;
