// Markdown inside a line: emphasis, code, links and the like, as styled text.
// Comes in: text, a theme and how plain text is painted; goes out: text with escapes.

import { renderLatex } from "../latex.js";

const punctuation = /[!-/:-@[-`{-~]/;
const bare = /^(?:https?:\/\/|www\.)[^\s<]*[^\s<?!.,:*_~)"'\]]/;
const angled = /^<((?:https?|ftp|mailto):[^\s<>]*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)>/;

/** The end of a run of backticks as long as the one that opens it. */
function codeSpan(text, at) {
  const open = /^`+/.exec(text.slice(at))[0];
  const close = new RegExp(`(?<!\`)${open}(?!\`)`, "g");
  close.lastIndex = at + open.length;
  const found = close.exec(text);
  if (!found) return null;
  let code = text.slice(at + open.length, found.index).replaceAll("\n", " ");
  if (/^ .* $/.test(code) && code.trim() !== "") code = code.slice(1, -1);
  return { code, end: found.index + open.length };
}

/** `[text](url "title")`: its parts and its end. */
function link(text, at) {
  let depth = 0;
  let close = -1;
  for (let i = at; i < text.length; i += 1) {
    if (text[i] === "\\") i += 1;
    else if (text[i] === "[") depth += 1;
    else if (text[i] === "]") {
      depth -= 1;
      if (depth === 0) {
        close = i;
        break;
      }
    }
  }
  if (close < 0 || text[close + 1] !== "(") return null;
  const target = /^\(\s*(?:<([^>]*)>|((?:[^\s()\\]|\\.|\([^\s()]*\))*))(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*\)/.exec(text.slice(close + 1));
  if (!target) return null;
  return { label: text.slice(at + 1, close), url: target[1] ?? target[2], end: close + 1 + target[0].length };
}

/** The closing mark of an emphasis that opens here, or -1. */
function closing(text, at, mark) {
  const opens = text[at + mark.length];
  if (opens === undefined || /\s/.test(opens)) return -1;
  if (mark[0] === "_" && at > 0 && /\w/.test(text[at - 1])) return -1;
  for (let i = at + mark.length; i < text.length; i += 1) {
    if (text[i] === "\\") i += 1;
    else if (text[i] === "`") {
      const span = codeSpan(text, i);
      if (span) i = span.end - 1;
    } else if (text.startsWith(mark, i) && !/\s/.test(text[i - 1])) {
      if (mark.length === 1 && (text[i + 1] === mark || text[i - 1] === mark)) {
        // A pair of marks inside belongs to a stronger emphasis.
        if (text[i + 1] === mark) i += 1;
        continue;
      }
      if (mark.length === 2 && text[i + 2] === mark[0]) i += 1;
      if (mark[0] === "_" && /\w/.test(text[i + mark.length] ?? "")) continue;
      return i;
    }
  }
  return -1;
}

const emphases = [["***", "both"], ["___", "both"], ["**", "bold"], ["__", "bold"], ["~~", "strikethrough"], ["*", "italic"], ["_", "italic"]];

/** Renders inline text. `paint` styles what is plain. */
export function renderInline(text, theme, paint, options = {}) {
  let out = "";
  let plain = "";
  const flush = () => {
    if (plain) out += plain.split("\n").map((line) => (line === "" ? "" : paint(line))).join("\n");
    plain = "";
  };
  const styled = (value) => {
    flush();
    out += value;
  };
  const inner = (part) => renderInline(part, theme, paint, options);
  const linked = (shown, label, url) => {
    const styledLabel = theme.link(theme.underline(shown));
    if (options.hyperlinks) return styled(`\u001b]8;;${url}\u001b\\${styledLabel}\u001b]8;;\u001b\\`);
    const same = label === url || `mailto:${label}` === url;
    return styled(same ? styledLabel : styledLabel + theme.linkUrl(` (${url})`));
  };
  for (let i = 0; i < text.length; ) {
    const c = text[i];
    if (c === "\\" && text[i + 1] === "\n") {
      plain += "\n";
      i += 2;
    } else if (c === "\\" && punctuation.test(text[i + 1] ?? "")) {
      plain += options.preserveBackslashEscapes ? text.slice(i, i + 2) : text[i + 1];
      i += 2;
    } else if (c === "`") {
      const span = codeSpan(text, i);
      if (span) styled(theme.code(span.code));
      else plain += /^`+/.exec(text.slice(i))[0];
      i = span ? span.end : i + /^`+/.exec(text.slice(i))[0].length;
    } else if (c === "$" && options.renderLatex !== false && /^\$(?!\s)([^$\n]+?)(?<!\s)\$(?!\d)/.test(text.slice(i))) {
      const [whole, formula] = /^\$(?!\s)([^$\n]+?)(?<!\s)\$(?!\d)/.exec(text.slice(i));
      plain += /[\\^_{}=]/.test(formula) || formula.length === 1 ? renderLatex(formula) : whole;
      i += whole.length;
    } else if (c === "!" && text[i + 1] === "[") {
      const image = link(text, i + 1);
      if (image) styled(inner(image.label));
      else plain += c;
      i = image ? image.end : i + 1;
    } else if (c === "[") {
      const found = link(text, i);
      if (found) linked(renderInline(found.label, theme, (part) => part, options), found.label, found.url);
      else plain += c;
      i = found ? found.end : i + 1;
    } else if (c === "<" && angled.test(text.slice(i))) {
      const [whole, url] = angled.exec(text.slice(i));
      linked(url, url, url.includes("@") && !url.startsWith("mailto:") ? `mailto:${url}` : url);
      i += whole.length;
    } else if ((c === "h" || c === "w") && (i === 0 || !/\w/.test(text[i - 1])) && bare.test(text.slice(i))) {
      const [url] = bare.exec(text.slice(i));
      linked(url, url, url);
      i += url.length;
    } else if (c === "*" || c === "_" || c === "~") {
      const found = emphases.map(([mark, name]) => ({ mark, name, end: text.startsWith(mark, i) ? closing(text, i, mark) : -1 })).find((one) => one.end >= 0);
      if (!found) {
        plain += c;
        i += 1;
        continue;
      }
      const body = inner(text.slice(i + found.mark.length, found.end));
      styled(found.name === "both" ? theme.bold(theme.italic(body)) : theme[found.name](body));
      i = found.end + found.mark.length;
    } else if (c === " " && /^ {2,}\n/.test(text.slice(i))) {
      i += /^ +/.exec(text.slice(i))[0].length;
    } else {
      plain += c;
      i += 1;
    }
  }
  flush();
  return out;
}
