// Colors: by number, by red, green and blue, and by lightness, chroma and hue; as escapes for a terminal.

export const indexedColor = (index) => ({ kind: "indexed", index });
export const rgbColor = (r, g, b) => ({ kind: "rgb", r, g, b });
export const oklchColor = (l, c, h) => ({ kind: "oklch", l, c, h });

const first = [
  [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205], [229, 229, 229], [127, 127, 127], [255, 0, 0],
  [0, 255, 0], [255, 255, 0], [92, 92, 255], [255, 0, 255], [0, 255, 255], [255, 255, 255],
];
const steps = [0, 95, 135, 175, 215, 255];

function indexToRgb(index) {
  if (index < 16) {
    const [r, g, b] = first[index];
    return { r, g, b };
  }
  if (index >= 232) {
    const gray = 8 + (index - 232) * 10;
    return { r: gray, g: gray, b: gray };
  }
  const n = index - 16;
  return { r: steps[Math.floor(n / 36)], g: steps[Math.floor(n / 6) % 6], b: steps[n % 6] };
}

const toLinear = (value) => {
  const v = value / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
};
const fromLinear = (value) => {
  const v = Math.max(0, Math.min(1, value));
  return 255 * (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);
};

function oklab({ r, g, b }) {
  const [x, y, z] = [toLinear(r), toLinear(g), toLinear(b)];
  const l = Math.cbrt(0.4122214708 * x + 0.5363325363 * y + 0.0514459929 * z);
  const m = Math.cbrt(0.2119034982 * x + 0.6806995451 * y + 0.1073969566 * z);
  const s = Math.cbrt(0.0883024619 * x + 0.2817188376 * y + 0.6299787005 * z);
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

function fromOklab({ l, a, b }) {
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return {
    r: fromLinear(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z),
    g: fromLinear(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z),
    b: fromLinear(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z),
  };
}

const polar = ({ l, a, b }) => ({ l, c: Math.hypot(a, b), h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 });
const square = ({ l, c, h }) => ({ l, a: c * Math.cos((h * Math.PI) / 180), b: c * Math.sin((h * Math.PI) / 180) });

export function colorToRgb(color) {
  if (color.kind === "rgb") return { r: color.r, g: color.g, b: color.b };
  return color.kind === "indexed" ? indexToRgb(color.index) : fromOklab(square(color));
}
export const colorToOklch = (color) => (color.kind === "oklch" ? { l: color.l, c: color.c, h: color.h } : polar(oklab(colorToRgb(color))));

export function colorToHex(color) {
  const { r, g, b } = colorToRgb(color);
  return `#${[r, g, b].map((part) => Math.round(Math.max(0, Math.min(255, part))).toString(16).padStart(2, "0")).join("")}`;
}

/** The most chroma that fits into sRGB at a lightness and a hue. */
function mostChroma(l, h) {
  let [low, high] = [0, 0.4];
  for (let i = 0; i < 24; i += 1) {
    const c = (low + high) / 2;
    const { a, b } = square({ l, c, h });
    const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
    const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
    const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
    const inside = [4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z, -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z, -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z]
      .every((part) => part >= -1e-4 && part <= 1 + 1e-4);
    if (inside) low = c;
    else high = c;
  }
  return low;
}

const toe = { k1: 0.206, k2: 0.03, k3: (1 + 0.206) / (1 + 0.03) };

/** Lightness as OKHSL counts it, from that of Oklab. */
export function oklabToOkhslLightness(l) {
  const { k1, k2, k3 } = toe;
  return 0.5 * (k3 * l - k1 + Math.sqrt((k3 * l - k1) ** 2 + 4 * k2 * k3 * l));
}
const lightnessBack = (x) => (x * x + toe.k1 * x) / (toe.k3 * (x + toe.k2));

export function okhslColor(h, s, l) {
  const lightness = lightnessBack(Math.max(0, Math.min(1, l)));
  const { r, g, b } = fromOklab(square({ l: lightness, c: mostChroma(lightness, h) * Math.max(0, Math.min(1, s)), h }));
  return rgbColor(r, g, b);
}
export function colorToOkhsl(color) {
  const { l, c, h } = colorToOklch(color);
  const most = mostChroma(l, h);
  return { h, s: most > 0 ? Math.min(1, c / most) : 0, l: oklabToOkhslLightness(l) };
}

export function parseColor(value) {
  if (typeof value === "number") {
    if (!Number.isInteger(value) || value < 0 || value > 255) throw new Error(`Invalid color index: ${value}`);
    return indexedColor(value);
  }
  const text = value.trim();
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1];
  if (hex) {
    const parts = hex.length === 3 ? [...hex].map((c) => c + c) : hex.match(/../g);
    return rgbColor(...parts.map((part) => Number.parseInt(part, 16)));
  }
  const number = (part) => (part.endsWith("%") ? Number(part.slice(0, -1)) / 100 : Number(part.replace(/deg$/, "")));
  const call = /^(oklch|okhsl)\(\s*([\d.+-]+%?)[\s,]+([\d.+-]+%?)[\s,]+([\d.+-]+(?:%|deg)?)\s*\)$/i.exec(text);
  if (call) {
    const [a, b, c] = call.slice(2).map(number);
    return call[1].toLowerCase() === "oklch" ? oklchColor(a, b, c) : okhslColor(a, b, c);
  }
  if (/^\d{1,3}$/.test(text)) return parseColor(Number(text));
  throw new Error(`Invalid color: ${value}`);
}

export function mixColors(one, other, amount, space = "oklch") {
  if (space === "srgb") {
    const [a, b] = [colorToRgb(one), colorToRgb(other)];
    return rgbColor(a.r + (b.r - a.r) * amount, a.g + (b.g - a.g) * amount, a.b + (b.b - a.b) * amount);
  }
  const [a, b] = [colorToOklch(one), colorToOklch(other)];
  // The shorter way around the circle of hues; a gray has none of its own.
  const from = a.c < 1e-4 ? b.h : a.h;
  const turn = (((b.c < 1e-4 ? from : b.h) - from + 540) % 360) - 180;
  return oklchColor(a.l + (b.l - a.l) * amount, a.c + (b.c - a.c) * amount, (from + turn * amount + 360) % 360);
}

function nearest({ r, g, b }) {
  const step = (value) => steps.reduce((best, one, i) => (Math.abs(one - value) < Math.abs(steps[best] - value) ? i : best), 0);
  const cube = 16 + 36 * step(r) + 6 * step(g) + step(b);
  const gray = 232 + Math.max(0, Math.min(23, Math.round(((r + g + b) / 3 - 8) / 10)));
  const far = (index) => {
    const other = indexToRgb(index);
    return (r - other.r) ** 2 + (g - other.g) ** 2 + (b - other.b) ** 2;
  };
  return far(gray) < far(cube) ? gray : cube;
}

function escape(color, mode, layer) {
  if (color.kind === "indexed") return `\u001b[${layer};5;${color.index}m`;
  const rgb = colorToRgb(color);
  if (mode === "256color") return `\u001b[${layer};5;${nearest(rgb)}m`;
  const part = (value) => Math.round(Math.max(0, Math.min(255, value)));
  return `\u001b[${layer};2;${part(rgb.r)};${part(rgb.g)};${part(rgb.b)}m`;
}
export const foregroundAnsi = (color, mode) => escape(color, mode, 38);
export const backgroundAnsi = (color, mode) => escape(color, mode, 48);

const attributes = [["bold", 1, 22], ["dim", 2, 22], ["italic", 3, 23], ["underline", 4, 24], ["inverse", 7, 27], ["strikethrough", 9, 29]];

export function styleTextWithAnsi(text, fgAnsi, bgAnsi, options = {}) {
  let [before, after] = ["", ""];
  if (fgAnsi) [before, after] = [before + fgAnsi, `\u001b[39m${after}`];
  if (bgAnsi) [before, after] = [before + bgAnsi, `\u001b[49m${after}`];
  for (const [name, on, off] of attributes) if (options[name]) [before, after] = [`${before}\u001b[${on}m`, `\u001b[${off}m${after}`];
  return before + text + after;
}
export function styleText(text, options, mode) {
  return styleTextWithAnsi(text, options.fg && foregroundAnsi(options.fg, mode), options.bg && backgroundAnsi(options.bg, mode), options);
}
