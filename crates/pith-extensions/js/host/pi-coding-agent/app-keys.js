// Which keys do what in the program: those of the toolkit, and the program's own actions.

import { KeybindingsManager, TUI_KEYBINDINGS } from "../pi-tui/keybindings.js";

const table = {
  "app.interrupt": "escape",
  "app.clear": "ctrl+c",
  "app.exit": "ctrl+d",
  "app.suspend": "ctrl+z",
  "app.editor.external": "ctrl+g",
  "app.clipboard.pasteImage": "ctrl+v",
  "app.session.new": [],
  "app.session.tree": [],
  "app.session.fork": [],
  "app.session.resume": [],
  "app.session.togglePath": "ctrl+p",
  "app.session.toggleSort": "ctrl+s",
  "app.session.toggleNamedFilter": "ctrl+n",
  "app.session.rename": "ctrl+r",
  "app.session.delete": "ctrl+d",
  "app.session.deleteNoninvasive": "ctrl+backspace",
  "app.model.select": "ctrl+l",
  "app.model.cycleForward": "ctrl+p",
  "app.model.cycleBackward": "shift+ctrl+p",
  "app.models.save": "ctrl+s",
  "app.models.enableAll": "ctrl+a",
  "app.models.clearAll": "ctrl+x",
  "app.models.toggleProvider": "ctrl+p",
  "app.models.reorderUp": "alt+up",
  "app.models.reorderDown": "alt+down",
  "app.thinking.cycle": "shift+tab",
  "app.thinking.save": "ctrl+s",
  "app.thinking.toggle": "ctrl+t",
  "app.tools.expand": "ctrl+o",
  "app.message.copy": "ctrl+x",
  "app.message.followUp": "alt+enter",
  "app.message.dequeue": "alt+up",
  "app.tree.foldOrUp": ["ctrl+left", "alt+left"],
  "app.tree.unfoldOrDown": ["ctrl+right", "alt+right"],
  "app.tree.editLabel": "shift+l",
  "app.tree.toggleLabelTimestamp": "shift+t",
  "app.tree.filter.default": "ctrl+d",
  "app.tree.filter.noTools": "ctrl+t",
  "app.tree.filter.userOnly": "ctrl+u",
  "app.tree.filter.labeledOnly": "ctrl+l",
  "app.tree.filter.all": "ctrl+a",
  "app.tree.filter.cycleForward": "ctrl+o",
  "app.tree.filter.cycleBackward": "shift+ctrl+o",
};

let made;

/** Every action with its keys. */
export function appKeybindings() {
  const own = Object.fromEntries(Object.entries(table).map(([id, defaultKeys]) => [id, { defaultKeys }]));
  made ??= new KeybindingsManager({ ...TUI_KEYBINDINGS, ...own });
  return made;
}
