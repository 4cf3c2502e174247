// The theme in force, as extensions use it: names of colors around text.

import { ask } from "./bridge.js";

const RESET = "\u001b[39m";
const RESET_BACKGROUND = "\u001b[49m";
const DIM = "\u001b[2m";

/** The nearest of the 216 colors of a terminal that has no more, or of its 24 grays. */
function indexOf(red, green, blue) {
  const steps = [0, 95, 135, 175, 215, 255];
  const distance = (color) => color.reduce((sum, part, i) => sum + (part - [red, green, blue][i]) ** 2, 0);
  const place = (part) => steps.reduce((best, step, i) => (Math.abs(step - part) < Math.abs(steps[best] - part) ? i : best), 0);
  const [r, g, b] = [red, green, blue].map(place);
  const gray = Math.min(23, Math.max(0, Math.round(((red + green + blue) / 3 - 8) / 10)));
  const level = 8 + gray * 10;
  return distance([level, level, level]) < distance([steps[r], steps[g], steps[b]]) ? 232 + gray : 16 + 36 * r + 6 * g + b;
}

/** `#rrggbb`, an index, or nothing → the sequence that switches it on. */
function sequence(color, layer, mode) {
  if (color === "dim") return `${RESET}${DIM}`;
  if (typeof color === "number") return `\u001b[${layer};5;${color}m`;
  const match = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color ?? "");
  if (match === null) return layer === 38 ? RESET : RESET_BACKGROUND;
  const [, red, green, blue] = match.map((part) => Number.parseInt(part, 16));
  return mode === "256color" ? `\u001b[${layer};5;${indexOf(red, green, blue)}m` : `\u001b[${layer};2;${red};${green};${blue}m`;
}

export class Theme {
  #foregrounds;
  #backgrounds;
  #mode;

  constructor(foregrounds = {}, backgrounds = {}, mode = "truecolor", { name, sourcePath, sourceInfo, appearance = "dark" } = {}) {
    this.name = name;
    this.sourcePath = sourcePath;
    this.sourceInfo = sourceInfo;
    this.appearance = appearance;
    this.#foregrounds = foregrounds;
    this.#backgrounds = backgrounds;
    this.#mode = mode;
  }

  get colors() {
    return { ...this.#backgrounds, ...this.#foregrounds };
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
    return `${this.getFgAnsi(name)}${text}${this.#foregrounds[name] === "dim" ? "\u001b[22;39m" : RESET}`;
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
    return sequence(this.#foregrounds[name], 38, this.#mode);
  }
  getBgAnsi(name) {
    return sequence(this.#backgrounds[name], 48, this.#mode);
  }
  getColorMode() {
    return this.#mode;
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
  if (data === undefined) return name === undefined ? new Theme({}, {}, "truecolor", { name: "none" }) : undefined;
  const { name: known, path: sourcePath, appearance, colors = {} } = data;
  return new Theme(colors, colors, "truecolor", { name: known, sourcePath, appearance });
}
