// The theme in force, as extensions use it: names of colors around text.

import { ask } from "./bridge.js";

const RESET = "\u001b[39m";
const RESET_BACKGROUND = "\u001b[49m";

/** `#rrggbb`, an index, or nothing → the sequence that switches it on. */
function sequence(color, layer) {
  if (typeof color === "number") return `\u001b[${layer};5;${color}m`;
  const match = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color ?? "");
  if (match === null) return layer === 38 ? RESET : RESET_BACKGROUND;
  const [, red, green, blue] = match.map((part) => Number.parseInt(part, 16));
  return `\u001b[${layer};2;${red};${green};${blue}m`;
}

class Theme {
  #colors;

  constructor(data) {
    this.name = data.name;
    this.sourcePath = data.path;
    this.appearance = data.appearance;
    this.#colors = data.colors ?? {};
  }

  get colors() {
    return { ...this.#colors };
  }
  style(text, { fg, bg, bold, italic, underline, inverse, strikethrough } = {}) {
    let out = text;
    if (bold) out = this.bold(out);
    if (italic) out = this.italic(out);
    if (underline) out = this.underline(out);
    if (inverse) out = this.inverse(out);
    if (strikethrough) out = this.strikethrough(out);
    if (fg) out = this.fg(fg, out);
    return bg ? this.bg(bg, out) : out;
  }
  fg(name, text) {
    return `${this.getFgAnsi(name)}${text}${RESET}`;
  }
  bg(name, text) {
    return `${this.getBgAnsi(name)}${text}${RESET_BACKGROUND}`;
  }
  bold(text) {
    return `\u001b[1m${text}\u001b[22m`;
  }
  dim(text) {
    return `\u001b[2m${text}\u001b[22m`;
  }
  italic(text) {
    return `\u001b[3m${text}\u001b[23m`;
  }
  underline(text) {
    return `\u001b[4m${text}\u001b[24m`;
  }
  inverse(text) {
    return `\u001b[7m${text}\u001b[27m`;
  }
  strikethrough(text) {
    return `\u001b[9m${text}\u001b[29m`;
  }
  getFgAnsi(name) {
    return sequence(this.#colors[name], 38);
  }
  getBgAnsi(name) {
    return sequence(this.#colors[name], 48);
  }
  getColorMode() {
    return "truecolor";
  }
  getThinkingBorderColor(level) {
    const name = `thinking${level.charAt(0).toUpperCase()}${level.slice(1)}`;
    return (text) => this.fg(name, text);
  }
  getBashModeBorderColor() {
    return (text) => this.fg("bashMode", text);
  }
}

/** The theme of a name, or the one in force; nothing when there is none of that name. */
export function currentTheme(name) {
  const data = ask("theme.get", { name });
  if (data === undefined) return name === undefined ? new Theme({ name: "none" }) : undefined;
  return new Theme(data);
}
