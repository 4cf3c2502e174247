// `structuredClone`: a deep copy of data, cycles and all; functions and symbols cannot be copied.

import { Blob } from "./blob.js";
import { DOMException } from "./dom-exception.js";

const errors = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

function refuse(value) {
  const shown = typeof value === "symbol" ? value.toString() : typeof value === "function" ? Function.prototype.toString.call(value) : "#<Object>";
  return new DOMException(`${shown} could not be cloned.`, "DataCloneError");
}

function copyView(view, seen) {
  const buffer = copy(view.buffer, seen);
  const Kind = view instanceof Uint8Array ? Uint8Array : view.constructor;
  const length = view instanceof DataView ? view.byteLength : view.length;
  return new Kind(buffer, view.byteOffset, length);
}

function copyError(error, seen) {
  const Kind = errors[error.name] ?? Error;
  const out = Object.create(Kind.prototype);
  seen.set(error, out);
  for (const key of ["message", "stack", "cause"]) {
    if (!Object.hasOwn(error, key)) continue;
    Object.defineProperty(out, key, { value: copy(error[key], seen), writable: true, configurable: true });
  }
  return out;
}

function copyOwn(from, to, seen) {
  for (const key of Object.keys(from)) to[key] = copy(from[key], seen);
  return to;
}

function copy(value, seen) {
  if (typeof value === "function" || typeof value === "symbol") throw refuse(value);
  if (value === null || typeof value !== "object") return value;
  if (seen.has(value)) return seen.get(value);
  const keep = (out) => {
    seen.set(value, out);
    return out;
  };
  if (Array.isArray(value)) return copyOwn(value, keep(new Array(value.length)), seen);
  // Nearly all data is made of plain objects, which need not be asked what else they might be.
  const above = Object.getPrototypeOf(value);
  if (above === Object.prototype || above === null) return copyOwn(value, keep({}), seen);
  if (value instanceof Date) return keep(new Date(value.getTime()));
  if (value instanceof RegExp) return keep(new RegExp(value.source, value.flags));
  if (value instanceof ArrayBuffer) return keep(value.slice(0));
  if (ArrayBuffer.isView(value)) return keep(copyView(value, seen));
  if (value instanceof Map) {
    const out = keep(new Map());
    for (const [key, item] of [...value]) out.set(copy(key, seen), copy(item, seen));
    return out;
  }
  if (value instanceof Set) {
    const out = keep(new Set());
    for (const item of [...value]) out.add(copy(item, seen));
    return out;
  }
  if (value instanceof Error) return copyError(value, seen);
  if (value instanceof Blob) return keep(value);
  if (value instanceof Number || value instanceof String || value instanceof Boolean || value instanceof BigInt) {
    return keep(Object(value.valueOf()));
  }
  if (value instanceof WeakMap || value instanceof WeakSet || value instanceof WeakRef || value instanceof Promise) throw refuse(value);
  return copyOwn(value, keep({}), seen);
}

export function structuredClone(value, { transfer = [] } = {}) {
  const seen = new Map();
  for (const buffer of transfer) if (buffer instanceof ArrayBuffer) seen.set(buffer, buffer.transfer?.() ?? buffer);
  return copy(value, seen);
}
