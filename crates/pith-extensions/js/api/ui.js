// `ctx.ui`: questions to the person, and what is shown beside the conversation.

import { ask, later } from "./bridge.js";
import { list } from "./given.js";
import { currentTheme } from "./theme.js";
import { addCompletion, custom, redrawAll, screen, setComponent, setEditor } from "./components.js";

/** @param {import("./record.js").Record} record */
export function makeUi(record) {
  const dialog = (method, args, options = {}) =>
    later(method, { ...args, timeout: options?.timeout }, { signal: options?.signal });
  const show = (what, value) => ask("ui.show", { what, extension: record.id, ...value });
  return {
    async select(title, options, opts) {
      const choices = list("select", "the options", options);
      // There is nothing to ask where there is nothing to choose.
      return choices.length === 0 ? undefined : dialog("ui.select", { title, options: choices }, opts);
    },
    confirm: async (title, message, opts) => (await dialog("ui.confirm", { title, message }, opts)) === true,
    input: (title, placeholder, opts) => dialog("ui.input", { title, placeholder }, opts),
    editor: (title, prefill) => dialog("ui.editor", { title, prefill }),
    notify: (message, level) => show("notify", { message: String(message), level }),
    setStatus: (key, text) => show("status", { key, text }),
    setWidget(key, content, options = {}) {
      const drawn = typeof content === "function";
      const lines = drawn || content === undefined ? undefined : list("setWidget", "the content", content);
      setComponent(record, "widget", drawn ? content : undefined, { key: String(key), ...options });
      if (!drawn) show("widget", { key, lines, placement: options?.placement });
    },
    setTitle: (title) => show("title", { title: String(title) }),
    setEditorText: (text) => show("editorText", { text: String(text) }),
    pasteToEditor: (text) => show("paste", { text: String(text) }),
    getEditorText: () => ask("ui.editorText") ?? "",
    setWorkingMessage: (message) => show("workingMessage", { message }),
    setWorkingVisible: (visible) => show("workingVisible", { visible: visible === true }),
    setWorkingIndicator: (options) => show("workingIndicator", { frames: options?.frames, intervalMs: options?.intervalMs }),
    setHiddenThinkingLabel: (label) => show("hiddenThinkingLabel", { label }),
    setToolsExpanded: (expanded) => show("toolsExpanded", { expanded: expanded === true }),
    getToolsExpanded: () => ask("ui.toolsExpanded") === true,
    custom: (factory, options) => custom(record, factory, options),
    setFooter: (factory) => void setComponent(record, "footer", factory, { third: () => screen().footerData() }),
    setHeader: (factory) => void setComponent(record, "header", factory),
    setEditorComponent: (factory) => void setEditor(record, factory),
    getEditorComponent: () => record.editorFactory,
    addAutocompleteProvider: (factory) => void addCompletion(record, factory),
    onTerminalInput: (handler) => setComponent(record, "listener", handler) ?? (() => {}),
    get theme() {
      return currentTheme();
    },
    getAllThemes: () => ask("theme.list") ?? [],
    getTheme: (name) => currentTheme(name),
    setTheme(theme) {
      const done = ask("theme.set", typeof theme === "string" ? { name: theme } : { name: theme?.name, colors: theme?.colors });
      if (done.success) redrawAll();
      return done;
    },
  };
}
