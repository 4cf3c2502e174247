// Long pastes stand as one mark in the text until it is sent.

const mark = /\[paste #(\d+) (?:\+\d+ lines|\d+ chars)\]/g;

export class Pastes {
  #kept = new Map();
  #count = 0;

  /** The text to insert: itself, or a mark for it. */
  take(text) {
    const lines = text.split("\n").length;
    if (lines <= 10 && text.length <= 1000) return text;
    this.#count += 1;
    this.#kept.set(this.#count, text);
    return lines > 10 ? `[paste #${this.#count} +${lines} lines]` : `[paste #${this.#count} ${text.length} chars]`;
  }
  expand(text) {
    return text.replace(mark, (whole, id) => this.#kept.get(Number(id)) ?? whole);
  }
  /** Where marks stand in a line. */
  ranges(line) {
    if (!line.includes("[paste #")) return [];
    return [...line.matchAll(mark)].filter((found) => this.#kept.has(Number(found[1]))).map((found) => [found.index, found.index + found[0].length]);
  }
  clear() {
    this.#kept.clear();
    this.#count = 0;
  }
}
