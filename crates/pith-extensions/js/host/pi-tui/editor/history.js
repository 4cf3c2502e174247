// Prompts sent before, browsed with the draft kept aside.

const MOST = 100;

export class History {
  #entries = [];
  #at = -1;
  #draft = "";

  add(text) {
    const trimmed = text.trim();
    if (!trimmed || this.#entries[0] === trimmed) return;
    this.#entries.unshift(trimmed);
    if (this.#entries.length > MOST) this.#entries.pop();
  }
  get browsing() {
    return this.#at >= 0;
  }
  leave() {
    this.#at = -1;
  }
  /** The text one step older or newer, or undefined at the end. */
  step(older, draft) {
    const next = this.#at + (older ? 1 : -1);
    if (next < -1 || next >= this.#entries.length) return undefined;
    if (this.#at === -1) this.#draft = draft;
    this.#at = next;
    return next === -1 ? this.#draft : this.#entries[next];
  }
}
