// `URL` and `URLSearchParams`. Parsing is the host's; the query as a list of pairs is kept here.
// Comes in: text; goes out: the parts of an address, each of which can be set.

import { parse, set } from "pith:native/url";
import { coded } from "../node/errors.js";

function decodePart(text) {
  const spaced = text.replaceAll("+", " ");
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    const bytes = [];
    const source = new TextEncoder().encode(spaced);
    for (let i = 0; i < source.length; i += 1) {
      const pair = source[i] === 37 && i + 2 < source.length ? String.fromCharCode(source[i + 1], source[i + 2]) : "";
      if (/^[0-9a-fA-F]{2}$/.test(pair)) {
        bytes.push(Number.parseInt(pair, 16));
        i += 2;
      } else bytes.push(source[i]);
    }
    return new TextDecoder().decode(Uint8Array.from(bytes));
  }
}

function encodePart(text) {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+");
}

function pairsOf(text) {
  const pairs = [];
  for (const part of text.split("&")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    pairs.push(at < 0 ? [decodePart(part), ""] : [decodePart(part.slice(0, at)), decodePart(part.slice(at + 1))]);
  }
  return pairs;
}

const bind = Symbol("bind");
const reread = Symbol("reread");

export class URLSearchParams {
  #pairs = [];
  #changed = () => {};

  constructor(init = "") {
    if (init === undefined || init === null) return;
    if (typeof init === "object" || typeof init === "function") {
      if (typeof init[Symbol.iterator] === "function") {
        for (const pair of init) {
          const list = [...pair];
          if (list.length !== 2) {
            throw coded(TypeError, "ERR_INVALID_TUPLE", "Each query pair must be an iterable [name, value] tuple");
          }
          this.#pairs.push([String(list[0]), String(list[1])]);
        }
      } else for (const key of Reflect.ownKeys(init)) {
        if (typeof key === "string") this.#pairs.push([key, String(init[key])]);
      }
      return;
    }
    this[reread](String(init));
  }

  [bind](changed) {
    this.#changed = changed;
  }
  [reread](text) {
    this.#pairs = pairsOf(text.startsWith("?") ? text.slice(1) : text);
  }

  get size() {
    return this.#pairs.length;
  }
  append(name, value) {
    this.#pairs.push([String(name), String(value)]);
    this.#changed();
  }
  delete(name, value) {
    this.#pairs = this.#pairs.filter(([k, v]) => k !== String(name) || (value !== undefined && v !== String(value)));
    this.#changed();
  }
  get(name) {
    return this.#pairs.find(([k]) => k === String(name))?.[1] ?? null;
  }
  getAll(name) {
    return this.#pairs.filter(([k]) => k === String(name)).map(([, v]) => v);
  }
  has(name, value) {
    return this.#pairs.some(([k, v]) => k === String(name) && (value === undefined || v === String(value)));
  }
  set(name, value) {
    const at = this.#pairs.findIndex(([k]) => k === String(name));
    if (at < 0) this.#pairs.push([String(name), String(value)]);
    else {
      this.#pairs[at][1] = String(value);
      this.#pairs = this.#pairs.filter(([k], i) => i <= at || k !== String(name));
    }
    this.#changed();
  }
  sort() {
    this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    this.#changed();
  }
  forEach(fn, self) {
    for (const [name, value] of this) fn.call(self, value, name, this);
  }
  *entries() {
    for (const [name, value] of this.#pairs) yield [name, value];
  }
  *keys() {
    for (const [name] of this.#pairs) yield name;
  }
  *values() {
    for (const [, value] of this.#pairs) yield value;
  }
  [Symbol.iterator]() {
    return this.entries();
  }
  toString() {
    return this.#pairs.map(([name, value]) => `${encodePart(name)}=${encodePart(value)}`).join("&");
  }
  [Symbol.for("nodejs.util.inspect.custom")](_depth, options, inspect) {
    const shown = this.#pairs.map(([name, value]) => `${inspect(name, options)} => ${inspect(value, options)}`);
    return shown.length ? `URLSearchParams { ${shown.join(", ")} }` : "URLSearchParams {}";
  }
  get [Symbol.toStringTag]() {
    return "URLSearchParams";
  }
}

function invalid(input, base) {
  const error = coded(TypeError, "ERR_INVALID_URL", "Invalid URL");
  error.input = input;
  if (base !== undefined) error.base = base;
  return error;
}

const blobs = new Map();

export class URL {
  #parts;
  #params;

  constructor(input, base) {
    const text = `${input}`;
    const from = base === undefined ? undefined : `${base}`;
    this.#parts = parse(text.toWellFormed(), from?.toWellFormed());
    if (!this.#parts) throw invalid(text, from);
  }

  static canParse(input, base) {
    return Boolean(parse(`${input}`.toWellFormed(), base === undefined ? undefined : `${base}`.toWellFormed()));
  }
  static parse(input, base) {
    return URL.canParse(input, base) ? new URL(input, base) : null;
  }
  /** Object addresses live as long as the extension. */
  static createObjectURL(blob) {
    const address = `blob:nodedata:${globalThis.crypto.randomUUID()}`;
    blobs.set(address, blob);
    return address;
  }
  static revokeObjectURL(address) {
    blobs.delete(String(address));
  }

  #set(field, value) {
    const parts = set(this.#parts.href, field, `${value}`.toWellFormed());
    if (!parts) return;
    this.#parts = parts;
    this.#params?.[reread](parts.search);
  }

  get href() {
    return this.#parts.href;
  }
  set href(value) {
    const parts = parse(`${value}`.toWellFormed(), undefined);
    if (!parts) throw invalid(`${value}`);
    this.#parts = parts;
    this.#params?.[reread](parts.search);
  }
  get origin() {
    return this.#parts.origin;
  }
  get searchParams() {
    if (!this.#params) {
      const params = new URLSearchParams(this.#parts.search);
      params[bind](() => {
        this.#parts = set(this.#parts.href, "search", params.toString()) ?? this.#parts;
      });
      this.#params = params;
    }
    return this.#params;
  }
  toString() {
    return this.#parts.href;
  }
  toJSON() {
    return this.#parts.href;
  }
  [Symbol.for("nodejs.util.inspect.custom")](_depth, options, inspect) {
    const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } = this;
    const shown = { href, origin, protocol, username, password, host, hostname, port, pathname, search, searchParams: this.searchParams, hash };
    return `URL ${inspect(shown, options)}`;
  }
  get [Symbol.toStringTag]() {
    return "URL";
  }

  static {
    for (const field of ["protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"]) {
      Object.defineProperty(URL.prototype, field, {
        get() {
          return this.#parts[field];
        },
        set(value) {
          this.#set(field, value);
        },
        enumerable: true,
        configurable: true,
      });
    }
  }
}

/** The blob behind an object address, or undefined. */
export function blobAt(address) {
  return blobs.get(address);
}
