// What was cut out, to be put back: cuts that follow each other are one.

export class KillRing {
  #entries = [];

  push(text, { before = false, join = false } = {}) {
    if (text === "") return;
    if (join && this.#entries.length) {
      const last = this.#entries.pop();
      this.#entries.push(before ? text + last : last + text);
    } else this.#entries.push(text);
  }
  peek() {
    return this.#entries.at(-1);
  }
  rotate() {
    if (this.#entries.length > 1) this.#entries.unshift(this.#entries.pop());
    return this.peek();
  }
  get size() {
    return this.#entries.length;
  }
}
