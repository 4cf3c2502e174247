// `node:buffer`: `Buffer`, which is a `Uint8Array` that knows encodings, and what the module exports beside it.
// Comes in: text, numbers and buffers; goes out: bytes. Numbers and encodings are in `buffer/`.

import { coded, invalidArgType, outOfRange } from "./errors.js";
import { codec, normalizedName } from "./buffer/encodings.js";
import { installNumbers } from "./buffer/numbers.js";
import { Blob, File } from "../globals/blob.js";

export const kMaxLength = 2 ** 31 - 1;
export const kStringMaxLength = 2 ** 29 - 24;
export const INSPECT_MAX_BYTES = 50;
export const constants = { MAX_LENGTH: kMaxLength, MAX_STRING_LENGTH: kStringMaxLength };

class FastBuffer extends Uint8Array {}

/** Deprecated as a constructor, and still called so by old packages. */
export function Buffer(value, encodingOrOffset, length) {
  if (typeof value === "number") return Buffer.alloc(value);
  return Buffer.from(value, encodingOrOffset, length);
}
Object.setPrototypeOf(Buffer, Uint8Array);
Buffer.prototype = FastBuffer.prototype;
Object.defineProperty(FastBuffer.prototype, "constructor", { value: Buffer, writable: true, configurable: true });
Object.defineProperty(Buffer, Symbol.species, { get: () => FastBuffer, configurable: true });

function adopt(bytes) {
  return new FastBuffer(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function codecFor(encoding) {
  const found = codec(encoding);
  if (!found) throw coded(TypeError, "ERR_UNKNOWN_ENCODING", `Unknown encoding: ${encoding}`);
  return found;
}

function checkLength(size) {
  if (typeof size !== "number") throw invalidArgType("size", "of type number", size);
  if (!(size >= 0 && size <= kMaxLength)) throw outOfRange("size", `>= 0 && <= ${kMaxLength}`, size);
}

function isBufferLike(value) {
  return value instanceof ArrayBuffer || Object.prototype.toString.call(value) === "[object SharedArrayBuffer]";
}

function copyArray(list) {
  const out = new FastBuffer(list.length > 0 ? list.length : 0);
  for (let i = 0; i < out.length; i += 1) out[i] = list[i];
  return out;
}

Object.assign(Buffer, {
  poolSize: 8192,

  from(value, encodingOrOffset, length) {
    if (typeof value === "string") return adopt(codecFor(encodingOrOffset).encode(value));
    if (value !== null && typeof value === "object") {
      if (isBufferLike(value)) {
        const offset = encodingOrOffset === undefined ? 0 : +encodingOrOffset || 0;
        if (offset > value.byteLength) throw coded(RangeError, "ERR_BUFFER_OUT_OF_BOUNDS", '"offset" is outside of buffer bounds');
        return new FastBuffer(value, offset, length === undefined ? undefined : Math.max(0, +length || 0));
      }
      if (ArrayBuffer.isView(value)) return copyArray(value);
      const primitive = value.valueOf?.();
      if (primitive != null && primitive !== value && (typeof primitive === "string" || typeof primitive === "object")) {
        return Buffer.from(primitive, encodingOrOffset, length);
      }
      if (value.length !== undefined) return typeof value.length === "number" ? copyArray(value) : new FastBuffer(0);
      if (value.type === "Buffer" && Array.isArray(value.data)) return copyArray(value.data);
      const toPrimitive = value[Symbol.toPrimitive];
      if (typeof toPrimitive === "function") {
        const text = toPrimitive.call(value, "string");
        if (typeof text === "string") return Buffer.from(text, encodingOrOffset);
      }
    }
    throw invalidArgType("first argument", "of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object", value);
  },

  of: (...bytes) => copyArray(bytes),

  alloc(size, fill, encoding) {
    checkLength(size);
    const out = new FastBuffer(size);
    return fill !== undefined && fill !== 0 && size > 0 ? out.fill(fill, encoding) : out;
  },

  allocUnsafe(size) {
    checkLength(size);
    return new FastBuffer(size);
  },

  allocUnsafeSlow: (size) => Buffer.allocUnsafe(size),
  copyBytesFrom(view, offset = 0, length) {
    const part = view.subarray(offset, length === undefined ? undefined : offset + length);
    return Buffer.from(part.buffer.slice(part.byteOffset, part.byteOffset + part.byteLength));
  },

  isBuffer: (value) => value instanceof FastBuffer,
  isEncoding: (name) => typeof name === "string" && name.length > 0 && codec(name) !== undefined,

  byteLength(value, encoding) {
    if (typeof value === "string") {
      const name = normalizedName(codec(encoding) ? encoding : "utf8");
      // These two are reckoned from the length, whatever the characters are.
      if (name === "hex") return value.length >>> 1;
      if (name.startsWith("base64")) return Math.floor((value.replace(/={1,2}$/, "").length * 3) / 4);
      return codecFor(name).encode(value).length;
    }
    if (ArrayBuffer.isView(value) || isBufferLike(value)) return value.byteLength;
    throw invalidArgType("string", "of type string or an instance of Buffer or ArrayBuffer", value);
  },

  compare(a, b) {
    if (!(a instanceof Uint8Array)) throw invalidArgType("buf1", "an instance of Buffer or Uint8Array", a);
    if (!(b instanceof Uint8Array)) throw invalidArgType("buf2", "an instance of Buffer or Uint8Array", b);
    const end = Math.min(a.length, b.length);
    for (let i = 0; i < end; i += 1) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
    return Math.sign(a.length - b.length);
  },

  concat(list, total) {
    if (!Array.isArray(list)) throw invalidArgType("list", "an instance of Array", list);
    for (const [i, part] of list.entries()) {
      if (!(part instanceof Uint8Array)) throw invalidArgType(`list[${i}]`, "an instance of Buffer or Uint8Array", part);
    }
    const out = Buffer.alloc(total ?? list.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of list) {
      const room = out.length - at;
      if (room <= 0) break;
      out.set(part.length > room ? part.subarray(0, room) : part, at);
      at += part.length;
    }
    return out;
  },
});

/** Start and end in the way `slice` of arrays counts them. */
function clamp(value, length, fallback) {
  if (value === undefined) return fallback;
  const n = Math.trunc(+value) || 0;
  return n < 0 ? Math.max(0, length + n) : Math.min(n, length);
}

function search(buffer, needle, offset, encoding, backward) {
  let from = offset;
  let enc = encoding;
  if (typeof from === "string") {
    enc = from;
    from = undefined;
  }
  let wanted;
  if (typeof needle === "string") wanted = codecFor(enc).encode(needle);
  else if (typeof needle === "number") wanted = Uint8Array.of(needle & 0xff);
  else if (needle instanceof Uint8Array) wanted = needle;
  else throw invalidArgType("value", "one of type number or string or an instance of Buffer or Uint8Array", needle);
  const last = buffer.length - wanted.length;
  let at = +from;
  if (from === undefined || Number.isNaN(at)) at = backward ? last : 0;
  at = Math.trunc(at);
  if (at < 0) at += buffer.length;
  if (wanted.length === 0) return Math.min(Math.max(at, 0), buffer.length);
  if (backward) at = Math.min(at, last);
  else at = Math.max(at, 0);
  for (; backward ? at >= 0 : at <= last; at += backward ? -1 : 1) {
    let i = 0;
    while (i < wanted.length && buffer[at + i] === wanted[i]) i += 1;
    if (i === wanted.length) return at;
  }
  return -1;
}

const methods = {
  toString(encoding, start, end) {
    const from = clamp(start === undefined || start < 0 ? 0 : start, this.length, 0);
    const to = end === undefined ? this.length : Math.min(Math.max(0, Math.trunc(end) || 0), this.length);
    if (to <= from) return "";
    return codecFor(encoding).decode(from === 0 && to === this.length ? this : this.subarray(from, to));
  },

  toJSON() {
    return { type: "Buffer", data: Array.from(this) };
  },

  equals(other) {
    if (!(other instanceof Uint8Array)) throw invalidArgType("otherBuffer", "an instance of Buffer or Uint8Array", other);
    return Buffer.compare(this, other) === 0;
  },

  compare(target, targetStart = 0, targetEnd = target.length, start = 0, end = this.length) {
    return Buffer.compare(this.subarray(start, end), target.subarray(targetStart, targetEnd));
  },

  copy(target, targetStart = 0, start = 0, end = this.length) {
    const part = this.subarray(start, Math.min(end, start + Math.max(0, target.length - targetStart)));
    target.set(part, targetStart);
    return part.length;
  },

  slice(start, end) {
    return this.subarray(start, end);
  },

  subarray(start, end) {
    const from = clamp(start, this.length, 0);
    const to = clamp(end, this.length, this.length);
    return new FastBuffer(this.buffer, this.byteOffset + from, Math.max(0, to - from));
  },

  write(text, offset, length, encoding) {
    if (typeof text !== "string") throw invalidArgType("argument", "of type string", text);
    let enc = encoding;
    let at = offset;
    let room = length;
    if (typeof at === "string") [enc, at, room] = [at, 0, undefined];
    else if (typeof room === "string") [enc, room] = [room, undefined];
    at ??= 0;
    if (at < 0 || at > this.length) throw outOfRange("offset", `>= 0 && <= ${this.length}`, at);
    const bytes = codecFor(enc).encode(text);
    let n = Math.min(bytes.length, this.length - at, room ?? Number.POSITIVE_INFINITY);
    // A character that does not fit is left out whole.
    if (n < bytes.length && normalizedName(enc) === "utf8") while (n > 0 && (bytes[n] & 0xc0) === 0x80) n -= 1;
    if (n < bytes.length && normalizedName(enc) === "utf16le") n -= n % 2;
    this.set(bytes.subarray(0, n), at);
    return n;
  },

  fill(value, start, end, encoding) {
    let [from, to, enc] = [start, end, encoding];
    if (typeof from === "string") [from, enc] = [0, from];
    else if (typeof to === "string") [to, enc] = [this.length, to];
    from ??= 0;
    to ??= this.length;
    if (from < 0 || from > this.length) throw outOfRange("offset", `>= 0 && <= ${this.length}`, from);
    if (to < 0 || to > this.length) throw outOfRange("end", `>= 0 && <= ${this.length}`, to);
    if (typeof value === "number" || typeof value === "boolean") return Uint8Array.prototype.fill.call(this, Number(value) & 0xff, from, to);
    const pattern = typeof value === "string" ? codecFor(enc).encode(value) : value;
    if (pattern.length === 0) {
      if (typeof value === "string" && value.length === 0) return Uint8Array.prototype.fill.call(this, 0, from, to);
      throw coded(TypeError, "ERR_INVALID_ARG_VALUE", `The argument 'value' is invalid. Received '${value}'`);
    }
    for (let i = from; i < to; i += 1) this[i] = pattern[(i - from) % pattern.length];
    return this;
  },

  indexOf(value, offset, encoding) {
    return search(this, value, offset, encoding, false);
  },
  lastIndexOf(value, offset, encoding) {
    return search(this, value, offset, encoding, true);
  },
  includes(value, offset, encoding) {
    return search(this, value, offset, encoding, false) !== -1;
  },
  toLocaleString(encoding, start, end) {
    return this.toString(encoding, start, end);
  },

  inspect() {
    const shown = Array.from(this.subarray(0, INSPECT_MAX_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const more = this.length - INSPECT_MAX_BYTES;
    const rest = more > 0 ? ` ... ${more} more byte${more > 1 ? "s" : ""}` : "";
    return `<Buffer${shown ? ` ${shown}` : ""}${rest}>`;
  },
};
methods[Symbol.for("nodejs.util.inspect.custom")] = methods.inspect;
for (const [name, encoding] of Object.entries({
  utf8: "utf8", ascii: "ascii", latin1: "latin1", hex: "hex", base64: "base64", base64url: "base64url", ucs2: "utf16le",
})) {
  methods[`${name}Slice`] = function (start, end) {
    return this.toString(encoding, start, end);
  };
  methods[`${name}Write`] = function (text, offset, length) {
    return this.write(text, offset, length, encoding);
  };
}
for (const key of Reflect.ownKeys(methods)) {
  Object.defineProperty(FastBuffer.prototype, key, { value: methods[key], writable: true, configurable: true });
}
Object.defineProperty(FastBuffer.prototype, "parent", { get() { return this.buffer; }, configurable: true });
Object.defineProperty(FastBuffer.prototype, "offset", { get() { return this.byteOffset; }, configurable: true });
installNumbers(FastBuffer.prototype);

export function SlowBuffer(size) {
  return Buffer.allocUnsafeSlow(size);
}

export function isUtf8(input) {
  try {
    new globalThis.TextDecoder("utf-8", { fatal: true }).decode(input);
    return true;
  } catch {
    return false;
  }
}

export function isAscii(input) {
  return Buffer.from(input.buffer ?? input).every((byte) => byte < 0x80);
}

export function transcode(source, from, to) {
  return Buffer.from(Buffer.from(source).toString(from), to);
}

export const atob = globalThis.atob;
export const btoa = globalThis.btoa;
export { Blob, File };

export default {
  Buffer, SlowBuffer, Blob, File, atob, btoa, constants, kMaxLength, kStringMaxLength, INSPECT_MAX_BYTES, isUtf8, isAscii, transcode,
};
