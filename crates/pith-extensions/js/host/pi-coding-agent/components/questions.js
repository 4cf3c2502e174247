// Questions as the program asks them for extensions: one of several, a line, a text of several lines.

import { spawnSync } from "../../../node/child_process.js";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "../../../node/fs/sync.js";
import { tmpdir } from "../../../node/os.js";
import * as path from "../../../node/path.js";
import { Container } from "../../pi-tui/components/container.js";
import { Editor } from "../../pi-tui/components/editor.js";
import { Input } from "../../pi-tui/components/input.js";
import { visibleRange } from "../../pi-tui/components/select-list.js";
import { Spacer } from "../../pi-tui/components/small.js";
import { Text } from "../../pi-tui/components/text.js";
import { getKeybindings } from "../../pi-tui/keybindings.js";
import { appKeybindings } from "../app-keys.js";
import { keyHint, rawKeyHint } from "../keys.js";
import { themeNow } from "../theme-now.js";
import { getSelectListTheme } from "../themes.js";
import { DynamicBorder } from "./frames.js";

const ROOM = 10;

/** A title, words, something to answer with, and what the keys do; between two rules. */
class Asking extends Container {
  #title;
  #words;
  #timer;

  constructor(title, { description, tui, timeout } = {}, onTimeout) {
    super();
    this.#words = title;
    this.#title = new Text("", 1, 0);
    this.addChild(new DynamicBorder());
    this.addChild(new Spacer(1));
    this.addChild(this.#title);
    this.addChild(new Spacer(1));
    if (description) {
      this.addChild(new Text(themeNow().fg("muted", description), 1, 0));
      this.addChild(new Spacer(1));
    }
    this.#name();
    if (timeout > 0 && tui) this.#count(tui, timeout, onTimeout);
  }
  #name(seconds) {
    const words = seconds === undefined ? this.#words : `${this.#words} (${seconds}s)`;
    this.#title.setText(themeNow().fg("accent", themeNow().bold(words)));
  }
  #count(tui, timeout, onTimeout) {
    let left = Math.ceil(timeout / 1000);
    this.#name(left);
    this.#timer = setInterval(() => {
      left -= 1;
      this.#name(Math.max(0, left));
      tui.requestRender();
      if (left > 0) return;
      this.dispose();
      onTimeout();
    }, 1000);
  }
  answer(component, hints) {
    this.addChild(component);
    this.addChild(new Spacer(1));
    this.addChild(new Text(hints, 1, 0));
    this.addChild(new Spacer(1));
    this.addChild(new DynamicBorder());
  }
  dispose() {
    clearInterval(this.#timer);
  }
}

export class ExtensionSelectorComponent extends Asking {
  #options;
  #selected = 0;
  #list = new Container();
  #onSelect;
  #onCancel;
  #onToggle;

  constructor(title, options, onSelect, onCancel, more = {}) {
    super(title, more, onCancel);
    this.#options = options;
    this.#onSelect = onSelect;
    this.#onCancel = onCancel;
    this.#onToggle = more.onToggleToolsExpanded;
    this.answer(this.#list, [rawKeyHint("↑↓", "moves"), keyHint("tui.select.confirm", "chooses"), keyHint("tui.select.cancel", "leaves")].join("  "));
    this.#show();
  }
  #show() {
    this.#list.clear();
    const theme = themeNow();
    const [start, end] = visibleRange(this.#selected, this.#options.length, ROOM);
    for (let at = start; at < end; at += 1) {
      const words = this.#options[at];
      this.#list.addChild(new Text(at === this.#selected ? theme.fg("accent", `→ ${words}`) : `  ${theme.fg("text", words)}`, 1, 0));
    }
    if (end - start < this.#options.length) this.#list.addChild(new Text(theme.fg("muted", `(${this.#selected + 1}/${this.#options.length})`), 2, 0));
  }
  #move(by) {
    this.#selected = Math.max(0, Math.min(this.#options.length - 1, this.#selected + by));
    this.#show();
  }
  handleInput(data) {
    const keys = getKeybindings();
    if (keys.matches(data, "tui.select.up") || data === "k") this.#move(-1);
    else if (keys.matches(data, "tui.select.down") || data === "j") this.#move(1);
    else if (keys.matches(data, "tui.select.pageUp")) this.#move(-ROOM);
    else if (keys.matches(data, "tui.select.pageDown")) this.#move(ROOM);
    else if (keys.matches(data, "tui.select.confirm") || data === "\n") {
      if (this.#options.length > 0) this.#onSelect(this.#options[this.#selected]);
    } else if (keys.matches(data, "tui.select.cancel")) this.#onCancel();
    else if (this.#onToggle && appKeybindings().matches(data, "app.tools.expand")) this.#onToggle();
  }
}

export class ExtensionInputComponent extends Asking {
  #input;
  #onSubmit;
  #onCancel;

  constructor(title, placeholder, onSubmit, onCancel, more = {}) {
    super(title, more, onCancel);
    this.#input = new Input({ placeholder: placeholder ?? "", placeholderStyle: (text) => themeNow().fg("dim", text) });
    if (more.initialValue) this.#input.setValue(more.initialValue);
    this.#onSubmit = onSubmit;
    this.#onCancel = onCancel;
    this.answer(this.#input, [keyHint("tui.select.confirm", "answers"), keyHint("tui.select.cancel", "leaves")].join("  "));
  }
  get focused() {
    return this.#input.focused;
  }
  set focused(value) {
    this.#input.focused = value;
  }
  handleInput(data) {
    const keys = getKeybindings();
    if (keys.matches(data, "tui.select.confirm") || data === "\n") this.#onSubmit(this.#input.getValue());
    else if (keys.matches(data, "tui.select.cancel")) this.#onCancel();
    else this.#input.handleInput(data);
  }
}

export class ExtensionEditorComponent extends Asking {
  #tui;
  #keys;
  #editor;
  #onCancel;
  #command;

  constructor(tui, keybindings, title, prefill, onSubmit, onCancel, options = {}, externalEditorCommand = undefined) {
    super(title, options);
    this.#tui = tui;
    this.#keys = keybindings;
    this.#onCancel = onCancel;
    this.#command = externalEditorCommand;
    this.#editor = new Editor(tui, { borderColor: (text) => themeNow().fg("border", text), selectList: getSelectListTheme() }, options);
    if (prefill) this.#editor.setText(prefill);
    this.#editor.onSubmit = (text) => onSubmit(text);
    const hints = [keyHint("tui.select.confirm", "answers"), keyHint("tui.input.newLine", "begins a line"), keyHint("tui.select.cancel", "leaves")];
    if (this.#program()) hints.push(keyHint("app.editor.external", "opens an editor"));
    this.answer(this.#editor, hints.join("  "));
  }
  get focused() {
    return this.#editor.focused;
  }
  set focused(value) {
    this.#editor.focused = value;
  }
  #program() {
    const { VISUAL, EDITOR } = globalThis.process.env;
    return this.#command || VISUAL || EDITOR;
  }
  handleInput(data) {
    if (getKeybindings().matches(data, "tui.select.cancel")) this.#onCancel();
    else if (this.#keys?.matches?.(data, "app.editor.external") && this.#program()) this.#outside();
    else this.#editor.handleInput(data);
  }
  /** Lends the terminal to the person's own editor. */
  #outside() {
    const folder = mkdtempSync(path.join(tmpdir(), "pith-edit-"));
    const file = path.join(folder, "text.md");
    writeFileSync(file, this.#editor.getText(), { mode: 0o600 });
    this.#tui.stop();
    try {
      const [program, ...args] = this.#program().split(" ");
      const { status } = spawnSync(program, [...args, file], { stdio: "inherit" });
      if (status === 0) this.#editor.setText(readFileSync(file, "utf8").replace(/\n$/, ""));
    } finally {
      rmSync(folder, { recursive: true, force: true });
      this.#tui.start();
      this.#tui.requestRender(true);
    }
  }
}
