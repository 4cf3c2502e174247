// Rules that fit the width, a spinner between two of them, and texts cut to rows.

import { Container } from "../../pi-tui/components/container.js";
import { CancellableLoader, Loader } from "../../pi-tui/components/loader.js";
import { Spacer } from "../../pi-tui/components/small.js";
import { Text } from "../../pi-tui/components/text.js";
import { themeNow } from "../theme-now.js";

export class DynamicBorder {
  #color;
  constructor(color = (text) => themeNow().fg("border", text)) {
    this.#color = color;
  }
  invalidate() {}
  render(width) {
    return [this.#color("─".repeat(Math.max(1, width)))];
  }
}

export class BorderedLoader extends Container {
  #loader;
  #abort = new AbortController();

  constructor(tui, theme, message, { cancellable = true } = {}) {
    super();
    const border = (text) => theme.fg("border", text);
    const colors = [(text) => theme.fg("accent", text), (text) => theme.fg("muted", text)];
    this.#loader = cancellable ? new CancellableLoader(tui, ...colors, message) : new Loader(tui, ...colors, message);
    this.addChild(new DynamicBorder(border));
    this.addChild(this.#loader);
    if (cancellable) {
      this.addChild(new Spacer(1));
      this.addChild(new Text(theme.fg("dim", "escape") + theme.fg("muted", " cancel"), 1, 0));
    }
    this.addChild(new Spacer(1));
    this.addChild(new DynamicBorder(border));
  }
  get signal() {
    return this.#loader.signal ?? this.#abort.signal;
  }
  set onAbort(fn) {
    this.#loader.onAbort = fn;
  }
  handleInput(data) {
    this.#loader.handleInput?.(data);
  }
  dispose() {
    this.#loader.stop();
  }
}

/** The rows of a text at its start or end, and how many are left out. */
export function truncateToVisualLines(text, maxVisualLines, width, paddingX = 0, keep = "end") {
  const rows = text ? new Text(text, paddingX, 0).render(width) : [];
  if (rows.length <= maxVisualLines) return { visualLines: rows, skippedCount: 0 };
  const visualLines = keep === "start" ? rows.slice(0, maxVisualLines) : rows.slice(-maxVisualLines);
  return { visualLines, skippedCount: rows.length - maxVisualLines };
}
