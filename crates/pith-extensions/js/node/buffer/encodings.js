// The encodings of `Buffer`: each turns text into bytes and a range of bytes into text.
// Comes in: strings or bytes; goes out: the other. Knows nothing of the class.

import { decode as utf8Decode, encode as utf8Encode } from "pith:native/text";

const CHUNK = 8192;

function fromUnits(parts) {
  let out = "";
  for (let i = 0; i < parts.length; i += CHUNK) out += String.fromCharCode.apply(null, parts.subarray(i, i + CHUNK));
  return out;
}

const utf8 = {
  encode: (text) => utf8Encode(text.toWellFormed()),
  decode: (bytes) => utf8Decode(bytes, false),
};

const latin1 = {
  encode(text) {
    const out = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i += 1) out[i] = text.charCodeAt(i);
    return out;
  },
  decode: fromUnits,
};

const ascii = {
  encode: latin1.encode,
  decode: (bytes) => fromUnits(bytes.map((byte) => byte & 0x7f)),
};

const utf16le = {
  encode(text) {
    const out = new Uint8Array(text.length * 2);
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i);
      out[i * 2] = unit & 0xff;
      out[i * 2 + 1] = unit >> 8;
    }
    return out;
  },
  decode(bytes) {
    const parts = new Uint16Array(bytes.length >> 1);
    for (let i = 0; i < parts.length; i += 1) parts[i] = bytes[i * 2] | (bytes[i * 2 + 1] << 8);
    return fromUnits(parts);
  },
};

const HEX = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));

function hexDigit(code) {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

const hex = {
  /** Stops at the first pair that is not two hex digits. */
  encode(text) {
    const out = new Uint8Array(text.length >> 1);
    for (let i = 0; i < out.length; i += 1) {
      const high = hexDigit(text.charCodeAt(i * 2));
      const low = hexDigit(text.charCodeAt(i * 2 + 1));
      if (high < 0 || low < 0) return out.subarray(0, i);
      out[i] = (high << 4) | low;
    }
    return out;
  },
  decode(bytes) {
    let out = "";
    for (let i = 0; i < bytes.length; i += 1) out += HEX[bytes[i]];
    return out;
  },
};

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const URL_ALPHABET = `${ALPHABET.slice(0, 62)}-_`;
const SEXTET = new Int8Array(128).fill(-1);
for (let i = 0; i < 64; i += 1) {
  SEXTET[ALPHABET.charCodeAt(i)] = i;
  SEXTET[URL_ALPHABET.charCodeAt(i)] = i;
}

/** Reads both alphabets, skips what belongs to neither, ends at the padding. */
function base64Bytes(text) {
  const out = new Uint8Array(Math.ceil((text.length * 3) / 4));
  let held = 0;
  let bits = 0;
  let length = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 61) break;
    const value = code < 128 ? SEXTET[code] : -1;
    if (value < 0) continue;
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out[length] = (held >> bits) & 0xff;
      length += 1;
    }
  }
  return out.subarray(0, length);
}

function base64Text(bytes, alphabet, pad) {
  const parts = [];
  let i = 0;
  for (; i + 2 < bytes.length; i += 3) {
    const n = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2];
    parts.push(alphabet[n >> 18] + alphabet[(n >> 12) & 63] + alphabet[(n >> 6) & 63] + alphabet[n & 63]);
  }
  const left = bytes.length - i;
  if (left === 1) parts.push(alphabet[bytes[i] >> 2] + alphabet[(bytes[i] & 3) << 4] + (pad ? "==" : ""));
  if (left === 2) {
    const n = (bytes[i] << 8) | bytes[i + 1];
    parts.push(alphabet[n >> 10] + alphabet[(n >> 4) & 63] + alphabet[(n & 15) << 2] + (pad ? "=" : ""));
  }
  return parts.join("");
}

const base64 = { encode: base64Bytes, decode: (bytes) => base64Text(bytes, ALPHABET, true) };
const base64url = { encode: base64Bytes, decode: (bytes) => base64Text(bytes, URL_ALPHABET, false) };

const byName = {
  utf8, "utf-8": utf8, latin1, binary: latin1, ascii, hex, base64, base64url,
  ucs2: utf16le, "ucs-2": utf16le, utf16le, "utf-16le": utf16le,
};

/** The codec of a name in any case, or undefined. */
export function codec(name) {
  if (name === undefined || name === null || name === "") return utf8;
  return byName[name] ?? byName[String(name).toLowerCase()];
}

/** The name in the form Node reports it, or undefined. */
export function normalizedName(name) {
  const found = codec(name);
  return found && { utf8: "utf8", latin1: "latin1", ascii: "ascii", hex: "hex", base64: "base64", base64url: "base64url", utf16le: "utf16le" }[
    Object.keys(byName).find((key) => byName[key] === found && !key.includes("-") && key !== "ucs2" && key !== "binary")
  ];
}
