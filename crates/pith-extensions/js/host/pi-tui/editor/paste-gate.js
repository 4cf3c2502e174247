// Pastes in brackets, which may come in several pieces.

const START = "\u001b[200~";
const END = "\u001b[201~";

/** Gathers a paste; gives the pasted text and what came behind it, or null while it is not complete. */
export class PasteGate {
  #held = null;

  get open() {
    return this.#held !== null;
  }

  /** `{paste, rest}`, `null` while more must come, `undefined` when the data is no paste. */
  take(data) {
    let text = data;
    if (this.#held === null) {
      if (!data.includes(START)) return undefined;
      this.#held = "";
      text = data.replace(START, "");
    }
    this.#held += text;
    const end = this.#held.indexOf(END);
    if (end < 0) return null;
    const paste = this.#held.slice(0, end);
    const rest = this.#held.slice(end + END.length);
    this.#held = null;
    return { paste, rest };
  }
}
