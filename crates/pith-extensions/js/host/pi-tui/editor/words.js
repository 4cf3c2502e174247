// Where words and characters of a line begin and end.

import { graphemes, words } from "pith:native/text";

const simple = /^[\x20-\x7e]*$/;

/** Index before the character that ends at `col`. */
export function previousCharacter(line, col) {
  if (col <= 0) return 0;
  const before = line.slice(0, col);
  return simple.test(before) ? col - 1 : col - graphemes(before.toWellFormed()).at(-1).length;
}

/** Index behind the character that begins at `col`. */
export function nextCharacter(line, col) {
  if (col >= line.length) return line.length;
  const after = line.slice(col);
  return simple.test(after) ? col + 1 : col + graphemes(after.toWellFormed())[0].length;
}

const isSpace = (c) => /\s/.test(c);
const isMark = (c) => /[^\p{L}\p{N}\p{M}_\s]/u.test(c);

/** Start of the word before `col`: over spaces, then over one run of letters or of marks. */
export function previousWord(line, col) {
  let at = col;
  while (at > 0 && isSpace(line[at - 1])) at -= 1;
  if (at > 0 && isMark(line[at - 1])) {
    while (at > 0 && isMark(line[at - 1])) at -= 1;
    return at;
  }
  const start = at;
  while (at > 0 && !isSpace(line[at - 1]) && !isMark(line[at - 1])) at -= 1;
  return lastPiece(line.slice(at, start), at);
}

/** Scripts without spaces are cut by the dictionary of boundaries. */
function lastPiece(run, offset) {
  if (simple.test(run)) return offset;
  const flat = words(run.toWellFormed());
  return flat.length > 2 ? offset + run.length - flat.at(-2).length : offset;
}

/** End of the word behind `col`. */
export function nextWord(line, col) {
  let at = col;
  while (at < line.length && isSpace(line[at])) at += 1;
  if (at < line.length && isMark(line[at])) {
    while (at < line.length && isMark(line[at])) at += 1;
    return at;
  }
  const start = at;
  while (at < line.length && !isSpace(line[at]) && !isMark(line[at])) at += 1;
  const run = line.slice(start, at);
  if (simple.test(run)) return at;
  const flat = words(run.toWellFormed());
  return flat.length > 2 ? start + flat[0].length : at;
}
