// A spinner with a message, and one that Escape ends.

import { getKeybindings } from "../keybindings.js";
import { Text } from "./text.js";

const braille = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

export class Loader extends Text {
  #ui;
  #spinnerColor;
  #messageColor;
  #message;
  #frames = braille;
  #interval = 80;
  #frame = 0;
  #timer = null;
  #verbatim = false;

  constructor(ui, spinnerColorFn, messageColorFn, message = "Loading...", indicator) {
    super("", 1, 0);
    this.#ui = ui;
    this.#spinnerColor = spinnerColorFn;
    this.#messageColor = messageColorFn;
    this.#message = message;
    this.setIndicator(indicator);
  }
  render(width) {
    return ["", ...super.render(width)];
  }
  start() {
    this.#show();
    this.stop();
    if (this.#frames.length < 2) return;
    this.#timer = setInterval(() => {
      this.#frame = (this.#frame + 1) % this.#frames.length;
      this.#show();
    }, this.#interval);
    this.#timer?.unref?.();
  }
  stop() {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }
  setMessage(message) {
    this.#message = message;
    this.#show();
  }
  /** Frames given by the caller are shown as they are, with their own colors. */
  setIndicator(indicator) {
    this.#verbatim = indicator?.frames !== undefined;
    this.#frames = indicator?.frames ?? braille;
    this.#interval = indicator?.intervalMs > 0 ? indicator.intervalMs : 80;
    this.#frame = 0;
    this.start();
  }
  invalidate() {
    super.invalidate();
    this.#show();
  }
  getRenderedIndicator() {
    const frame = this.#frames[this.#frame] ?? "";
    return frame === "" || this.#verbatim ? frame : this.#spinnerColor(frame);
  }
  #show() {
    const indicator = this.getRenderedIndicator();
    this.setText(`${indicator}${indicator ? " " : ""}${this.#messageColor(this.#message)}`);
    this.#ui?.requestRender?.();
  }
}

export class CancellableLoader extends Loader {
  #abort = new AbortController();
  onAbort;

  get signal() {
    return this.#abort.signal;
  }
  get aborted() {
    return this.#abort.signal.aborted;
  }
  handleInput(data) {
    if (!getKeybindings().matches(data, "tui.select.cancel") || this.aborted) return;
    this.#abort.abort();
    this.onAbort?.();
  }
  dispose() {
    this.stop();
  }
}
