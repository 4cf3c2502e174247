// The text of the editor: lines, a cursor, undo, and what was cut. Knows nothing of keys or screens.

import { KillRing } from "./kill-ring.js";
import { nextCharacter, nextWord, previousCharacter, previousWord } from "./words.js";

export class Buffer {
  lines = [""];
  line = 0;
  col = 0;
  #undo = [];
  #ring = new KillRing();
  #last = "";
  #yanked = null;
  #atoms;

  /** `atoms(line)` gives the ranges of a line that are moved over and deleted as one. */
  constructor(atoms = () => []) {
    this.#atoms = atoms;
  }

  get current() {
    return this.lines[this.line];
  }
  get text() {
    return this.lines.join("\n");
  }
  get isEmpty() {
    return this.lines.length === 1 && this.lines[0] === "";
  }

  /** Ends the run of typing or cutting: what comes next is undone by itself. */
  break() {
    this.#last = "";
  }
  #remember() {
    this.#undo.push({ lines: [...this.lines], line: this.line, col: this.col });
    if (this.#undo.length > 200) this.#undo.shift();
  }
  undo() {
    const was = this.#undo.pop();
    if (!was) return false;
    Object.assign(this, { lines: was.lines, line: was.line, col: was.col });
    this.#last = "";
    return true;
  }
  reset(text) {
    this.lines = text.split("\n");
    this.line = this.lines.length - 1;
    this.col = this.current.length;
    this.#last = "";
  }
  replaceAll(text) {
    if (text !== this.text) this.#remember();
    this.reset(text);
  }

  #put(text) {
    const [first, ...rest] = text.split("\n");
    const [before, after] = [this.current.slice(0, this.col), this.current.slice(this.col)];
    const added = [before + first, ...rest];
    this.col = added.at(-1).length;
    added[added.length - 1] += after;
    this.lines.splice(this.line, 1, ...added);
    this.line += rest.length;
  }
  /** What is typed: a word is undone as one. */
  type(text) {
    if (this.#last !== "type" || /\s/.test(text)) this.#remember();
    this.#put(text);
    this.#last = "type";
  }
  insert(text) {
    this.#remember();
    this.#put(text);
    this.#last = "";
  }

  #remove(from, to) {
    const text = this.#between(from, to);
    this.lines.splice(from.line, to.line - from.line + 1, this.lines[from.line].slice(0, from.col) + this.lines[to.line].slice(to.col));
    this.line = from.line;
    this.col = from.col;
    return text;
  }
  #between(from, to) {
    if (from.line === to.line) return this.lines[from.line].slice(from.col, to.col);
    return [this.lines[from.line].slice(from.col), ...this.lines.slice(from.line + 1, to.line), this.lines[to.line].slice(0, to.col)].join("\n");
  }
  get #here() {
    return { line: this.line, col: this.col };
  }
  #left(step) {
    if (this.col > 0) {
      const atom = this.#atoms(this.current).find(([start, end]) => start < this.col && this.col <= end);
      return { line: this.line, col: atom ? atom[0] : step(this.current, this.col) };
    }
    return this.line > 0 ? { line: this.line - 1, col: this.lines[this.line - 1].length } : this.#here;
  }
  #right(step) {
    if (this.col < this.current.length) {
      const atom = this.#atoms(this.current).find(([start, end]) => start <= this.col && this.col < end);
      return { line: this.line, col: atom ? atom[1] : step(this.current, this.col) };
    }
    return this.line < this.lines.length - 1 ? { line: this.line + 1, col: 0 } : this.#here;
  }
  #erase(from, to, kill) {
    if (from.line === to.line && from.col === to.col) return;
    this.#remember();
    const text = this.#remove(from, to);
    if (kill) this.#ring.push(text, { before: kill === "before", join: this.#last === "kill" });
    this.#last = kill ? "kill" : "";
  }

  moveLeft() {
    Object.assign(this, this.#left(previousCharacter));
    this.#last = "";
  }
  moveRight() {
    Object.assign(this, this.#right(nextCharacter));
    this.#last = "";
  }
  moveWordLeft() {
    Object.assign(this, this.#left(previousWord));
    this.#last = "";
  }
  moveWordRight() {
    Object.assign(this, this.#right(nextWord));
    this.#last = "";
  }
  moveTo(line, col) {
    Object.assign(this, { line, col });
    this.#last = "";
  }
  deleteLeft() {
    this.#erase(this.#left(previousCharacter), this.#here);
  }
  deleteRight() {
    this.#erase(this.#here, this.#right(nextCharacter));
  }
  killWordLeft() {
    this.#erase(this.#left(previousWord), this.#here, "before");
  }
  killWordRight() {
    this.#erase(this.#here, this.#right(nextWord), "after");
  }
  killToStart() {
    const from = this.col > 0 ? { line: this.line, col: 0 } : this.#left(previousCharacter);
    this.#erase(from, this.#here, "before");
  }
  killToEnd() {
    const to = this.col < this.current.length ? { line: this.line, col: this.current.length } : this.#right(nextCharacter);
    this.#erase(this.#here, to, "after");
  }

  yank() {
    const text = this.#ring.peek();
    if (text === undefined) return;
    this.#remember();
    const start = this.#here;
    this.#put(text);
    this.#yanked = start;
    this.#last = "yank";
  }
  yankPop() {
    if (this.#last !== "yank" || this.#ring.size < 2) return;
    this.#remove(this.#yanked, this.#here);
    const text = this.#ring.rotate();
    this.#put(text);
    this.#last = "yank";
  }

  /** To the next or previous place of a character, over lines. */
  jump(character, forward) {
    for (let line = this.line; line >= 0 && line < this.lines.length; line += forward ? 1 : -1) {
      const text = this.lines[line];
      const here = line === this.line;
      const at = forward
        ? text.indexOf(character, here ? this.col + 1 : 0)
        : here && this.col === 0 ? -1 : text.lastIndexOf(character, here ? this.col - 1 : text.length);
      if (at >= 0) {
        this.moveTo(line, at);
        return;
      }
    }
  }
}
