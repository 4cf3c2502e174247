// A command that the person runs: what it prints, cut to its end until it is expanded, and how it ended.

import { stripTerminalSequences } from "../../pi-tui/escapes.js";
import { Container } from "../../pi-tui/components/container.js";
import { Loader } from "../../pi-tui/components/loader.js";
import { Spacer } from "../../pi-tui/components/small.js";
import { Text } from "../../pi-tui/components/text.js";
import { keyHint, keyText } from "../keys.js";
import { themeNow } from "../theme-now.js";
import { DynamicBorder, truncateToVisualLines } from "./frames.js";

const PREVIEW = 20;
const cleaned = (text) => stripTerminalSequences(text).replaceAll("\r\n", "\n").replaceAll("\r", "\n");

/** The last rows of a text, as many as the width makes of it. */
class Rows {
  constructor(text, padding) {
    this.text = text;
    this.padding = padding;
  }
  invalidate() {}
  render(width) {
    return truncateToVisualLines(this.text, PREVIEW, width, this.padding).visualLines;
  }
}

export class BashExecutionComponent extends Container {
  #command;
  #ui;
  #color;
  #padding;
  #output = "";
  #expanded = false;
  #loader;
  #end;

  constructor(command, ui, excludeFromContext = false, outputPad = 1) {
    super();
    this.#command = command;
    this.#ui = ui;
    this.#color = excludeFromContext ? "dim" : "bashMode";
    this.#padding = outputPad;
    const hint = `Running... (${keyText("app.interrupt")} stops it)`;
    this.#loader = new Loader(ui, (text) => themeNow().fg(this.#color, text), (text) => themeNow().fg("muted", text), hint);
    this.#build();
  }
  setExpanded(expanded) {
    this.#expanded = expanded;
    this.#build();
  }
  setOutputPad(outputPad) {
    this.#padding = outputPad;
    this.#build();
  }
  invalidate() {
    super.invalidate();
    this.#build();
  }
  appendOutput(chunk) {
    this.#output += cleaned(chunk);
    this.#build();
    this.#ui?.requestRender?.();
  }
  setComplete(exitCode, cancelled, truncationResult, fullOutputPath) {
    this.#loader.stop();
    this.#end = { exitCode, cancelled, truncated: truncationResult?.truncated === true, fullOutputPath };
    this.#build();
    this.#ui?.requestRender?.();
  }
  dispose() {
    this.#loader.stop();
  }
  getOutput() {
    return this.#output;
  }
  getCommand() {
    return this.#command;
  }

  #statuses(hidden) {
    const theme = themeNow();
    const { exitCode, cancelled, truncated, fullOutputPath } = this.#end;
    const lines = [];
    if (hidden > 0) lines.push(`${theme.fg("muted", `... ${hidden} more lines`)} ${keyHint("app.tools.expand", "shows them")}`);
    else if (this.#expanded && this.#output.split("\n").length > PREVIEW) lines.push(keyHint("app.tools.expand", "shows less"));
    if (cancelled) lines.push(theme.fg("warning", "(stopped)"));
    else if (exitCode !== undefined && exitCode !== null && exitCode !== 0) lines.push(theme.fg("error", `(exit ${exitCode})`));
    if (truncated && fullOutputPath) lines.push(theme.fg("warning", `All of it is in ${fullOutputPath}`));
    return lines;
  }
  #build() {
    this.clear();
    const theme = themeNow();
    const border = (text) => themeNow().fg(this.#color, text);
    this.addChild(new Spacer(1));
    this.addChild(new DynamicBorder(border));
    this.addChild(new Text(theme.fg(this.#color, theme.bold(`$ ${this.#command}`)), this.#padding, 0));
    const output = this.#output.replace(/\n+$/, "");
    const lines = output === "" ? [] : output.split("\n");
    const muted = (list) => list.map((line) => theme.fg("muted", line)).join("\n");
    if (lines.length > 0) {
      if (this.#expanded) this.addChild(new Text(`\n${muted(lines)}`, this.#padding, 0));
      else this.addChild(new Rows(`\n${muted(lines.slice(-PREVIEW))}`, this.#padding));
    }
    if (!this.#end) this.addChild(this.#loader);
    else {
      const statuses = this.#statuses(this.#expanded ? 0 : Math.max(0, lines.length - PREVIEW));
      if (statuses.length > 0) this.addChild(new Text(`\n${statuses.join("\n")}`, this.#padding, 0));
    }
    this.addChild(new DynamicBorder(border));
  }
}
