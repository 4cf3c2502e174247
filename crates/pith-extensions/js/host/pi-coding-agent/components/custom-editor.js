// The program's editor for extensions to derive from: keys of the program first, then text.

import { Editor } from "../../pi-tui/components/editor.js";

export class CustomEditor extends Editor {
  actionHandlers = new Map();
  onEscape;
  onCtrlD;
  onPasteImage;
  onExtensionShortcut;
  #keybindings;
  #working;

  constructor(tui, theme, keybindings, options = {}) {
    super(tui, theme, options);
    this.#keybindings = keybindings;
    this.embedWorkingStatus = options.embedWorkingStatus !== false;
  }
  setWorkingStatusIndicator(indicator) {
    this.#working = indicator;
  }
  onAction(action, handler) {
    this.actionHandlers.set(action, handler);
  }
  renderTopBorder(width, hiddenLineCount) {
    const status = this.embedWorkingStatus ? this.#working?.renderInline?.(Math.max(0, width - 6)) : undefined;
    if (!status || hiddenLineCount > 0) return super.renderTopBorder(width, hiddenLineCount);
    const used = 4 + (status.width ?? status.text.length);
    return `${this.borderColor("── ")}${status.text}${this.borderColor(` ${"─".repeat(Math.max(0, width - used))}`)}`;
  }

  handleInput(data) {
    const keys = this.#keybindings;
    if (this.onExtensionShortcut?.(data)) return;
    if (this.onPasteImage && keys.matches(data, "app.clipboard.pasteImage")) return this.onPasteImage();
    if (keys.matches(data, "app.interrupt") && !this.isShowingAutocomplete()) {
      const handler = this.onEscape ?? this.actionHandlers.get("app.interrupt");
      if (handler) return handler();
    } else if (keys.matches(data, "app.exit")) {
      if (this.getText() === "") {
        const handler = this.onCtrlD ?? this.actionHandlers.get("app.exit");
        if (handler) return handler();
      }
    } else {
      for (const [action, handler] of this.actionHandlers) {
        if (action !== "app.interrupt" && action !== "app.exit" && keys.matches(data, action)) return handler();
      }
    }
    return super.handleInput(data);
  }
}
