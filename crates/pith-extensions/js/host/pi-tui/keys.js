// What a terminal sends for a key, and whether that is the key meant.
// Comes in: raw sequences and names like `ctrl+shift+p`; goes out: names and answers. Legacy codes, xterm's and kitty's.

const symbols = {
  backtick: "`", hyphen: "-", equals: "=", leftbracket: "[", rightbracket: "]", backslash: "\\", semicolon: ";", quote: "'", comma: ",",
  period: ".", slash: "/", exclamation: "!", at: "@", hash: "#", dollar: "$", percent: "%", caret: "^", ampersand: "&", asterisk: "*",
  leftparen: "(", rightparen: ")", underscore: "_", plus: "+", pipe: "|", tilde: "~", leftbrace: "{", rightbrace: "}", colon: ":",
  lessthan: "<", greaterthan: ">", question: "?",
};
const named = [
  "escape", "esc", "enter", "return", "tab", "space", "backspace", "delete", "insert", "clear", "home", "end", "pageUp", "pageDown", "up", "down",
  "left", "right", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12",
];
const combinations = [
  "ctrl", "shift", "alt", "super", "ctrlShift", "shiftCtrl", "ctrlAlt", "altCtrl", "shiftAlt", "altShift", "ctrlSuper", "superCtrl", "shiftSuper",
  "superShift", "altSuper", "superAlt", "ctrlShiftAlt", "ctrlShiftSuper",
];

/** Names of keys: `Key.enter`, `Key.ctrl("c")`. */
export const Key = Object.freeze({
  ...Object.fromEntries(named.map((name) => [name, name])),
  ...symbols,
  ...Object.fromEntries(combinations.map((name) => {
    const prefix = name.replace(/[A-Z]/g, (letter) => `+${letter.toLowerCase()}`);
    return [name, (key) => `${prefix}+${key}`];
  })),
});

const order = ["ctrl", "shift", "alt", "super"];
const aliases = { esc: "escape", return: "enter", pageup: "pageUp", pagedown: "pageDown" };
const known = new Map();

/** One spelling for each key: modifiers in a fixed order, letters small, aliases resolved. */
function normalize(id) {
  const found = known.get(id);
  if (found) return found;
  const modifiers = new Set();
  let rest = id;
  for (;;) {
    const match = /^(ctrl|shift|alt|super)\+(?=.)/i.exec(rest);
    if (!match) break;
    modifiers.add(match[1].toLowerCase());
    rest = rest.slice(match[0].length);
  }
  const lower = rest.length === 1 ? rest.toLowerCase() : rest;
  const key = aliases[lower.toLowerCase()] ?? named.find((name) => name.toLowerCase() === lower.toLowerCase()) ?? lower;
  const out = [...order.filter((one) => modifiers.has(one)), key].join("+");
  known.set(id, out);
  return out;
}

function withModifiers(bits, key) {
  const on = [];
  if (bits & 4) on.push("ctrl");
  if (bits & 1) on.push("shift");
  if (bits & 2) on.push("alt");
  if (bits & 8) on.push("super");
  return [...on, key].join("+");
}

const letters = { A: "up", B: "down", C: "right", D: "left", E: "clear", F: "end", H: "home", P: "f1", Q: "f2", R: "f3", S: "f4", Z: "tab" };
const numbers = {
  1: "home", 2: "insert", 3: "delete", 4: "end", 5: "pageUp", 6: "pageDown", 7: "home", 8: "end", 11: "f1", 12: "f2", 13: "f3", 14: "f4", 15: "f5",
  17: "f6", 18: "f7", 19: "f8", 20: "f9", 21: "f10", 23: "f11", 24: "f12",
};
const codes = { 9: "tab", 13: "enter", 27: "escape", 32: "space", 127: "backspace" };
const keypad = [".", "/", "*", "-", "+", "enter", "=", ",", "left", "right", "up", "down", "pageUp", "pageDown", "home", "end", "insert", "delete", "clear"];

function codeName(code) {
  if (codes[code]) return codes[code];
  if (code >= 57399 && code <= 57408) return String(code - 57399);
  if (code >= 57409 && code <= 57427) return keypad[code - 57409];
  if (code >= 57344 && code <= 63743) return undefined;
  return code >= 33 && code <= 0x10ffff ? String.fromCodePoint(code).toLowerCase() : undefined;
}

const locks = 64 | 128;
const isLatin = (code) => code < 128 || (code >= 57344 && code <= 63743);

/** `CSI code:shifted:base ; modifiers:event ; text u` */
function kitty(data) {
  const match = /^\u001b\[(\d+)(?::(\d*))?(?::(\d*))?(?:;(\d*)(?::(\d))?)?(?:;[\d:]*)?u$/.exec(data);
  if (!match) return undefined;
  const code = Number(match[1]);
  return {
    code: !isLatin(code) && match[3] ? Number(match[3]) : code,
    own: code,
    shifted: match[2] ? Number(match[2]) : undefined,
    bits: (Number(match[4] || 1) - 1) & ~locks,
    event: Number(match[5] || 1),
  };
}

/** `CSI 1 ; modifiers:event LETTER`, `CSI number ; modifiers:event ~`, `CSI 27 ; modifiers ; code ~` */
function xterm(data) {
  const other = /^\u001b\[27;(\d+);(\d+)~$/.exec(data);
  if (other) return { key: codeName(Number(other[2])), bits: Number(other[1]) - 1, event: 1 };
  const tilde = /^\u001b\[(\d+)(?:;(\d+)(?::(\d))?)?~$/.exec(data);
  if (tilde) return { key: numbers[tilde[1]], bits: (Number(tilde[2] || 1) - 1) & ~locks, event: Number(tilde[3] || 1) };
  const letter = /^\u001b(?:\[|O)(?:1;(\d+)(?::(\d))?)?([A-FHPQRSZ])$/.exec(data);
  if (letter) {
    const bits = (Number(letter[1] || 1) - 1) & ~locks;
    return { key: letters[letter[3]], bits: letter[3] === "Z" ? bits | 1 : bits, event: Number(letter[2] || 1) };
  }
  return undefined;
}

const rxvt = { a: "up", b: "down", c: "right", d: "left" };

function legacyEscape(data) {
  const console = /^\u001b\[\[([A-E])$/.exec(data);
  if (console) return `f${console[1].charCodeAt(0) - 64}`;
  const arrow = /^\u001b(\[|O)([abcd])$/.exec(data);
  if (arrow) return `${arrow[1] === "[" ? "shift" : "ctrl"}+${rxvt[arrow[2]]}`;
  const tilde = /^\u001b\[(\d+)([$^@])$/.exec(data);
  if (tilde && numbers[tilde[1]]) return { $: "shift", "^": "ctrl", "@": "ctrl+shift" }[tilde[2]] + `+${numbers[tilde[1]]}`;
  return undefined;
}

/** What a control byte may mean; the first is what it is called. */
function controlNames(byte) {
  switch (byte) {
    case 0x00:
      return ["ctrl+space", "ctrl+@"];
    case 0x08:
      return ["backspace", "ctrl+h"];
    case 0x09:
      return ["tab", "ctrl+i"];
    case 0x0a:
      return ["enter", "ctrl+j"];
    case 0x0d:
      return ["enter", "ctrl+m"];
    case 0x1b:
      return ["escape", "ctrl+["];
    case 0x1c:
      return ["ctrl+\\"];
    case 0x1d:
      return ["ctrl+]"];
    case 0x1e:
      return ["ctrl+^", "ctrl+6"];
    case 0x1f:
      return ["ctrl+-", "ctrl+_", "ctrl+/"];
    case 0x7f:
      return ["backspace"];
    default:
      return byte < 0x20 ? [`ctrl+${String.fromCharCode(byte + 96)}`] : [];
  }
}

function single(data) {
  const byte = data.charCodeAt(0);
  if (byte === 32) return ["space"];
  if (byte < 33 || byte === 127) return controlNames(byte);
  if (byte > 126) return [];
  return /[A-Z]/.test(data) ? [`shift+${data.toLowerCase()}`] : [data];
}

function alternate(data) {
  const rest = data[1];
  const byte = rest.charCodeAt(0);
  if (rest === "b") return ["alt+left", "alt+b"];
  if (rest === "f") return ["alt+right", "alt+f"];
  if (byte === 32) return ["alt+space"];
  if (byte < 32 || byte === 127) return controlNames(byte).map((name) => (name.startsWith("ctrl+") ? name.replace("ctrl+", "ctrl+alt+") : `alt+${name}`));
  return byte < 127 && !/[A-Z]/.test(rest) ? [`alt+${rest}`] : [];
}

let lastData;
let lastNames = [];

/** All names of what was sent; the first is its own. */
function namesOf(data) {
  if (data === lastData) return lastNames;
  lastData = data;
  lastNames = compute(data).map(normalize);
  return lastNames;
}

function compute(data) {
  if (data.length === 1) return single(data);
  const sent = kitty(data);
  if (sent) {
    const key = codeName(sent.code);
    if (!key || sent.bits > 15) return [];
    const upper = sent.code >= 65 && sent.code <= 90 ? sent.bits | 1 : sent.bits;
    const names = [withModifiers(upper, key)];
    if (sent.shifted && sent.bits & 1) {
      const shown = String.fromCodePoint(sent.shifted);
      if (!/[A-Za-z]/.test(shown)) names.push(withModifiers(sent.bits & ~1, shown));
    }
    return names;
  }
  const function_ = xterm(data);
  if (function_) return function_.key && function_.bits <= 15 ? [withModifiers(function_.bits, function_.key)] : [];
  const old = legacyEscape(data);
  if (old) return [old];
  return data.length === 2 && data[0] === "\u001b" ? alternate(data) : [];
}

export function parseKey(data) {
  if (/^[A-Z]$/.test(data)) return data;
  return namesOf(data)[0];
}

export function matchesKey(data, id) {
  return namesOf(data).includes(normalize(id));
}

function eventOf(data) {
  if (!data.startsWith("\u001b[") || data.startsWith("\u001b[200~")) return 1;
  return (kitty(data) ?? xterm(data))?.event ?? 1;
}
export const isKeyRelease = (data) => eventOf(data) === 3;
export const isKeyRepeat = (data) => eventOf(data) === 2;

export function decodeKittyPrintable(data) {
  const sent = kitty(data);
  if (!sent || sent.bits & ~1 || sent.event === 3) return undefined;
  const code = sent.bits & 1 && sent.shifted ? sent.shifted : sent.own;
  if (code >= 57344 && code <= 63743) {
    const name = codeName(code);
    return name?.length === 1 ? name : undefined;
  }
  return code >= 32 && code !== 127 ? String.fromCodePoint(code) : undefined;
}

/** The character that a key puts into a text, or undefined. */
export function decodePrintableKey(data) {
  const printable = decodeKittyPrintable(data);
  if (printable !== undefined) return printable;
  const other = /^\u001b\[27;([12]);(\d+)~$/.exec(data);
  if (other && Number(other[2]) >= 32 && Number(other[2]) !== 127) return String.fromCodePoint(Number(other[2]));
  return undefined;
}

let kittyActive = false;
export const setKittyProtocolActive = (active) => {
  kittyActive = active;
};
export const isKittyProtocolActive = () => kittyActive;
