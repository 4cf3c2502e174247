// The smallest components: empty lines, one line of text, a region for the mouse.

import { truncateToWidth, visibleWidth } from "../columns.js";
import { dispatchMouseEvent } from "./container.js";

export class Spacer {
  #lines;
  constructor(lines = 1) {
    this.#lines = lines;
  }
  setLines(lines) {
    this.#lines = lines;
  }
  invalidate() {}
  render() {
    return Array(this.#lines).fill("");
  }
}

/** The first line of a text, cut at the width. */
export class TruncatedText {
  #text;
  #paddingX;
  #paddingY;
  constructor(text, paddingX = 0, paddingY = 0) {
    this.#text = text;
    this.#paddingX = paddingX;
    this.#paddingY = paddingY;
  }
  invalidate() {}
  render(width) {
    const empty = Array(this.#paddingY).fill(" ".repeat(width));
    const margin = " ".repeat(this.#paddingX);
    const line = margin + truncateToWidth(this.#text.split("\n")[0], Math.max(1, width - this.#paddingX * 2)) + margin;
    return [...empty, line + " ".repeat(Math.max(0, width - visibleWidth(line))), ...empty];
  }
}

export class MouseRegion {
  #child;
  #onMouse;
  constructor(child, onMouse) {
    this.#child = child;
    this.#onMouse = onMouse;
  }
  render(width) {
    return this.#child.render(width);
  }
  handleMouse(event) {
    return dispatchMouseEvent(this.#child, event) ?? this.#onMouse(event);
  }
  invalidate() {
    this.#child.invalidate?.();
  }
}
