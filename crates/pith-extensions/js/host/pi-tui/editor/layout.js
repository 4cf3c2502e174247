// Lines of text as rows of the screen, and places of one as places of the other.

import { cells, visibleWidth } from "../columns.js";

/** Cuts a line into rows of at most `width` cells, after spaces where there are any. */
export function wrapLine(line, width, atoms = []) {
  if (visibleWidth(line) <= width) return [{ text: line, start: 0, end: line.length }];
  const rows = [];
  let start = 0;
  let used = 0;
  let at = 0;
  let breakAt = -1;
  let breakUsed = 0;
  const flat = cells(line);
  for (let i = 0; i < flat.length; i += 2) {
    const [unit, size] = [flat[i], flat[i + 1]];
    if (used + size > width && at > start) {
      const end = breakAt > start ? breakAt : at;
      rows.push({ text: line.slice(start, end), start, end });
      used = breakAt > start ? used - breakUsed : 0;
      [start, breakAt] = [end, -1];
    }
    at += unit.length;
    used += size;
    const inAtom = atoms.some(([from, to]) => from < at && at < to);
    if (/\s/.test(unit) && !inAtom) [breakAt, breakUsed] = [at, used];
  }
  rows.push({ text: line.slice(start), start, end: line.length });
  return rows;
}

/** All rows of a buffer: `{line, start, end, text, last}`. */
export function layout(lines, width, atomsOf) {
  return lines.flatMap((text, line) => {
    const rows = wrapLine(text, width, atomsOf(text));
    return rows.map((row, i) => ({ ...row, line, last: i === rows.length - 1 }));
  });
}

/** The row in which a place stands. */
export function rowOf(rows, line, col) {
  const at = rows.findIndex((row) => row.line === line && col >= row.start && (col < row.end || (row.last && col <= row.end)));
  return at < 0 ? rows.length - 1 : at;
}

export function columnOf(row, col) {
  return visibleWidth(row.text.slice(0, col - row.start));
}

/** The place in a row at or before a column. */
export function placeAt(row, column) {
  let used = 0;
  let index = row.start;
  const flat = cells(row.text);
  for (let i = 0; i < flat.length; i += 2) {
    if (used + flat[i + 1] > column) break;
    used += flat[i + 1];
    index += flat[i].length;
  }
  // The end of a row that goes on belongs to the next one.
  return !row.last && index >= row.end && flat.length ? index - flat.at(-2).length : index;
}
