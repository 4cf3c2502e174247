// One of the messages of the person.

import { Container } from "../../pi-tui/components/container.js";
import { visibleRange } from "../../pi-tui/components/select-list.js";
import { Spacer } from "../../pi-tui/components/small.js";
import { Text } from "../../pi-tui/components/text.js";
import { truncateToWidth } from "../../pi-tui/columns.js";
import { getKeybindings } from "../../pi-tui/keybindings.js";
import { themeNow } from "../theme-now.js";
import { DynamicBorder } from "./frames.js";

const ROOM = 10;

class UserMessageList {
  capturesViewportInput = true;
  onSelect;
  onCancel;
  #messages;
  #selected;

  constructor(messages, initialSelectedId) {
    this.#messages = messages;
    const at = messages.findIndex((message) => message.id === initialSelectedId);
    this.#selected = at < 0 ? Math.max(0, messages.length - 1) : at;
  }
  invalidate() {}
  render(width) {
    const theme = themeNow();
    const count = this.#messages.length;
    if (count === 0) return [theme.fg("muted", "  Nothing was said yet")];
    const [start, end] = visibleRange(this.#selected, count, ROOM);
    const lines = this.#messages.slice(start, end).flatMap(({ text }, i) => {
      const isSelected = start + i === this.#selected;
      const words = truncateToWidth(text.replace(/\s+/g, " ").trim(), width - 2);
      const line = isSelected ? theme.fg("accent", "› ") + theme.bold(words) : `  ${words}`;
      return [line, theme.fg("muted", `  Message ${start + i + 1} of ${count}`), ""];
    });
    return start > 0 || end < count ? [...lines, theme.fg("muted", `  (${this.#selected + 1}/${count})`)] : lines;
  }
  handleInput(data) {
    const keys = getKeybindings();
    const count = this.#messages.length;
    if (keys.matches(data, "tui.select.up")) this.#selected = count ? (this.#selected + count - 1) % count : 0;
    else if (keys.matches(data, "tui.select.down")) this.#selected = count ? (this.#selected + 1) % count : 0;
    else if (keys.matches(data, "tui.select.confirm")) {
      if (count > 0) this.onSelect?.(this.#messages[this.#selected].id);
    } else if (keys.matches(data, "tui.select.cancel")) this.onCancel?.();
  }
}

export class UserMessageSelectorComponent extends Container {
  #list;

  constructor(messages, onSelect, onCancel, initialSelectedId) {
    super();
    this.#list = new UserMessageList(messages, initialSelectedId);
    this.#list.onSelect = onSelect;
    this.#list.onCancel = onCancel;
    const theme = themeNow();
    const parts = [
      new Spacer(1), new Text(theme.bold("Fork from a message"), 1, 0), new Text(theme.fg("muted", "A new session begins with what stands before it"), 1, 0),
      new Spacer(1), new DynamicBorder(), new Spacer(1), this.#list, new Spacer(1), new DynamicBorder(),
    ];
    parts.forEach((part) => this.addChild(part));
    // Without messages there is nothing to choose, and nobody to wait for.
    if (messages.length === 0) queueMicrotask(() => onCancel());
  }
  getMessageList() {
    return this.#list;
  }
  handleInput(data) {
    this.#list.handleInput(data);
  }
}
