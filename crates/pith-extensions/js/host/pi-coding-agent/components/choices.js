// One of a few: themes, whether pictures are shown, how much a model thinks. A list between two rules.

import { ask } from "../../../api/bridge.js";
import { Container } from "../../pi-tui/components/container.js";
import { Input } from "../../pi-tui/components/input.js";
import { SelectList } from "../../pi-tui/components/select-list.js";
import { Spacer } from "../../pi-tui/components/small.js";
import { Text } from "../../pi-tui/components/text.js";
import { fuzzyFilter } from "../../pi-tui/fuzzy.js";
import { getKeybindings } from "../../pi-tui/keybindings.js";
import { appKeybindings } from "../app-keys.js";
import { keyText } from "../keys.js";
import { themeNow } from "../theme-now.js";
import { getSelectListTheme } from "../themes.js";
import { DynamicBorder } from "./frames.js";

const NARROW = { minPrimaryColumnWidth: 12, maxPrimaryColumnWidth: 32 };

/** A list between two rules; what it is asked goes to the list. */
class Choice extends Container {
  #list;
  constructor(items, selected, room) {
    super();
    this.#list = new SelectList(items, room, getSelectListTheme(), NARROW);
    this.#list.setSelectedIndex(Math.max(0, items.findIndex((item) => item.value === selected)));
    this.addChild(new DynamicBorder());
    this.addChild(this.#list);
    this.addChild(new DynamicBorder());
  }
  getSelectList() {
    return this.#list;
  }
  handleInput(data) {
    this.#list.handleInput(data);
  }
}

export class ThemeSelectorComponent extends Choice {
  constructor(currentTheme, onSelect, onCancel, onPreview) {
    const names = [...new Set((ask("theme.list") ?? []).map((theme) => theme.name))];
    super(names.map((name) => ({ value: name, label: name, description: name === currentTheme ? "(current)" : undefined })), currentTheme, 10);
    const list = this.getSelectList();
    list.onSelect = (item) => onSelect(item.value);
    list.onCancel = onCancel;
    list.onSelectionChange = (item) => onPreview?.(item.value);
  }
}

export class ShowImagesSelectorComponent extends Choice {
  constructor(currentValue, onSelect, onCancel) {
    const items = [{ value: "yes", label: "Yes", description: "Pictures are drawn in the terminal" }, { value: "no", label: "No", description: "Their name and size stand for them" }];
    super(items, currentValue ? "yes" : "no", 5);
    const list = this.getSelectList();
    list.onSelect = (item) => onSelect(item.value === "yes");
    list.onCancel = onCancel;
  }
}

const LEVELS = {
  off: "No thinking", minimal: "Hardly any thinking", low: "A little thinking", medium: "Some thinking", high: "Much thinking", xhigh: "Very much thinking",
  max: "As much thinking as the model can",
};

export class ThinkingSelectorComponent extends Container {
  #input = new Input();
  #list;
  #items;
  #callbacks;
  #focused = false;

  constructor(currentLevel, availableLevels, onSelect, onCancel, onSelectAsDefault, defaultThinkingLevel) {
    super();
    this.#callbacks = { onSelect, onCancel, onSelectAsDefault };
    const words = (level) => [LEVELS[level] ?? level, level === defaultThinkingLevel ? "default" : ""].filter(Boolean).join(" · ");
    this.#items = availableLevels.map((level) => ({ value: level, label: `${level === currentLevel ? "✓" : " "} ${level}`, description: words(level) }));
    this.#show(this.#items, currentLevel);
  }
  get focused() {
    return this.#focused;
  }
  set focused(value) {
    this.#focused = value;
    this.#input.focused = value;
  }
  getSelectList() {
    return this.#list;
  }
  #show(items, selected) {
    this.#list = new SelectList(items, 10, getSelectListTheme(), NARROW);
    this.#list.setSelectedIndex(Math.max(0, items.findIndex((item) => item.value === selected)));
    this.#list.onSelect = (item) => this.#callbacks.onSelect(item.value);
    this.#list.onCancel = () => this.#callbacks.onCancel();
    this.clear();
    const save = this.#callbacks.onSelectAsDefault ? ` · ${keyText("app.thinking.save")} makes it the default` : "";
    const parts = [
      new DynamicBorder(), new Spacer(1), new Text(themeNow().bold("How much the model thinks"), 0, 0), new Spacer(1), this.#input, new Spacer(1), this.#list, new Spacer(1),
      new Text(themeNow().fg("dim", `Enter chooses${save} · Escape leaves`), 2, 0), new DynamicBorder(),
    ];
    parts.forEach((part) => this.addChild(part));
  }
  handleInput(data) {
    const keys = getKeybindings();
    if (this.#callbacks.onSelectAsDefault && appKeybindings().matches(data, "app.thinking.save")) {
      const item = this.#list.getSelectedItem();
      if (item) this.#callbacks.onSelectAsDefault(item.value);
      return;
    }
    const isForList = ["up", "down", "pageUp", "pageDown", "confirm", "cancel"].some((name) => keys.matches(data, `tui.select.${name}`));
    if (isForList) return this.#list.handleInput(data);
    this.#input.handleInput(data);
    const items = fuzzyFilter(this.#items, this.#input.getValue(), (item) => `${item.value} ${item.description}`);
    this.#show(items, items[0]?.value);
  }
}
