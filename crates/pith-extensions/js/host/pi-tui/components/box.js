// A container with padding and a background over all of it.

import { applyBackgroundToLine, visibleWidth } from "../columns.js";
import { dispatchToRows } from "./container.js";

export class Box {
  children = [];
  #paddingX;
  #paddingY;
  #background;
  #heights = [];

  constructor(paddingX = 1, paddingY = 1, bgFn) {
    this.#paddingX = paddingX;
    this.#paddingY = paddingY;
    this.#background = bgFn;
  }
  addChild(component) {
    this.children.push(component);
  }
  removeChild(component) {
    const at = this.children.indexOf(component);
    if (at >= 0) this.children.splice(at, 1);
  }
  clear() {
    this.children = [];
  }
  setBgFn(bgFn) {
    this.#background = bgFn;
  }
  setPaddingX(paddingX) {
    this.#paddingX = paddingX;
  }
  invalidate() {
    for (const child of this.children) child.invalidate?.();
  }
  handleMouse(event) {
    return dispatchToRows(this.children, this.#heights, { ...event, x: event.x - this.#paddingX, y: event.y - this.#paddingY });
  }
  render(width) {
    const inner = Math.max(1, width - this.#paddingX * 2);
    const parts = this.children.map((child) => child.render(inner));
    this.#heights = parts.map((part) => part.length);
    const content = parts.flat();
    if (content.length === 0) return [];
    const margin = " ".repeat(this.#paddingX);
    const empty = Array(this.#paddingY).fill("");
    const lines = [...empty, ...content.map((line) => margin + line), ...empty];
    return lines.map((line) => (this.#background
      ? applyBackgroundToLine(line, width, this.#background)
      : line + " ".repeat(Math.max(0, width - visibleWidth(line)))));
  }
}
