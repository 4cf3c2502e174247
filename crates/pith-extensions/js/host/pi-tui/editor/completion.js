// The menu of completions: asked for while one types, shown under the editor.

import { SelectList } from "../components/select-list.js";

const layout = { minPrimaryColumnWidth: 12, maxPrimaryColumnWidth: 32 };

export class Completion {
  #editor;
  #theme;
  #provider;
  #list = null;
  #prefix = "";
  #abort = null;
  #forced = false;
  maxVisible = 5;

  /** `editor` gives `lines`, `line`, `col`, `apply(result)` and `changed()`. */
  constructor(editor, theme) {
    this.#editor = editor;
    this.#theme = theme;
  }
  set provider(provider) {
    this.#provider = provider;
    this.close();
  }
  get hasProvider() {
    return this.#provider !== undefined;
  }
  get open() {
    return this.#list !== null;
  }
  get list() {
    return this.#list;
  }

  close() {
    this.#abort?.abort();
    this.#abort = null;
    this.#list = null;
    this.#forced = false;
  }

  /** Whether what stands before the cursor asks for a menu. */
  #wanted() {
    const { lines, line, col } = this.#editor;
    const before = lines[line].slice(0, col);
    if (line === 0 && /^\/\S*$|^\/\S+ /.test(before)) return true;
    const triggers = ["@", "#", ...(this.#provider.triggerCharacters ?? [])].map((c) => c.replace(/[\\^$.*+?()[\]{}|-]/g, "\\$&"));
    return new RegExp(`(?:^|\\s)(?:${triggers.join("|")})\\S*$`).test(before);
  }

  /** After a change of the text: opens, renews or closes the menu. */
  update() {
    if (!this.#provider) return;
    if (this.#forced || this.#wanted()) this.request(this.#forced);
    else this.close();
  }

  async request(force) {
    if (!this.#provider) return;
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    const { lines, line, col } = this.#editor;
    let found;
    try {
      found = await this.#provider.getSuggestions([...lines], line, col, { signal: abort.signal, force });
    } catch (error) {
      if (abort.signal.aborted) return;
      this.close();
      throw error;
    }
    if (abort.signal.aborted || this.#abort !== abort) return;
    if (!found?.items.length) this.close();
    else if (force && found.items.length === 1 && !this.open) {
      this.#prefix = found.prefix;
      this.accept(found.items[0]);
    } else {
      this.#prefix = found.prefix;
      this.#forced = force;
      this.#list = new SelectList(found.items, this.maxVisible, this.#theme, layout);
      const same = found.items.findIndex((item) => item.value === found.prefix);
      const close = same >= 0 ? same : found.items.findIndex((item) => item.value.startsWith(found.prefix));
      if (close > 0) this.#list.setSelectedIndex(close);
    }
    this.#editor.changed();
  }

  /** Puts the chosen item into the text. */
  accept(item = this.#list?.getSelectedItem()) {
    if (!item) return false;
    const { lines, line, col } = this.#editor;
    const result = this.#provider.applyCompletion([...lines], line, col, item, this.#prefix);
    this.close();
    this.#editor.apply(result);
    return true;
  }
  /** Whether the menu is about the name of a slash command. */
  get completesCommand() {
    const { lines, line, col } = this.#editor;
    return this.open && line === 0 && /^\/\S*$/.test(lines[0].slice(0, col));
  }
  allowsFiles() {
    const { lines, line, col } = this.#editor;
    return this.#provider?.shouldTriggerFileCompletion?.(lines, line, col) ?? true;
  }
}
