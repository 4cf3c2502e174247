// A list to choose one of, with descriptions beside and a part of it in view.

import { replaceControlCharacters } from "../escapes.js";
import { truncateToWidth, visibleWidth } from "../columns.js";
import { getKeybindings, getSelectPageIndex } from "../keybindings.js";

const COLUMN = 32;

/** The first and the end of what is in view, with the chosen in the middle where that goes. */
export function visibleRange(selected, count, room) {
  const start = Math.max(0, Math.min(selected - Math.floor(room / 2), count - room));
  return [start, Math.min(start + room, count)];
}

export class SelectList {
  capturesViewportInput = true;
  onSelect;
  onCancel;
  onSelectionChange;
  #items;
  #shown;
  #selected = 0;
  #pressed = -1;
  #room;
  #theme;
  #layout;

  constructor(items, maxVisible, theme, layout = {}) {
    this.#items = items;
    this.#shown = items;
    this.#room = maxVisible;
    this.#theme = theme;
    this.#layout = layout;
  }

  /** Keeps what begins with the text, without regard to case. */
  setFilter(filter) {
    const wanted = filter.toLowerCase();
    this.#shown = this.#items.filter((item) => item.value.toLowerCase().startsWith(wanted));
    this.#selected = 0;
  }
  setSelectedIndex(index) {
    this.#selected = Math.max(0, Math.min(index, this.#shown.length - 1));
  }
  getSelectedItem() {
    return this.#shown[this.#selected] ?? null;
  }
  invalidate() {}

  render(width) {
    if (this.#shown.length === 0) return [this.#theme.noMatch("  No matching commands")];
    const [start, end] = visibleRange(this.#selected, this.#shown.length, this.#room);
    const column = this.#column();
    const lines = [];
    for (let i = start; i < end; i += 1) lines.push(this.#row(this.#shown[i], i === this.#selected, width, column));
    if (start > 0 || end < this.#shown.length) {
      lines.push(this.#theme.scrollInfo(truncateToWidth(`  (${this.#selected + 1}/${this.#shown.length})`, width - 2, "")));
    }
    return lines;
  }

  #column() {
    const min = this.#layout.minPrimaryColumnWidth ?? this.#layout.maxPrimaryColumnWidth ?? COLUMN;
    const max = this.#layout.maxPrimaryColumnWidth ?? this.#layout.minPrimaryColumnWidth ?? COLUMN;
    const widest = Math.max(0, ...this.#shown.map((item) => visibleWidth(item.label || item.value) + 2));
    return Math.max(1, Math.min(Math.max(widest, Math.min(min, max)), Math.max(min, max)));
  }

  #cut(text, maxWidth, columnWidth, item, isSelected) {
    const cut = this.#layout.truncatePrimary?.({ text, maxWidth, columnWidth, item, isSelected }) ?? text;
    return truncateToWidth(cut, maxWidth, "");
  }

  #row(item, selected, width, column) {
    const mark = selected ? "→ " : "  ";
    const label = item.label || item.value;
    const words = item.description ? replaceControlCharacters(item.description).trim() : "";
    if (words && width > 40) {
      const columnWidth = Math.min(column, width - 4);
      const name = this.#cut(label, Math.max(1, columnWidth - 2), columnWidth, item, selected);
      const gap = " ".repeat(Math.max(1, columnWidth - visibleWidth(name)));
      const room = width - 2 - visibleWidth(name) - gap.length - 2;
      if (room > 10) {
        const text = truncateToWidth(words, room, "");
        return selected ? this.#theme.selectedText(`${mark}${name}${gap}${text}`) : `${mark}${name}${this.#theme.description(gap + text)}`;
      }
    }
    const name = this.#cut(label, Math.max(1, width - 4), width, item, selected);
    return selected ? this.#theme.selectedText(mark + name) : mark + name;
  }

  #move(to) {
    this.#selected = to;
    const item = this.getSelectedItem();
    if (item) this.onSelectionChange?.(item);
  }

  handleInput(data) {
    const keys = getKeybindings();
    const count = this.#shown.length;
    const page = getSelectPageIndex(keys, data, this.#selected, count, this.#room);
    if (keys.matches(data, "tui.select.up")) this.#move(count ? (this.#selected + count - 1) % count : 0);
    else if (keys.matches(data, "tui.select.down")) this.#move(count ? (this.#selected + 1) % count : 0);
    else if (page !== undefined) this.#move(page);
    else if (keys.matches(data, "tui.select.confirm")) {
      const item = this.getSelectedItem();
      if (item) this.onSelect?.(item);
    } else if (keys.matches(data, "tui.select.cancel")) this.onCancel?.();
  }

  handleMouse(event) {
    const [start, end] = visibleRange(this.#selected, this.#shown.length, this.#room);
    const at = start + event.y;
    if (event.type === "wheel") {
      this.#move(Math.max(0, Math.min(this.#shown.length - 1, this.#selected + Math.sign(event.wheelDelta ?? 0))));
      return { handled: true };
    }
    if (event.button !== "left" || at < start || at >= end) return undefined;
    if (event.type === "press") {
      this.#pressed = at;
      this.#move(at);
      return { handled: true };
    }
    if (event.type === "click" && this.#pressed === at) {
      this.onSelect?.(this.#shown[at]);
      return { handled: true };
    }
    return undefined;
  }
}
