// `node:readline/promises`.

import { ask, Interface as Lines } from "./interface.js";

export class Interface extends Lines {
  question(query, options) {
    return ask(this, query, options);
  }
}
export const createInterface = (input, output) => new Interface(input, output);

/** Cursor movements gathered and written together. */
export class Readline {
  #stream;
  #pending = "";
  constructor(stream) {
    this.#stream = stream;
  }
  clearLine(dir) {
    this.#pending += `\u001b[${dir < 0 ? 1 : dir > 0 ? 0 : 2}K`;
    return this;
  }
  clearScreenDown() {
    this.#pending += "\u001b[0J";
    return this;
  }
  cursorTo(x, y) {
    this.#pending += y === undefined ? `\u001b[${x + 1}G` : `\u001b[${y + 1};${x + 1}H`;
    return this;
  }
  moveCursor(dx, dy) {
    if (dx) this.#pending += `\u001b[${Math.abs(dx)}${dx > 0 ? "C" : "D"}`;
    if (dy) this.#pending += `\u001b[${Math.abs(dy)}${dy > 0 ? "B" : "A"}`;
    return this;
  }
  rollback() {
    this.#pending = "";
    return this;
  }
  async commit() {
    this.#stream.write(this.#pending);
    this.#pending = "";
  }
}
export default { Interface, Readline, createInterface };
