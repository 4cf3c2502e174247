// Text of several lines, wrapped to the width.

import { applyBackgroundToLine, visibleWidth, wrapTextWithAnsi } from "../columns.js";

export class Text {
  #text;
  #paddingX;
  #paddingY;
  #background;
  #cache = null;

  constructor(text = "", paddingX = 1, paddingY = 1, customBgFn) {
    this.#text = text;
    this.#paddingX = paddingX;
    this.#paddingY = paddingY;
    this.#background = customBgFn;
  }
  setText(text) {
    if (text === this.#text) return;
    this.#text = text;
    this.#cache = null;
  }
  setCustomBgFn(customBgFn) {
    this.#background = customBgFn;
    this.#cache = null;
  }
  setPaddingX(paddingX) {
    this.#paddingX = paddingX;
    this.#cache = null;
  }
  invalidate() {
    this.#cache = null;
  }
  render(width) {
    if (this.#cache?.width === width) return this.#cache.lines;
    const lines = this.#lines(width);
    this.#cache = { width, lines };
    return lines;
  }
  #lines(width) {
    const text = String(this.#text ?? "");
    if (text.trim() === "") return [];
    const margin = " ".repeat(this.#paddingX);
    const wrapped = wrapTextWithAnsi(text.replaceAll("\t", "   "), Math.max(1, width - this.#paddingX * 2));
    const finish = (line) => (this.#background
      ? applyBackgroundToLine(line, width, this.#background)
      : line + " ".repeat(Math.max(0, width - visibleWidth(line))));
    const empty = Array(this.#paddingY).fill(finish(""));
    return [...empty, ...wrapped.map((line) => finish(margin + line + margin)), ...empty];
  }
}
