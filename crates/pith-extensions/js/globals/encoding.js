// `TextEncoder` and `TextDecoder`: text to bytes and back, whole or in pieces.
// Comes in: strings and buffers; goes out: the other. UTF-8 is the engine's host's; UTF-16 and Latin-1 are done here.

import { decode as utf8Decode, encode as utf8Encode } from "pith:native/text";

/** The bytes behind any buffer or view, without copying. */
export function bytesOf(input) {
  if (input instanceof Uint8Array) return input;
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  if (input instanceof ArrayBuffer || (typeof SharedArrayBuffer === "function" && input instanceof SharedArrayBuffer)) {
    return new Uint8Array(input);
  }
  throw new TypeError("The input must be an ArrayBuffer or a view of one");
}

export class TextEncoder {
  get encoding() {
    return "utf-8";
  }

  encode(text = "") {
    return utf8Encode(String(text).toWellFormed());
  }

  encodeInto(text, target) {
    let read = 0;
    let written = 0;
    for (const char of String(text).toWellFormed()) {
      const piece = utf8Encode(char);
      if (written + piece.length > target.length) break;
      target.set(piece, written);
      written += piece.length;
      read += char.length;
    }
    return { read, written };
  }

  get [Symbol.toStringTag]() {
    return "TextEncoder";
  }
}

const labels = new Map();
for (const [name, list] of [
  ["utf-8", "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8"],
  ["utf-16le", "utf-16le utf-16 ucs-2 iso-10646-ucs-2 csunicode unicode unicodefeff"],
  ["utf-16be", "utf-16be unicodefffe"],
  ["windows-1252", "windows-1252 latin1 latin-1 ascii us-ascii iso-8859-1 iso8859-1 iso88591 l1 cp1252 x-cp1252"],
]) {
  for (const label of list.split(" ")) labels.set(label, name);
}

// What windows-1252 has where Latin-1 has control characters, from 0x80 on.
const windows1252 =
  "\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f" +
  "\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178";

/** How many bytes at the end belong to a UTF-8 character that is not complete yet. */
export function incompleteTail(bytes) {
  const { length } = bytes;
  for (let back = 1; back <= 3 && back <= length; back += 1) {
    const byte = bytes[length - back];
    if ((byte & 0xc0) === 0x80) continue;
    const need = byte >= 0xf0 && byte <= 0xf4 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc2 && byte < 0xe0 ? 2 : 1;
    if (need <= back) return 0;
    if (back > 1 && !possibleSecond(byte, bytes[length - back + 1])) return 0;
    return back;
  }
  return 0;
}

function possibleSecond(lead, second) {
  if (lead === 0xe0) return second >= 0xa0;
  if (lead === 0xed) return second <= 0x9f;
  if (lead === 0xf0) return second >= 0x90;
  if (lead === 0xf4) return second <= 0x8f;
  return true;
}

function joined(a, b) {
  if (a.length === 0) return b;
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

function units(bytes, big) {
  const parts = [];
  for (let i = 0; i + 1 < bytes.length; i += 2) {
    parts.push(big ? (bytes[i] << 8) | bytes[i + 1] : bytes[i] | (bytes[i + 1] << 8));
  }
  let out = "";
  for (let i = 0; i < parts.length; i += 8192) out += String.fromCharCode.apply(null, parts.slice(i, i + 8192));
  return out;
}

export class TextDecoder {
  #encoding;
  #fatal;
  #ignoreBom;
  #rest = new Uint8Array(0);
  #started = false;

  constructor(label = "utf-8", { fatal = false, ignoreBOM = false } = {}) {
    const name = labels.get(String(label).trim().toLowerCase());
    if (name === undefined) {
      const error = new RangeError(`The "${label}" encoding is not supported`);
      error.code = "ERR_ENCODING_NOT_SUPPORTED";
      throw error;
    }
    this.#encoding = name;
    this.#fatal = Boolean(fatal);
    this.#ignoreBom = Boolean(ignoreBOM);
  }

  get encoding() {
    return this.#encoding;
  }
  get fatal() {
    return this.#fatal;
  }
  get ignoreBOM() {
    return this.#ignoreBom;
  }

  decode(input, { stream = false } = {}) {
    let bytes = joined(this.#rest, input === undefined ? new Uint8Array(0) : bytesOf(input));
    this.#rest = new Uint8Array(0);
    if (stream) {
      const keep = this.#incomplete(bytes);
      this.#rest = bytes.slice(bytes.length - keep);
      bytes = bytes.subarray(0, bytes.length - keep);
    }
    let text;
    try {
      text = this.#text(bytes);
    } catch {
      this.#started = false;
      const error = new TypeError(`The encoded data was not valid for encoding ${this.#encoding}`);
      error.code = "ERR_ENCODING_INVALID_ENCODED_DATA";
      throw error;
    }
    if (!this.#started && text.length) {
      this.#started = true;
      if (!this.#ignoreBom && text.charCodeAt(0) === 0xfeff && this.#encoding !== "windows-1252") text = text.slice(1);
    }
    if (!stream) this.#started = false;
    return text;
  }

  #incomplete(bytes) {
    if (this.#encoding === "utf-8") return incompleteTail(bytes);
    if (this.#encoding === "windows-1252") return 0;
    const odd = bytes.length % 2;
    const at = bytes.length - odd - (this.#encoding === "utf-16be" ? 2 : 1);
    return at >= 0 && (bytes[at] & 0xfc) === 0xd8 ? odd + 2 : odd;
  }

  #text(bytes) {
    switch (this.#encoding) {
      case "utf-8":
        return utf8Decode(bytes, this.#fatal);
      case "windows-1252": {
        let out = "";
        for (const byte of bytes) out += byte >= 0x80 && byte < 0xa0 ? windows1252[byte - 0x80] : String.fromCharCode(byte);
        return out;
      }
      default: {
        const text = units(bytes, this.#encoding === "utf-16be");
        const broken = bytes.length % 2 === 1 || !text.isWellFormed();
        if (broken && this.#fatal) throw new TypeError("ill-formed");
        return text.toWellFormed() + (bytes.length % 2 === 1 ? "\ufffd" : "");
      }
    }
  }

  get [Symbol.toStringTag]() {
    return "TextDecoder";
  }
}
