// The editor: several lines, wrapped, between two rules, with history, completion and undo.
// Comes in: raw keys; goes out: rows, and the text when it is sent. Subclasses may take keys first.

import { cells, visibleWidth } from "../columns.js";
import { CURSOR_MARKER, renderFakeCursor } from "../cursor.js";
import { Buffer } from "../editor/buffer.js";
import { Completion } from "../editor/completion.js";
import { History } from "../editor/history.js";
import { columnOf, layout, placeAt, rowOf } from "../editor/layout.js";
import { PasteGate } from "../editor/paste-gate.js";
import { Pastes } from "../editor/pastes.js";
import { getKeybindings } from "../keybindings.js";
import { decodePrintableKey } from "../keys.js";

const clean = (text) => text.replace(/\r\n?/g, "\n").replaceAll("\t", "    ");

export class Editor {
  focused = false;
  disableSubmit = false;
  onSubmit;
  onChange;
  borderColor;
  #paddingX;
  #pastes = new Pastes();
  #buffer = new Buffer((line) => this.#pastes.ranges(line));
  #history = new History();
  #gate = new PasteGate();
  #completion;
  #width = 80;
  #scroll = 0;
  #column = null;
  #jump = null;
  #rendered = { rows: 0, menu: 0 };

  constructor(tui, theme, options = {}) {
    this.tui = tui;
    this.theme = theme;
    this.borderColor = theme.borderColor;
    this.#paddingX = Math.max(0, Math.floor(options.paddingX ?? 0));
    const editor = this;
    this.#completion = new Completion({
      get lines() {
        return editor.#buffer.lines;
      },
      get line() {
        return editor.#buffer.line;
      },
      get col() {
        return editor.#buffer.col;
      },
      apply: (result) => this.#apply(result),
      changed: () => this.tui?.requestRender?.(),
    }, theme.selectList);
    this.setAutocompleteMaxVisible(options.autocompleteMaxVisible ?? 5);
  }

  get capturesViewportInput() {
    return this.#completion.open;
  }
  getPaddingX() {
    return this.#paddingX;
  }
  setPaddingX(padding) {
    this.#paddingX = Math.max(0, Math.floor(padding));
    this.tui?.requestRender?.();
  }
  getAutocompleteMaxVisible() {
    return this.#completion.maxVisible;
  }
  setAutocompleteMaxVisible(count) {
    this.#completion.maxVisible = Math.max(3, Math.min(20, Math.floor(count)));
  }
  setAutocompleteProvider(provider) {
    this.#completion.provider = provider;
  }
  isShowingAutocomplete() {
    return this.#completion.open;
  }
  addToHistory(text) {
    this.#history.add(text);
  }
  getText() {
    return this.#buffer.text;
  }
  getExpandedText() {
    return this.#pastes.expand(this.#buffer.text);
  }
  getLines() {
    return [...this.#buffer.lines];
  }
  getCursor() {
    return { line: this.#buffer.line, col: this.#buffer.col };
  }
  setText(text) {
    this.#completion.close();
    this.#history.leave();
    this.#column = null;
    const before = this.#buffer.text;
    this.#buffer.replaceAll(clean(text));
    if (this.#buffer.text !== before) this.#told();
  }
  insertTextAtCursor(text) {
    if (!text) return;
    this.#buffer.insert(clean(text));
    this.#edited();
  }
  invalidate() {}

  #told() {
    this.onChange?.(this.#buffer.text);
  }
  #edited() {
    this.#history.leave();
    this.#column = null;
    this.#told();
  }
  #apply({ lines, cursorLine, cursorCol }) {
    this.#buffer.replaceAll(lines.join("\n"));
    this.#buffer.moveTo(cursorLine, cursorCol);
    this.#edited();
  }

  // ---- keys ----

  handleInput(data) {
    const pasted = this.#gate.take(data);
    if (pasted === null) return;
    if (pasted) {
      this.#pasteText(pasted.paste);
      if (pasted.rest) this.handleInput(pasted.rest);
      return;
    }
    const keys = getKeybindings();
    if (this.#jump !== null) {
      const forward = this.#jump;
      this.#jump = null;
      const character = decodePrintableKey(data) ?? data;
      if (character >= " " && !character.startsWith("\u001b")) {
        this.#buffer.jump(character, forward);
        return;
      }
    }
    if (this.#completion.open && this.#menuKey(data, keys)) return;
    if (keys.matches(data, "tui.input.tab")) {
      if (this.#completion.hasProvider && this.#completion.allowsFiles()) this.#completion.request(true);
      return;
    }
    for (const [name, act] of this.#moves) if (keys.matches(data, name)) return void act();
    for (const [name, act] of this.#edits) {
      if (!keys.matches(data, name)) continue;
      act();
      this.#edited();
      this.#completion.update();
      return;
    }
    if (keys.matches(data, "tui.input.newLine")) this.#newLine();
    else if (keys.matches(data, "tui.input.submit")) this.#enter();
    else this.#typed(decodePrintableKey(data) ?? data);
  }

  #menuKey(data, keys) {
    if (keys.matches(data, "tui.select.cancel")) this.#completion.close();
    else if (["tui.select.up", "tui.select.down", "tui.select.pageUp", "tui.select.pageDown"].some((name) => keys.matches(data, name))) {
      this.#completion.list.handleInput(data);
    } else if (keys.matches(data, "tui.input.tab")) this.#completion.accept();
    else if (keys.matches(data, "tui.select.confirm")) {
      const command = this.#completion.completesCommand;
      this.#completion.accept();
      if (command) this.#submit();
    } else return false;
    return true;
  }

  #typed(text) {
    if (/[\u0000-\u001f\u007f-\u009f]/.test(text)) return;
    this.#buffer.type(text);
    this.#edited();
    this.#completion.update();
  }

  #pasteText(raw) {
    let text = clean(raw).replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, "");
    const before = this.#buffer.current.slice(0, this.#buffer.col);
    // A path behind a word stays a word of its own.
    if (/^[/~.]/.test(text) && /\w$/.test(before)) text = ` ${text}`;
    this.#buffer.insert(this.#pastes.take(text));
    this.#edited();
  }

  #newLine() {
    this.#completion.close();
    this.#buffer.insert("\n");
    this.#edited();
  }

  /** A backslash right before Enter makes a new line. */
  #enter() {
    if (this.disableSubmit) return;
    if (this.#buffer.col > 0 && this.#buffer.current[this.#buffer.col - 1] === "\\") {
      this.#buffer.deleteLeft();
      this.#newLine();
      return;
    }
    this.#submit();
  }
  #submit() {
    const text = this.#pastes.expand(this.#buffer.text).trim();
    this.#completion.close();
    this.#buffer = new Buffer((line) => this.#pastes.ranges(line));
    this.#pastes.clear();
    this.#history.leave();
    this.#scroll = 0;
    this.#told();
    this.onSubmit?.(text);
  }

  #edits = [
    ["tui.editor.undo", () => this.#buffer.undo()],
    ["tui.editor.deleteToLineEnd", () => this.#buffer.killToEnd()],
    ["tui.editor.deleteToLineStart", () => this.#buffer.killToStart()],
    ["tui.editor.deleteWordBackward", () => this.#buffer.killWordLeft()],
    ["tui.editor.deleteWordForward", () => this.#buffer.killWordRight()],
    ["tui.editor.deleteCharBackward", () => this.#buffer.deleteLeft()],
    ["tui.editor.deleteCharForward", () => this.#buffer.deleteRight()],
    ["tui.editor.yank", () => this.#buffer.yank()],
    ["tui.editor.yankPop", () => this.#buffer.yankPop()],
  ];

  #moves = [
    ["tui.editor.historyPrevious", () => this.#browse(true)],
    ["tui.editor.historyNext", () => this.#browse(false)],
    ["tui.editor.cursorUp", () => this.#vertical(-1)],
    ["tui.editor.cursorDown", () => this.#vertical(1)],
    ["tui.editor.pageUp", () => this.#vertical(-this.#room(), true)],
    ["tui.editor.pageDown", () => this.#vertical(this.#room(), true)],
    ["tui.editor.cursorLeft", () => this.#horizontal(() => this.#buffer.moveLeft())],
    ["tui.editor.cursorRight", () => this.#horizontal(() => this.#buffer.moveRight())],
    ["tui.editor.cursorWordLeft", () => this.#horizontal(() => this.#buffer.moveWordLeft())],
    ["tui.editor.cursorWordRight", () => this.#horizontal(() => this.#buffer.moveWordRight())],
    ["tui.editor.cursorLineStart", () => this.#horizontal(() => this.#buffer.moveTo(this.#buffer.line, 0))],
    ["tui.editor.cursorLineEnd", () => this.#horizontal(() => this.#buffer.moveTo(this.#buffer.line, this.#buffer.current.length))],
    ["tui.editor.jumpForward", () => { this.#jump = true; }],
    ["tui.editor.jumpBackward", () => { this.#jump = false; }],
  ];

  #horizontal(move) {
    move();
    this.#column = null;
    this.#completion.update();
  }
  #browse(older) {
    const text = this.#history.step(older, this.#buffer.text);
    if (text === undefined) return;
    this.#buffer.reset(text);
    if (older) this.#buffer.moveTo(0, 0);
    this.#told();
  }
  #vertical(rows, page = false) {
    const all = this.#rows();
    const at = rowOf(all, this.#buffer.line, this.#buffer.col);
    const canBrowse = !page && (this.#buffer.isEmpty || this.#history.browsing);
    if (rows < 0 && at === 0 && canBrowse) return this.#browse(true);
    if (rows > 0 && at === all.length - 1 && this.#history.browsing && !page) return this.#browse(false);
    const to = Math.max(0, Math.min(all.length - 1, at + rows));
    if (to === at) {
      this.#buffer.moveTo(this.#buffer.line, rows < 0 ? all[at].start : all[at].end);
      return undefined;
    }
    this.#column ??= columnOf(all[at], this.#buffer.col);
    this.#buffer.moveTo(all[to].line, placeAt(all[to], this.#column));
    return undefined;
  }

  // ---- rows ----

  #inner(width) {
    // One cell is left free for a cursor behind the last character, unless the padding has it.
    return Math.max(1, width - this.#paddingX * 2 - (this.#paddingX > 0 ? 0 : 1));
  }
  #rows() {
    return layout(this.#buffer.lines, this.#inner(this.#width), (line) => this.#pastes.ranges(line));
  }
  #room() {
    return Math.max(5, Math.floor((this.tui?.terminal?.rows ?? 24) * 0.3));
  }

  #border(width, count, arrow) {
    if (count <= 0) return this.borderColor("─".repeat(Math.max(0, width)));
    const words = ` ${arrow} ${count} more `;
    const right = Math.max(0, Math.ceil((width - words.length) / 2));
    const left = Math.max(0, width - words.length - right);
    return this.borderColor(`${"─".repeat(left)}${words}${"─".repeat(right)}`.slice(0, Math.max(0, width)));
  }
  renderTopBorder(width, hiddenLineCount) {
    return this.#border(width, hiddenLineCount, "↑");
  }
  renderBottomBorder(width, hiddenLineCount) {
    return this.#border(width, hiddenLineCount, "↓");
  }

  render(width) {
    this.#width = width;
    const rows = this.#rows();
    const at = rowOf(rows, this.#buffer.line, this.#buffer.col);
    const room = this.#room();
    if (at < this.#scroll) this.#scroll = at;
    if (at >= this.#scroll + room) this.#scroll = at - room + 1;
    this.#scroll = Math.max(0, Math.min(this.#scroll, rows.length - room));
    const shown = rows.slice(this.#scroll, this.#scroll + room);
    const margin = " ".repeat(this.#paddingX);
    const lines = [this.renderTopBorder(width, this.#scroll)];
    for (const [i, row] of shown.entries()) {
      const text = this.#scroll + i === at ? this.#withCursor(row) : row.text;
      const line = margin + text;
      lines.push(line + " ".repeat(Math.max(0, width - visibleWidth(line))));
    }
    lines.push(this.renderBottomBorder(width, rows.length - this.#scroll - shown.length));
    const menu = this.#completion.open ? this.#completion.list.render(Math.max(1, width - this.#paddingX * 2)) : [];
    for (const line of menu) lines.push(margin + line + " ".repeat(Math.max(0, width - visibleWidth(margin + line))));
    this.#rendered = { rows: shown.length, menu: menu.length };
    return lines;
  }

  #withCursor(row) {
    const at = this.#buffer.col - row.start;
    const [before, after] = [row.text.slice(0, at), row.text.slice(at)];
    const under = after === "" ? " " : cells(after)[0];
    const marker = this.focused && !this.#completion.open ? CURSOR_MARKER : "";
    return before + marker + renderFakeCursor(under) + after.slice(after === "" ? 0 : under.length);
  }

  handleMouse(event) {
    const { rows, menu } = this.#rendered;
    if (menu > 0 && event.y > rows + 1) return this.#completion.list?.handleMouse({ ...event, y: event.y - rows - 2 });
    if (event.type !== "press" || event.button !== "left" || event.y < 1 || event.y > rows) return undefined;
    const row = this.#rows()[this.#scroll + event.y - 1];
    if (row) this.#buffer.moveTo(row.line, placeAt(row, Math.max(0, event.x - this.#paddingX)));
    this.#column = null;
    return { handled: true, focus: true };
  }
}
