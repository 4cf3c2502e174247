// Markdown of a message: through the transformers that want its kind, then laid out.

import { Markdown } from "../../pi-tui/components/markdown.js";
import { getMarkdownTheme } from "../themes.js";

export class MessageText {
  #text;
  #made;
  #known;
  #context;
  #transformers;

  /**
   * @param {string} text
   * @param {{ messageType: string, isStreaming?: boolean, messageId?: string, timestamp?: string, padding?: number, theme?: object, style?: object, transformers?: readonly any[] }} options
   */
  constructor(text, { padding = 0, theme = getMarkdownTheme(), style, transformers = [], isStreaming = false, ...context }) {
    this.#text = text;
    this.#context = { isStreaming, ...context };
    this.#transformers = transformers;
    this.#made = (shown) => new Markdown(shown, padding, 0, theme, style);
  }
  invalidate() {
    this.#known = undefined;
  }
  #transformed(availableWidth) {
    let text = this.#text;
    for (const given of this.#transformers) {
      const transform = typeof given === "function" ? given : given?.transformer;
      if (!transform || (given.messageTypes && !given.messageTypes.has(this.#context.messageType))) continue;
      try {
        const shown = transform(text, { ...this.#context, availableWidth });
        if (typeof shown === "string") text = shown;
      } catch {
        // The text stands as it was before a transformer that fails.
      }
    }
    return text;
  }
  render(width) {
    if (this.#known?.width !== width) this.#known = { width, lines: this.#made(this.#transformed(width)).render(width) };
    return this.#known.lines;
  }
}
