// Cuts what a terminal sends into single keys, also when sequences come in pieces.

import { EventEmitter } from "../../node/events.js";

const complete = /^\u001b(?:\[[0-?]*[ -/]*[@-~]|O[ -~]|[\]_P][^\u0007\u001b]*(?:\u0007|\u001b\\)|\[\[[A-E]|[^[O\]_P\u001b])/;
const START = "\u001b[200~";
const END = "\u001b[201~";

export class StdinBuffer extends EventEmitter {
  #held = "";
  #timer = null;
  #timeout;

  constructor({ timeout = 10 } = {}) {
    super();
    this.#timeout = timeout;
  }

  process(data) {
    clearTimeout(this.#timer);
    this.#held += typeof data === "string" ? data : new TextDecoder().decode(data);
    while (this.#held !== "" && this.#next());
    if (this.#held !== "" && !this.#held.startsWith(START)) this.#timer = setTimeout(() => this.#release(), this.#timeout);
  }

  #next() {
    if (this.#held.startsWith(START)) {
      const end = this.#held.indexOf(END);
      if (end < 0) return false;
      const text = this.#held.slice(START.length, end);
      this.#held = this.#held.slice(end + END.length);
      this.emit("paste", text);
      return true;
    }
    const length = this.#held[0] === "\u001b" ? (complete.exec(this.#held)?.[0].length ?? 0) : String.fromCodePoint(this.#held.codePointAt(0)).length;
    if (length === 0) return false;
    const key = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    this.emit("data", key);
    return true;
  }

  #release() {
    for (const key of this.flush()) this.emit("data", key);
  }
  flush() {
    clearTimeout(this.#timer);
    const rest = this.#held;
    this.#held = "";
    return rest === "" ? [] : [rest];
  }
  clear() {
    clearTimeout(this.#timer);
    this.#held = "";
  }
  getBuffer() {
    return this.#held;
  }
  destroy() {
    this.clear();
    this.removeAllListeners();
  }
}
