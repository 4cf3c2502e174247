// Which keys do what: actions with default keys, and what the person has set instead.

import { matchesKey } from "./keys.js";

const table = {
  "tui.editor.cursorUp": ["up", "Move cursor up"],
  "tui.editor.cursorDown": ["down", "Move cursor down"],
  "tui.editor.historyPrevious": [[], "Select previous prompt history entry"],
  "tui.editor.historyNext": [[], "Select next prompt history entry"],
  "tui.editor.cursorLeft": [["left", "ctrl+b"], "Move cursor left"],
  "tui.editor.cursorRight": [["right", "ctrl+f"], "Move cursor right"],
  "tui.editor.cursorWordLeft": [["alt+left", "ctrl+left", "alt+b"], "Move cursor word left"],
  "tui.editor.cursorWordRight": [["alt+right", "ctrl+right", "alt+f"], "Move cursor word right"],
  "tui.editor.cursorLineStart": [["home", "ctrl+a"], "Move to line start"],
  "tui.editor.cursorLineEnd": [["end", "ctrl+e"], "Move to line end"],
  "tui.editor.jumpForward": ["ctrl+]", "Jump forward to character"],
  "tui.editor.jumpBackward": ["ctrl+alt+]", "Jump backward to character"],
  "tui.editor.pageUp": [["pageUp", "ctrl+pageUp"], "Page up"],
  "tui.editor.pageDown": [["pageDown", "ctrl+pageDown"], "Page down"],
  "tui.editor.deleteCharBackward": ["backspace", "Delete character backward"],
  "tui.editor.deleteCharForward": [["delete", "ctrl+d"], "Delete character forward"],
  "tui.editor.deleteWordBackward": [["ctrl+w", "alt+backspace"], "Delete word backward"],
  "tui.editor.deleteWordForward": [["alt+d", "alt+delete"], "Delete word forward"],
  "tui.editor.deleteToLineStart": ["ctrl+u", "Delete to line start"],
  "tui.editor.deleteToLineEnd": ["ctrl+k", "Delete to line end"],
  "tui.editor.yank": ["ctrl+y", "Yank"],
  "tui.editor.yankPop": ["alt+y", "Yank pop"],
  "tui.editor.undo": ["ctrl+-", "Undo"],
  "tui.input.newLine": [["shift+enter", "ctrl+j"], "Insert newline"],
  "tui.input.submit": ["enter", "Submit input"],
  "tui.input.tab": ["tab", "Tab / autocomplete"],
  "tui.input.copy": ["ctrl+c", "Copy selection"],
  "tui.select.up": ["up", "Move selection up"],
  "tui.select.down": ["down", "Move selection down"],
  "tui.select.pageUp": ["pageUp", "Selection page up"],
  "tui.select.pageDown": ["pageDown", "Selection page down"],
  "tui.select.confirm": ["enter", "Confirm selection"],
  "tui.select.cancel": [["escape", "ctrl+c"], "Cancel selection"],
  "tui.altScreen.pageUp": ["pageUp", "Scroll viewport up one page"],
  "tui.altScreen.pageDown": ["pageDown", "Scroll viewport down one page"],
  "tui.altScreen.halfPageUp": [[], "Scroll viewport up half a page"],
  "tui.altScreen.halfPageDown": [[], "Scroll viewport down half a page"],
  "tui.altScreen.lineUp": [[], "Scroll viewport up one line"],
  "tui.altScreen.lineDown": [[], "Scroll viewport down one line"],
  "tui.altScreen.previousPrompt": [["ctrl+shift+up", "ctrl+up"], "Jump to previous semantic prompt"],
  "tui.altScreen.nextPrompt": [["ctrl+shift+down", "ctrl+down"], "Jump to next semantic prompt"],
  "tui.altScreen.search": ["ctrl+shift+f", "Search the primary scroll view"],
  "tui.altScreen.searchNext": [["enter", "ctrl+g"], "Select the next search match"],
  "tui.altScreen.searchPrevious": [["shift+enter", "ctrl+shift+g"], "Select the previous search match"],
  "tui.altScreen.searchClose": ["escape", "Close transcript search"],
  "tui.altScreen.top": ["ctrl+home", "Scroll viewport to top"],
  "tui.altScreen.bottom": ["ctrl+end", "Scroll viewport to bottom"],
};

export const TUI_KEYBINDINGS = Object.freeze(Object.fromEntries(
  Object.entries(table).map(([id, [defaultKeys, description]]) => [id, Object.freeze({ defaultKeys, description })]),
));

export class KeybindingsManager {
  #definitions;
  #user;

  constructor(definitions, userBindings = {}) {
    this.#definitions = definitions;
    this.#user = userBindings;
  }

  matches(data, action) {
    return this.getKeys(action).some((key) => matchesKey(data, key));
  }
  getKeys(action) {
    const own = this.#user[action];
    const keys = own === undefined ? this.#definitions[action]?.defaultKeys : own;
    return keys === undefined ? [] : [keys].flat();
  }
  getDefinition(action) {
    return this.#definitions[action];
  }
  /** Keys that the person gave to several actions. */
  getConflicts() {
    const byKey = new Map();
    for (const [action, keys] of Object.entries(this.#user)) {
      for (const key of [keys ?? []].flat()) byKey.set(key, [...(byKey.get(key) ?? []), action]);
    }
    return [...byKey].filter(([, actions]) => actions.length > 1).map(([key, keybindings]) => ({ key, keybindings }));
  }
  setUserBindings(userBindings) {
    this.#user = userBindings;
  }
  getUserBindings() {
    return { ...this.#user };
  }
  getResolvedBindings() {
    return Object.fromEntries(Object.keys(this.#definitions).map((action) => {
      const keys = this.getKeys(action);
      return [action, keys.length === 1 ? keys[0] : keys];
    }));
  }
}

let current;
export const setKeybindings = (keybindings) => {
  current = keybindings;
};
export function getKeybindings() {
  current ??= new KeybindingsManager(TUI_KEYBINDINGS);
  return current;
}

/** The selection after a page key, or undefined when the key is none. */
export function getSelectPageIndex(keybindings, data, selectedIndex, itemCount, pageSize) {
  const last = Math.max(0, itemCount - 1);
  if (keybindings.matches(data, "tui.select.pageUp")) return Math.max(0, Math.min(last, selectedIndex - pageSize));
  if (keybindings.matches(data, "tui.select.pageDown")) return Math.max(0, Math.min(last, selectedIndex + pageSize));
  return undefined;
}
