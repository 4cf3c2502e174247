// Deep equality, strict and loose, as `assert.deepStrictEqual` and `util.isDeepStrictEqual` mean it.

import { isBoxedPrimitive } from "./types.js";

function sameKeys(a, b) {
  const left = Object.keys(a);
  const right = Object.keys(b);
  return left.length === right.length && left.every((key) => Object.hasOwn(b, key));
}

function symbols(value) {
  return Object.getOwnPropertySymbols(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key));
}

function sets(a, b, strict, seen) {
  if (a.size !== b.size) return false;
  const rest = [...b];
  for (const item of a) {
    if (b.has(item)) continue;
    const at = rest.findIndex((other) => !a.has(other) && equal(item, other, strict, seen));
    if (at < 0) return false;
    rest.splice(at, 1);
  }
  return true;
}

function maps(a, b, strict, seen) {
  if (a.size !== b.size) return false;
  const rest = [...b.keys()];
  for (const [key, item] of a) {
    if (b.has(key)) {
      if (!equal(item, b.get(key), strict, seen)) return false;
      continue;
    }
    const at = rest.findIndex((other) => equal(key, other, strict, seen) && equal(item, b.get(other), strict, seen));
    if (at < 0) return false;
    rest.splice(at, 1);
  }
  return true;
}

/** Whether two values are equal all the way down. */
export function equal(a, b, strict, seen = new Map()) {
  if (strict ? Object.is(a, b) : a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    // Loose equality is what the loose form asks for.
    return !strict && typeof a !== "object" && typeof b !== "object" && a == b;
  }
  if (strict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const tag = Object.prototype.toString.call(a);
  if (tag !== Object.prototype.toString.call(b)) return false;
  if (seen.get(a) === b) return true;
  seen.set(a, b);
  if (Array.isArray(a) && a.length !== b.length) return false;
  if (a instanceof Date && a.getTime() !== b.getTime()) return false;
  if (a instanceof RegExp && (String(a) !== String(b) || a.lastIndex !== b.lastIndex)) return false;
  if (a instanceof Error && (a.message !== b.message || a.name !== b.name)) return false;
  if (isBoxedPrimitive(a) && !Object.is(a.valueOf(), b.valueOf())) return false;
  if (ArrayBuffer.isView(a)) {
    if (a.byteLength !== b.byteLength) return false;
    const left = new Uint8Array(a.buffer, a.byteOffset, a.byteLength);
    const right = new Uint8Array(b.buffer, b.byteOffset, b.byteLength);
    return left.every((byte, i) => byte === right[i]);
  }
  if (a instanceof ArrayBuffer) return equal(new Uint8Array(a), new Uint8Array(b), strict, seen);
  if (a instanceof Set && !sets(a, b, strict, seen)) return false;
  if (a instanceof Map && !maps(a, b, strict, seen)) return false;
  if (!sameKeys(a, b)) return false;
  for (const key of Object.keys(a)) if (!equal(a[key], b[key], strict, seen)) return false;
  if (strict) {
    const left = symbols(a);
    if (left.length !== symbols(b).length) return false;
    for (const key of left) if (!Object.hasOwn(b, key) || !equal(a[key], b[key], strict, seen)) return false;
  }
  return true;
}
