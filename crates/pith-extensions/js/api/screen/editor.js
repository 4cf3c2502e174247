// The editor that an extension puts in the place of the program's: what it is given, and what the program hears of it.

import { ask, later } from "../bridge.js";
import { CustomEditor } from "../../host/pi-coding-agent/components/custom-editor.js";
import { getSelectListTheme } from "../../host/pi-coding-agent/themes.js";
import { CombinedAutocompleteProvider } from "../../host/pi-tui/autocomplete.js";

/** The editor where an extension adds completion alone. */
export const programsEditor = (tui, theme, keys) => new CustomEditor(tui, theme, keys);

/** Colors of an editor. @param {any} theme of the program */
export const editorTheme = (theme) => ({ borderColor: (text) => theme.fg("border", text), selectList: getSelectListTheme() });

/** Ways to complete, each around those before. @param {Function[]} factories */
function completion(factories) {
  const commands = (ask("commands") ?? []).map(({ name, description }) => ({
    name,
    description,
    getArgumentCompletions: (typed) => later("command.complete", { line: `/${name} ${typed}` }),
  }));
  return factories.reduce((current, factory) => factory(current) ?? current, new CombinedAutocompleteProvider(commands, ask("session.cwd")));
}

/**
 * Connects an editor with the program.
 * @param {any} editor
 * @param {Function[]} factories of ways to complete
 * @param {(what: string, more: object) => void} say
 */
export function connect(editor, factories, say) {
  const submit = (text, later) => {
    if (text.trim() === "") return;
    editor.addToHistory?.(text);
    say("submit", { text, later });
  };
  const key = (sequence) => () => say("key", { key: sequence });
  const text = ask("ui.editorText");
  if (text) editor.setText?.(text);
  editor.onSubmit = (sent) => submit(sent, false);
  editor.onChange = (changed) => say("text", { text: changed });
  editor.setAutocompleteProvider?.(completion(factories));
  if (typeof editor.onAction !== "function") return;
  editor.onEscape = key("\u001b");
  editor.onCtrlD = key("\u0004");
  editor.onAction("app.suspend", key("\u001a"));
  editor.onAction("app.tools.expand", key("\u000f"));
  editor.onAction("app.clear", () => (editor.getText() === "" ? key("\u0003")() : editor.setText("")));
  editor.onAction("app.message.followUp", () => {
    const typed = editor.getExpandedText?.() ?? editor.getText();
    editor.setText("");
    submit(typed, true);
  });
}
