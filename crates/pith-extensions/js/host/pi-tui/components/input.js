// One line to write into, scrolled sideways when it is long.

import { cells, sliceByColumn, visibleWidth } from "../columns.js";
import { CURSOR_MARKER, renderFakeCursor } from "../cursor.js";
import { KillRing } from "../editor/kill-ring.js";
import { PasteGate } from "../editor/paste-gate.js";
import { nextCharacter, nextWord, previousCharacter, previousWord } from "../editor/words.js";
import { getKeybindings } from "../keybindings.js";
import { decodePrintableKey } from "../keys.js";

export class Input {
  focused = false;
  onSubmit;
  onEscape;
  #value = "";
  #cursor = 0;
  #prompt;
  #placeholder;
  #placeholderStyle;
  #ring = new KillRing();
  #paste = new PasteGate();
  #undo = [];
  #last = "";
  #yanked = 0;
  #startColumn = 0;

  constructor({ prompt = "> ", placeholder = "", placeholderStyle = (text) => text } = {}) {
    this.#prompt = prompt;
    this.#placeholder = placeholder;
    this.#placeholderStyle = placeholderStyle;
  }

  getValue() {
    return this.#value;
  }
  setValue(value) {
    this.#value = value;
    this.#cursor = Math.min(this.#cursor, value.length);
  }
  invalidate() {}

  #remember() {
    this.#undo.push({ value: this.#value, cursor: this.#cursor });
    if (this.#undo.length > 100) this.#undo.shift();
  }
  #replace(from, to, text) {
    this.#value = this.#value.slice(0, from) + text + this.#value.slice(to);
    this.#cursor = from + text.length;
  }
  #cut(from, to, before) {
    if (from === to) return;
    this.#remember();
    this.#ring.push(this.#value.slice(from, to), { before, join: this.#last === "kill" });
    this.#replace(from, to, "");
    this.#last = "kill";
  }
  #insert(text) {
    if (text === " " || this.#last !== "type") this.#remember();
    this.#replace(this.#cursor, this.#cursor, text);
    this.#last = "type";
  }
  #go(to) {
    this.#cursor = to;
    this.#last = "";
  }

  handleInput(data) {
    const pasted = this.#paste.take(data);
    if (pasted === null) return;
    if (pasted) {
      this.#remember();
      this.#replace(this.#cursor, this.#cursor, pasted.paste.replace(/[\r\n]/g, "").replaceAll("\t", "    "));
      this.#last = "";
      if (pasted.rest) this.handleInput(pasted.rest);
      return;
    }
    const action = this.#actions.find(([names]) => names.some((name) => getKeybindings().matches(data, name)));
    if (action) {
      action[1]();
      return;
    }
    const text = decodePrintableKey(data) ?? data;
    if (!/[\u0000-\u001f\u007f-\u009f]/.test(text)) this.#insert(text);
  }

  #actions = [
    [["tui.select.cancel"], () => this.onEscape?.()],
    [["tui.input.submit"], () => this.onSubmit?.(this.#value)],
    [["tui.editor.undo"], () => {
      const was = this.#undo.pop();
      if (was) {
        this.#value = was.value;
        this.#cursor = was.cursor;
      }
      this.#last = "";
    }],
    [["tui.editor.deleteCharBackward"], () => this.#erase(previousCharacter(this.#value, this.#cursor), this.#cursor)],
    [["tui.editor.deleteCharForward"], () => this.#erase(this.#cursor, nextCharacter(this.#value, this.#cursor))],
    [["tui.editor.deleteWordBackward"], () => this.#cut(previousWord(this.#value, this.#cursor), this.#cursor, true)],
    [["tui.editor.deleteWordForward"], () => this.#cut(this.#cursor, nextWord(this.#value, this.#cursor), false)],
    [["tui.editor.deleteToLineStart"], () => this.#cut(0, this.#cursor, true)],
    [["tui.editor.deleteToLineEnd"], () => this.#cut(this.#cursor, this.#value.length, false)],
    [["tui.editor.yank"], () => this.#yank(this.#ring.peek())],
    [["tui.editor.yankPop"], () => {
      if (this.#last !== "yank" || this.#ring.size < 2) return;
      this.#replace(this.#cursor - this.#yanked, this.#cursor, "");
      this.#yank(this.#ring.rotate());
    }],
    [["tui.editor.cursorLeft"], () => this.#go(previousCharacter(this.#value, this.#cursor))],
    [["tui.editor.cursorRight"], () => this.#go(nextCharacter(this.#value, this.#cursor))],
    [["tui.editor.cursorLineStart"], () => this.#go(0)],
    [["tui.editor.cursorLineEnd"], () => this.#go(this.#value.length)],
    [["tui.editor.cursorWordLeft"], () => this.#go(previousWord(this.#value, this.#cursor))],
    [["tui.editor.cursorWordRight"], () => this.#go(nextWord(this.#value, this.#cursor))],
  ];

  #erase(from, to) {
    if (from === to) return;
    this.#remember();
    this.#replace(from, to, "");
    this.#last = "";
  }
  #yank(text) {
    if (text === undefined) return;
    this.#remember();
    this.#replace(this.#cursor, this.#cursor, text);
    this.#yanked = text.length;
    this.#last = "yank";
  }

  render(width) {
    const room = Math.max(1, width - visibleWidth(this.#prompt));
    const marker = this.focused ? CURSOR_MARKER : "";
    if (this.#value === "" && this.#placeholder) {
      const first = this.#placeholder.slice(0, nextCharacter(this.#placeholder, 0));
      const rest = sliceByColumn(this.#placeholder.slice(first.length), 0, Math.max(0, room - visibleWidth(first)), true);
      const line = this.#prompt + marker + renderFakeCursor(this.#placeholderStyle(first)) + (rest ? this.#placeholderStyle(rest) : "");
      return [line + " ".repeat(Math.max(0, width - visibleWidth(line)))];
    }
    const before = visibleWidth(this.#value.slice(0, this.#cursor));
    const total = visibleWidth(this.#value) + (this.#cursor === this.#value.length ? 1 : 0);
    // The cursor stays in view, in the middle of a long text and at its ends.
    this.#startColumn = total <= room ? 0 : Math.max(0, Math.min(before - Math.floor(room / 2), total - room));
    let [left, under, right] = ["", " ", ""];
    let column = 0;
    let index = 0;
    const flat = cells(this.#value);
    for (let i = 0; i < flat.length; i += 2) {
      const inView = column >= this.#startColumn && column + flat[i + 1] <= this.#startColumn + room;
      if (index === this.#cursor) under = flat[i];
      else if (inView && index < this.#cursor) left += flat[i];
      else if (inView) right += flat[i];
      index += flat[i].length;
      column += flat[i + 1];
    }
    const line = this.#prompt + left + marker + renderFakeCursor(under) + right;
    return [line + " ".repeat(Math.max(0, width - visibleWidth(line)))];
  }

  handleMouse(event) {
    if (event.type !== "press" || event.button !== "left") return undefined;
    let column = visibleWidth(this.#prompt) - this.#startColumn;
    let index = 0;
    const flat = cells(this.#value);
    for (let i = 0; i < flat.length && column + flat[i + 1] <= event.x; i += 2) {
      column += flat[i + 1];
      index += flat[i].length;
    }
    this.#go(index);
    return { handled: true, focus: true };
  }
}
