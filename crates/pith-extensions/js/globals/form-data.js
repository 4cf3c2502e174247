// `FormData`, and its form on the wire: multipart with a boundary of its own.

import { Blob, File } from "./blob.js";
import { TextEncoder } from "./encoding.js";

function entry(name, value, filename) {
  if (!(value instanceof Blob)) return [String(name).toWellFormed(), String(value).toWellFormed()];
  if (value instanceof File && filename === undefined) return [String(name), value];
  return [String(name), new File([value], filename ?? "blob", { type: value.type })];
}

export class FormData {
  #entries = [];

  append(name, value, filename) {
    this.#entries.push(entry(name, value, filename));
  }
  set(name, value, filename) {
    const at = this.#entries.findIndex(([key]) => key === String(name));
    if (at < 0) return this.append(name, value, filename);
    this.#entries[at] = entry(name, value, filename);
    this.#entries = this.#entries.filter(([key], i) => i <= at || key !== String(name));
  }
  get(name) {
    return this.#entries.find(([key]) => key === String(name))?.[1] ?? null;
  }
  getAll(name) {
    return this.#entries.filter(([key]) => key === String(name)).map(([, value]) => value);
  }
  has(name) {
    return this.#entries.some(([key]) => key === String(name));
  }
  delete(name) {
    this.#entries = this.#entries.filter(([key]) => key !== String(name));
  }
  forEach(fn, self) {
    for (const [name, value] of this) fn.call(self, value, name, this);
  }
  *entries() {
    yield* this.#entries.map((pair) => [...pair]);
  }
  *keys() {
    for (const [name] of this.#entries) yield name;
  }
  *values() {
    for (const [, value] of this.#entries) yield value;
  }
  [Symbol.iterator]() {
    return this.entries();
  }
  get [Symbol.toStringTag]() {
    return "FormData";
  }
}

const escapeName = (text) => text.replace(/\r\n|\r|\n/g, "%0D%0A").replaceAll('"', "%22");

/** The body and content type of a form. */
export async function encodeForm(form) {
  const boundary = `----formdata-pith-${globalThis.crypto.randomUUID().replaceAll("-", "").slice(0, 24)}`;
  const encoder = new TextEncoder();
  const parts = [];
  for (const [name, value] of form) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"`;
    if (typeof value === "string") parts.push(encoder.encode(`${head}\r\n\r\n${value.replace(/\r\n|\r|\n/g, "\r\n")}\r\n`));
    else {
      const type = value.type || "application/octet-stream";
      parts.push(encoder.encode(`${head}; filename="${escapeName(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`));
      parts.push(await value.bytes(), encoder.encode("\r\n"));
    }
  }
  parts.push(encoder.encode(`--${boundary}--\r\n`));
  const bytes = await new Blob(parts).bytes();
  return { bytes, type: `multipart/form-data; boundary=${boundary}` };
}
