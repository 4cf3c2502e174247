// What requests and responses share: a body that is read once, in the form that is asked for.
// Comes in: anything that can be a body; goes out: bytes, text, JSON, a blob, a form or a stream.

import { Blob, File } from "../blob.js";
import { bytesOf, TextDecoder, TextEncoder } from "../encoding.js";
import { encodeForm, FormData } from "../form-data.js";
import { ReadableStream } from "../streams/readable.js";
import { URLSearchParams } from "../url.js";

/** Turns a body into `{type, read}`: its content type and a function that gives bytes or a stream. */
export function extract(body) {
  if (body === null || body === undefined) return null;
  if (typeof body === "string") return { type: "text/plain;charset=UTF-8", read: () => new TextEncoder().encode(body) };
  if (body instanceof URLSearchParams) {
    return { type: "application/x-www-form-urlencoded;charset=UTF-8", read: () => new TextEncoder().encode(body.toString()) };
  }
  if (body instanceof Blob) return { type: body.type || null, read: () => body.bytes() };
  if (body instanceof FormData) {
    const encoded = encodeForm(body);
    return { type: encoded.then((form) => form.type), read: () => encoded.then((form) => form.bytes) };
  }
  if (body instanceof ReadableStream) return { type: null, stream: body };
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) {
    const bytes = bytesOf(body).slice();
    return { type: null, read: () => bytes };
  }
  if (typeof body[Symbol.asyncIterator] === "function") return { type: null, stream: ReadableStream.from(body) };
  return { type: "text/plain;charset=UTF-8", read: () => new TextEncoder().encode(String(body)) };
}

async function drain(stream) {
  const chunks = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : bytesOf(chunk);
    chunks.push(bytes);
    length += bytes.length;
  }
  const out = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}

/** All bytes of an extracted body. */
export async function bytesOfBody(source) {
  if (!source) return new Uint8Array(0);
  return source.stream ? drain(source.stream) : await source.read();
}

function parseMultipart(bytes, boundary) {
  // Latin-1 keeps one character per byte, so the parts can be cut as text and turned back.
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const form = new FormData();
  const back = (part) => Uint8Array.from(part, (c) => c.charCodeAt(0));
  for (const part of text.split(`--${boundary}`).slice(1, -1)) {
    const split = part.indexOf("\r\n\r\n");
    if (split < 0) throw new TypeError("Failed to parse body as FormData.");
    const head = new TextDecoder().decode(back(part.slice(0, split)));
    const value = back(part.slice(split + 4, -2));
    const name = /name="([^"]*)"/.exec(head)?.[1];
    if (name === undefined) throw new TypeError("Failed to parse body as FormData.");
    const filename = /filename="([^"]*)"/.exec(head)?.[1];
    const type = /content-type:\s*([^\r\n]+)/i.exec(head)?.[1] ?? "";
    form.append(name, filename === undefined ? new TextDecoder().decode(value) : new File([value], filename, { type }));
  }
  return form;
}

export class Body {
  #source;
  #stream = null;
  #used = false;

  constructor(source) {
    this.#source = source;
  }

  get body() {
    if (!this.#source) return null;
    if (!this.#stream) {
      const source = this.#source;
      this.#stream = source.stream ?? new ReadableStream({
        type: "bytes",
        async start(controller) {
          const bytes = await source.read();
          if (bytes.length) controller.enqueue(bytes);
          controller.close();
        },
      });
    }
    return this.#stream;
  }

  get bodyUsed() {
    return this.#used || Boolean(this.#stream?.locked);
  }

  async bytes() {
    if (this.bodyUsed) throw new TypeError("Body is unusable: Body has already been read");
    if (!this.#source) return new Uint8Array(0);
    this.#used = true;
    return this.#stream ? drain(this.#stream) : bytesOfBody(this.#source);
  }
  async arrayBuffer() {
    const bytes = await this.bytes();
    return bytes.byteLength === bytes.buffer.byteLength ? bytes.buffer : bytes.slice().buffer;
  }
  async text() {
    return new TextDecoder().decode(await this.bytes());
  }
  async json() {
    return JSON.parse(await this.text());
  }
  async blob() {
    return new Blob([await this.bytes()], { type: this.headers.get("content-type") ?? "" });
  }
  async formData() {
    const type = this.headers.get("content-type") ?? "";
    if (type.startsWith("application/x-www-form-urlencoded")) {
      const form = new FormData();
      for (const [name, value] of new URLSearchParams(await this.text())) form.append(name, value);
      return form;
    }
    const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
    if (!boundary) throw new TypeError("Failed to parse body as FormData.");
    return parseMultipart(await this.bytes(), boundary);
  }

  /** Splits the body in two; the second half is for the copy. */
  cloneSource() {
    if (this.bodyUsed) throw new TypeError("Response.clone: Body has already been consumed.");
    if (!this.#source) return null;
    if (this.#source.read && !this.#stream) return this.#source;
    const [mine, theirs] = this.body.tee();
    this.#stream = mine;
    this.#source = { type: this.#source.type, stream: mine };
    return { type: this.#source.type, stream: theirs };
  }
}
