// `node:util`: promises from callbacks, text of values, small checks.

import { checkFunction, coded, invalidArgType, invalidArgValue } from "./errors.js";
import { colors, inspect } from "./util/inspect.js";
import { format, formatWithOptions } from "./util/format.js";
import { parseArgs } from "./util/parse-args.js";
import { parseEnv } from "./util/parse-env.js";
import { equal } from "./util/equal.js";
import types from "./util/types.js";
import { TextDecoder, TextEncoder } from "../globals/encoding.js";

export { format, formatWithOptions, inspect, parseArgs, parseEnv, types, TextDecoder, TextEncoder };

const customPromisify = Symbol.for("nodejs.util.promisify.custom");

export function promisify(original) {
  checkFunction(original, "original");
  const own = original[customPromisify];
  if (own) return checkFunction(own, "util.promisify.custom");
  const out = function (...args) {
    return new Promise((resolve, reject) => {
      Reflect.apply(original, this, [...args, (error, ...values) => (error ? reject(error) : resolve(values[0]))]);
    });
  };
  Object.setPrototypeOf(out, Object.getPrototypeOf(original));
  Object.defineProperty(out, customPromisify, { value: out, configurable: true });
  return Object.defineProperties(out, Object.getOwnPropertyDescriptors(original));
}
promisify.custom = customPromisify;

export function callbackify(original) {
  checkFunction(original, "original");
  return function (...args) {
    const done = checkFunction(args.pop(), "last argument");
    Reflect.apply(original, this, args).then(
      (value) => queueMicrotask(() => done.call(this, null, value)),
      (reason) => {
        const error = reason || Object.assign(new Error("Promise was rejected with a falsy value"), { code: "ERR_FALSY_VALUE_REJECTION", reason });
        queueMicrotask(() => done.call(this, error));
      },
    );
  };
}

export function inherits(constructor, parent) {
  checkFunction(constructor, "ctor");
  checkFunction(parent, "superCtor");
  Object.defineProperty(constructor, "super_", { value: parent, writable: true, configurable: true });
  Object.setPrototypeOf(constructor.prototype, parent.prototype);
}

const told = new Set();

export function deprecate(fn, message, code) {
  let warned = false;
  return Object.defineProperties(
    function (...args) {
      if (!warned && !(code && told.has(code))) {
        globalThis.process?.emitWarning?.(message, "DeprecationWarning", code);
        if (code) told.add(code);
      }
      warned = true;
      return new.target ? Reflect.construct(fn, args, new.target) : Reflect.apply(fn, this, args);
    },
    { prototype: { value: fn.prototype, writable: true } },
  );
}

/** Writes to standard error when `NODE_DEBUG` names the section. */
export function debuglog(section) {
  const wanted = (globalThis.process?.env.NODE_DEBUG ?? "").toUpperCase().split(",");
  const enabled = wanted.includes(section.toUpperCase());
  const log = (...args) => {
    if (enabled) globalThis.process.stderr.write(`${section.toUpperCase()} ${globalThis.process.pid}: ${format(...args)}\n`);
  };
  return Object.assign(log, { enabled });
}
export const debug = debuglog;

export function styleText(style, text, { validateStream = true, stream } = {}) {
  if (typeof text !== "string") throw invalidArgType("text", "of type string", text);
  const names = Array.isArray(style) ? style : [style];
  for (const name of names) if (!Object.hasOwn(colors, name)) throw invalidArgValue("format", name, `must be one of: ${Object.keys(colors).map((key) => `'${key}'`).join(", ")}`);
  if (validateStream && stream && stream.isTTY === false) return text;
  return names.reduceRight((out, name) => `\u001b[${colors[name][0]}m${out}\u001b[${colors[name][1]}m`, text);
}

// CSI and OSC sequences, and the single-character escapes.
const control = /[\u001b\u009b](?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[[\]()#;?]*(?:\d{1,4}(?:[;:]\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~])/g;

export function stripVTControlCharacters(text) {
  if (typeof text !== "string") throw invalidArgType("str", "of type string", text);
  return text.replace(control, "");
}

export function toUSVString(text) {
  return String(text).toWellFormed();
}

export const isDeepStrictEqual = (a, b) => equal(a, b, true);

const errno = {
  EPERM: 1, ENOENT: 2, ESRCH: 3, EINTR: 4, EIO: 5, E2BIG: 7, EBADF: 9, EAGAIN: 11, ENOMEM: 12, EACCES: 13, EBUSY: 16, EEXIST: 17,
  EXDEV: 18, ENOTDIR: 20, EISDIR: 21, EINVAL: 22, EMFILE: 24, EFBIG: 27, ENOSPC: 28, ESPIPE: 29, EROFS: 30, EPIPE: 32, ENAMETOOLONG: 36,
  ENOTEMPTY: 39, ELOOP: 40, EADDRINUSE: 98, ECONNRESET: 104, ETIMEDOUT: 110, ECONNREFUSED: 111, EHOSTUNREACH: 113,
};

export function getSystemErrorName(number) {
  return Object.keys(errno).find((name) => errno[name] === -number);
}

export function getSystemErrorMap() {
  return new Map(Object.entries(errno).map(([name, n]) => [-n, [name, name]]));
}

/** Resolves when the signal aborts. */
export function aborted(signal) {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

export function transferableAbortController() {
  return new AbortController();
}

export function getCallSites() {
  return [];
}

export const isArray = Array.isArray;
export const _extend = (target, source) => (source && typeof source === "object" ? Object.assign(target, source) : target);

const legacy = {
  isBoolean: (v) => typeof v === "boolean", isNull: (v) => v === null, isNullOrUndefined: (v) => v == null, isNumber: (v) => typeof v === "number",
  isString: (v) => typeof v === "string", isSymbol: (v) => typeof v === "symbol", isUndefined: (v) => v === undefined, isRegExp: types.isRegExp,
  isObject: (v) => v !== null && typeof v === "object", isDate: types.isDate, isError: (v) => v instanceof Error, isFunction: (v) => typeof v === "function",
  isPrimitive: (v) => v === null || (typeof v !== "object" && typeof v !== "function"),
};
export const {
  isBoolean, isNull, isNullOrUndefined, isNumber, isString, isSymbol, isUndefined, isRegExp, isObject, isDate, isError, isFunction, isPrimitive,
} = legacy;

export class MIMEType {
  constructor(text) {
    const match = /^\s*([^/;\s]+)\/([^;\s]+)\s*(.*)$/.exec(text);
    if (!match) throw coded(TypeError, "ERR_INVALID_MIME_SYNTAX", `The MIME syntax for "${text}" is invalid`);
    this.type = match[1].toLowerCase();
    this.subtype = match[2].toLowerCase();
    this.params = new Map([...match[3].matchAll(/;\s*([^=;\s]+)=("([^"]*)"|[^;]*)/g)].map((part) => [part[1].toLowerCase(), part[3] ?? part[2].trim()]));
  }
  get essence() {
    return `${this.type}/${this.subtype}`;
  }
  toString() {
    return [this.essence, ...[...this.params].map(([key, value]) => `${key}=${value}`)].join(";");
  }
}

export default {
  promisify, callbackify, inherits, deprecate, debuglog, debug, format, formatWithOptions, inspect, parseArgs, parseEnv, types, styleText,
  stripVTControlCharacters, toUSVString, isDeepStrictEqual, getSystemErrorName, getSystemErrorMap, aborted, transferableAbortController,
  getCallSites, isArray, _extend, MIMEType, TextDecoder, TextEncoder, ...legacy,
};
