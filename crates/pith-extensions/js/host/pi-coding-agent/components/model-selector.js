// One of the models: all that can be asked, or those of the scope; found by typing.

import { Container } from "../../pi-tui/components/container.js";
import { Input } from "../../pi-tui/components/input.js";
import { visibleRange } from "../../pi-tui/components/select-list.js";
import { Spacer } from "../../pi-tui/components/small.js";
import { Text } from "../../pi-tui/components/text.js";
import { fuzzyFilter } from "../../pi-tui/fuzzy.js";
import { getKeybindings, getSelectPageIndex } from "../../pi-tui/keybindings.js";
import { appKeybindings } from "../app-keys.js";
import { keyHint, keyText } from "../keys.js";
import { themeNow } from "../theme-now.js";
import { DynamicBorder } from "./frames.js";

const ROOM = 10;
const same = (one, other) => one?.provider === other?.provider && one?.id === other?.id;

export class ModelSelectorComponent extends Container {
  capturesViewportInput = true;
  #input = new Input();
  #tui;
  #current;
  #runtime;
  #scoped;
  #default;
  #callbacks;
  #scope;
  #all = [];
  #shown = [];
  #selected = 0;
  #scopeLine = new Text("", 0, 0);
  #list = new Container();
  #error;
  #closed = false;

  constructor(tui, currentModel, modelRuntime, scopedModels, onSelect, onCancel, initialSearchInput = undefined, onSelectAsDefault = undefined, defaultModel = undefined) {
    super();
    this.#tui = tui;
    this.#current = currentModel;
    this.#runtime = modelRuntime;
    this.#scoped = scopedModels.map((one) => one.model);
    this.#default = defaultModel;
    this.#callbacks = { onSelect, onCancel, onSelectAsDefault };
    this.#scope = this.#scoped.length > 0 ? "scoped" : "all";
    if (initialSearchInput) this.#input.setValue(initialSearchInput);
    const save = onSelectAsDefault ? ` · ${keyText("app.thinking.save")} makes it the default` : "";
    const scope = this.#scoped.length > 0 ? [this.#scopeLine, new Text(keyHint("tui.input.tab", "changes between them"), 0, 0), new Spacer(1)] : [];
    const parts = [
      new DynamicBorder(), new Spacer(1), ...scope, this.#input, new Spacer(1), this.#list, new Spacer(1),
      new Text(themeNow().fg("dim", `Enter chooses${save} · Escape leaves`), 2, 0), new DynamicBorder(),
    ];
    parts.forEach((part) => this.addChild(part));
    void this.#load();
  }
  get focused() {
    return this.#input.focused;
  }
  set focused(value) {
    this.#input.focused = value;
  }
  getSearchInput() {
    return this.#input;
  }
  dispose() {
    this.#closed = true;
  }

  /** What is known at once, then what the providers say now. */
  async #load() {
    try {
      const known = this.#runtime.getAvailableSnapshot?.();
      if (Array.isArray(known)) this.#take(known);
      await this.#runtime.refresh?.();
      this.#take(await this.#runtime.getAvailable());
    } catch (error) {
      this.#error = `The models could not be read anew: ${error?.message ?? error}`;
      this.#show();
    }
    if (!this.#closed) this.#tui?.requestRender?.();
  }
  #take(models) {
    if (this.#closed) return;
    const rank = (model) => (same(model, this.#current) ? 0 : same(model, this.#default) ? 1 : 2);
    this.#all = [...models].sort((one, other) => rank(one) - rank(other) || one.provider.localeCompare(other.provider));
    this.#filter();
  }
  #filter() {
    const among = this.#scope === "scoped" ? this.#scoped : this.#all;
    const query = this.#input.getValue();
    this.#shown = query ? fuzzyFilter(among, query, (model) => `${model.id} ${model.provider} ${model.provider}/${model.id} ${model.name ?? ""}`) : among;
    this.#selected = query ? 0 : Math.max(0, this.#shown.findIndex((model) => same(model, this.#current)));
    this.#show();
  }
  #show() {
    const theme = themeNow();
    const name = (scope) => theme.fg(this.#scope === scope ? "accent" : "muted", scope);
    this.#scopeLine.setText(`${theme.fg("muted", "Models: ")}${name("all")}${theme.fg("muted", " | ")}${name("scoped")}`);
    this.#list.clear();
    const add = (words) => this.#list.addChild(new Text(words, 0, 0));
    const [start, end] = visibleRange(this.#selected, this.#shown.length, ROOM);
    this.#shown.slice(start, end).forEach((model, i) => {
      const isSelected = start + i === this.#selected;
      const mark = same(model, this.#current) ? theme.fg("success", "✓ ") : "  ";
      const id = isSelected ? theme.fg("accent", model.id) : model.id;
      const about = model.name && model.name !== model.id ? theme.fg("muted", ` (${model.name})`) : "";
      const usual = same(model, this.#default) ? theme.fg("muted", " · default") : "";
      add(`${isSelected ? theme.fg("accent", "→ ") : "  "}${mark}${id}${about} ${theme.fg("muted", `[${model.provider}]`)}${usual}`);
    });
    if (this.#shown.length === 0) add(theme.fg("muted", "  No model is called that"));
    if (end - start < this.#shown.length) add(theme.fg("muted", `  (${this.#selected + 1}/${this.#shown.length})`));
    if (this.#error) add(theme.fg("error", this.#error));
  }
  #move(to) {
    this.#selected = to;
    this.#show();
  }

  handleInput(data) {
    const keys = getKeybindings();
    const count = this.#shown.length;
    const model = this.#shown[this.#selected];
    const page = getSelectPageIndex(keys, data, this.#selected, count, ROOM);
    const { onSelect, onCancel, onSelectAsDefault } = this.#callbacks;
    if (keys.matches(data, "tui.input.tab")) {
      if (this.#scoped.length === 0) return;
      this.#scope = this.#scope === "all" ? "scoped" : "all";
      this.#filter();
    } else if (keys.matches(data, "tui.select.up")) this.#move(count ? (this.#selected + count - 1) % count : 0);
    else if (keys.matches(data, "tui.select.down")) this.#move(count ? (this.#selected + 1) % count : 0);
    else if (page !== undefined) this.#move(page);
    else if (keys.matches(data, "tui.select.confirm")) {
      if (model) onSelect(model);
    } else if (keys.matches(data, "tui.select.cancel")) {
      this.dispose();
      onCancel();
    } else if (onSelectAsDefault && appKeybindings().matches(data, "app.thinking.save")) {
      if (model) onSelectAsDefault(model);
    } else {
      this.#input.handleInput(data);
      this.#filter();
    }
  }
}
