// A diff in colors; where one line became another, the words that changed are inverse.

import { themeNow } from "./theme-now.js";

const row = /^([ +-])(\s*\d*) (.*)$/;

/** The texts with what differs between them marked. */
function words(before, after, mark) {
  const split = (text) => text.match(/\s+|\w+|[^\s\w]/g) ?? [];
  const [a, b] = [split(before), split(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [a, b].map((list) => {
    const middle = list.slice(start, list.length - end).join("");
    return list.slice(0, start).join("") + (middle ? mark(middle) : "") + list.slice(list.length - end).join("");
  });
}

export function renderDiff(diff, _options = {}, theme = themeNow()) {
  const rows = diff.split("\n").map((line) => row.exec(line) ?? [line, " ", "", line]);
  const out = [];
  const paint = { "+": "toolDiffAdded", "-": "toolDiffRemoved", " ": "toolDiffContext" };
  for (let i = 0; i < rows.length; i += 1) {
    const [, sign, number, text] = rows[i];
    const pair = sign === "-" && rows[i - 1]?.[1] !== "-" && rows[i + 1]?.[1] === "+" && rows[i + 2]?.[1] !== "+";
    if (pair) {
      const [before, after] = words(text, rows[i + 1][3], (part) => theme.inverse(part));
      out.push(theme.fg(paint["-"], `-${number} ${before}`), theme.fg(paint["+"], `+${rows[i + 1][2]} ${after}`));
      i += 1;
    } else out.push(theme.fg(paint[sign], `${sign}${number} ${text}`));
  }
  return out.join("\n");
}
