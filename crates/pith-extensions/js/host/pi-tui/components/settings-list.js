// Settings with their values: Enter goes to the next value or into a menu of its own.

import { truncateToWidth, visibleWidth, wrapTextWithAnsi } from "../columns.js";
import { fuzzyFilter } from "../fuzzy.js";
import { getKeybindings, getSelectPageIndex } from "../keybindings.js";
import { Input } from "./input.js";
import { visibleRange } from "./select-list.js";

export class SettingsList {
  capturesViewportInput = true;
  #items;
  #shown;
  #theme;
  #selected = 0;
  #room;
  #onChange;
  #onCancel;
  #search = null;
  #submenu = null;

  constructor(items, maxVisible, theme, onChange, onCancel, options = {}) {
    this.#items = items;
    this.#shown = items;
    this.#room = maxVisible;
    this.#theme = theme;
    this.#onChange = onChange;
    this.#onCancel = onCancel;
    if (options.enableSearch) this.#search = new Input();
  }

  updateValue(id, newValue) {
    const item = this.#items.find((one) => one.id === id);
    if (item) item.currentValue = newValue;
  }
  selectItem(id) {
    const at = this.#shown.findIndex((one) => one.id === id);
    if (at >= 0) this.#selected = at;
  }
  invalidate() {
    this.#submenu?.invalidate?.();
  }

  render(width) {
    if (this.#submenu) return this.#submenu.render(width);
    const lines = this.#search ? [...this.#search.render(width), ""] : [];
    const hint = this.#theme.hint(`  ${this.#search ? "Type to search · " : ""}Enter/Space to change · Esc to cancel`);
    if (this.#shown.length === 0) {
      const words = this.#items.length === 0 ? "  No settings available" : "  No matching settings";
      return [...lines, truncateToWidth(this.#theme.hint(words), width), "", truncateToWidth(hint, width)];
    }
    const [start, end] = visibleRange(this.#selected, this.#shown.length, this.#room);
    const widest = Math.min(30, Math.max(...this.#items.map((item) => visibleWidth(item.label))));
    for (let i = start; i < end; i += 1) {
      const item = this.#shown[i];
      const selected = i === this.#selected;
      const mark = selected ? this.#theme.cursor : "  ";
      const name = item.label + " ".repeat(Math.max(0, widest - visibleWidth(item.label)));
      const room = Math.max(1, width - visibleWidth(mark) - widest - 4);
      const value = this.#theme.value(truncateToWidth(item.currentValue, room, ""), selected);
      lines.push(truncateToWidth(`${mark}${this.#theme.label(name, selected)}  ${value}`, width));
    }
    if (start > 0 || end < this.#shown.length) lines.push(this.#theme.hint(truncateToWidth(`  (${this.#selected + 1}/${this.#shown.length})`, width - 2, "")));
    const words = this.#shown[this.#selected]?.description;
    if (words) {
      lines.push("");
      for (const line of wrapTextWithAnsi(words, Math.max(1, width - 4))) lines.push(this.#theme.description(`  ${line}`));
    }
    lines.push("", truncateToWidth(hint, width));
    return lines;
  }

  #activate() {
    const item = this.#shown[this.#selected];
    if (!item) return;
    if (item.submenu) {
      this.#submenu = item.submenu(item.currentValue, (value, options) => {
        this.#submenu = null;
        if (value !== undefined) {
          item.currentValue = value;
          this.#onChange(item.id, value);
        }
        if (options?.navigateTo) this.selectItem(options.navigateTo);
      });
      return;
    }
    if (!item.values?.length) return;
    item.currentValue = item.values[(item.values.indexOf(item.currentValue) + 1) % item.values.length];
    this.#onChange(item.id, item.currentValue);
  }

  handleInput(data) {
    if (this.#submenu) {
      this.#submenu.handleInput?.(data);
      return;
    }
    const keys = getKeybindings();
    const count = this.#shown.length;
    const page = getSelectPageIndex(keys, data, this.#selected, count, this.#room);
    if (keys.matches(data, "tui.select.up")) this.#selected = count ? (this.#selected + count - 1) % count : 0;
    else if (keys.matches(data, "tui.select.down")) this.#selected = count ? (this.#selected + 1) % count : 0;
    else if (page !== undefined) this.#selected = page;
    else if (keys.matches(data, "tui.select.confirm") || (data === " " && !this.#search?.getValue())) this.#activate();
    else if (keys.matches(data, "tui.select.cancel")) this.#onCancel();
    else if (this.#search) {
      this.#search.handleInput(data);
      this.#shown = fuzzyFilter(this.#items, this.#search.getValue(), (item) => item.label);
      this.#selected = 0;
    }
  }

  handleMouse(event) {
    if (this.#submenu) return this.#submenu.handleMouse?.(event);
    if (event.type === "wheel") {
      this.#selected = Math.max(0, Math.min(this.#shown.length - 1, this.#selected + Math.sign(event.wheelDelta ?? 0)));
      return { handled: true };
    }
    const [start, end] = visibleRange(this.#selected, this.#shown.length, this.#room);
    const at = start + event.y - (this.#search ? 2 : 0);
    if (event.button !== "left" || at < start || at >= end) return undefined;
    if (event.type === "press") this.#selected = at;
    else if (event.type === "click") this.#activate();
    else return undefined;
    return { handled: true };
  }
}
