// Random bytes, numbers and identifiers, from the system's source.

import { random } from "pith:native/crypto";
import { Buffer } from "../buffer.js";
import { checkInteger, outOfRange } from "../errors.js";

export function randomBytes(size, callback) {
  checkInteger(size, "size", 0, 2 ** 31 - 1);
  const bytes = random(size);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!callback) return buffer;
  queueMicrotask(() => callback(null, buffer));
  return undefined;
}

export function randomFillSync(buffer, offset = 0, size = buffer.byteLength - offset) {
  const view = new Uint8Array(buffer.buffer ?? buffer, (buffer.byteOffset ?? 0) + offset, size);
  view.set(random(size));
  return buffer;
}
export function randomFill(buffer, ...rest) {
  const callback = rest.pop();
  randomFillSync(buffer, ...rest);
  queueMicrotask(() => callback(null, buffer));
}

/** Uniform below `max`: draws again rather than favor low numbers. */
export function randomInt(min, max, callback) {
  let [low, high, done] = [min, max, callback];
  if (high === undefined || typeof high === "function") [low, high, done] = [0, min, max];
  const range = high - low;
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || range <= 0) throw outOfRange("max", `greater than the value of "min" (${low})`, high);
  if (range > 2 ** 48 - 1) throw outOfRange("max - min", `<= ${2 ** 48 - 1}`, range);
  const limit = 2 ** 48 - (2 ** 48 % range);
  let drawn;
  do drawn = Buffer.from(random(6)).readUIntBE(0, 6);
  while (drawn >= limit);
  const out = low + (drawn % range);
  if (!done) return out;
  queueMicrotask(() => done(null, out));
  return undefined;
}

export function randomUUID() {
  const bytes = random(16);
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const kinds = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, BigInt64Array, BigUint64Array];

export function getRandomValues(view) {
  if (!kinds.some((Kind) => view instanceof Kind)) throw new TypeError("The data argument must be an integer-type TypedArray");
  if (view.byteLength > 65536) {
    throw Object.assign(new Error(`The requested length exceeds 65,536 bytes`), { name: "QuotaExceededError" });
  }
  return randomFillSync(view);
}
