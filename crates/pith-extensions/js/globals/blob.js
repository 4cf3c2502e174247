// `Blob` and `File`: bytes that do not change, with a type and, for files, a name.

import { bytesOf, TextDecoder, TextEncoder } from "./encoding.js";

export class Blob {
  #bytes;
  #type;

  constructor(parts = [], { type = "", endings = "transparent" } = {}) {
    const pieces = [];
    for (const part of parts) {
      if (part instanceof Blob) pieces.push(part.#bytes);
      else if (typeof part === "object" && part !== null && (ArrayBuffer.isView(part) || part instanceof ArrayBuffer)) {
        pieces.push(bytesOf(part).slice());
      } else {
        const text = String(part);
        pieces.push(new TextEncoder().encode(endings === "native" ? text.replace(/\r\n?/g, "\n") : text));
      }
    }
    this.#bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      this.#bytes.set(piece, at);
      at += piece.length;
    }
    const given = String(type);
    this.#type = /[^\x20-\x7e]/.test(given) ? "" : given.toLowerCase();
  }

  get size() {
    return this.#bytes.length;
  }
  get type() {
    return this.#type;
  }
  async arrayBuffer() {
    return this.#bytes.slice().buffer;
  }
  async bytes() {
    return this.#bytes.slice();
  }
  async text() {
    return new TextDecoder().decode(this.#bytes);
  }
  slice(start = 0, end = this.size, type = "") {
    return new Blob([this.#bytes.slice(start, end)], { type });
  }
  stream() {
    const bytes = this.#bytes;
    return new globalThis.ReadableStream({
      type: "bytes",
      start(controller) {
        if (bytes.length) controller.enqueue(bytes.slice());
        controller.close();
      },
    });
  }
  get [Symbol.toStringTag]() {
    return "Blob";
  }
}

export class File extends Blob {
  #name;
  #lastModified;

  constructor(parts, name, options = {}) {
    if (arguments.length < 2) throw new TypeError('The "fileName" argument must be specified');
    super(parts, options);
    this.#name = String(name);
    this.#lastModified = options.lastModified === undefined ? Date.now() : Number(options.lastModified);
  }
  get name() {
    return this.#name;
  }
  get lastModified() {
    return this.#lastModified;
  }
  get webkitRelativePath() {
    return "";
  }
  get [Symbol.toStringTag]() {
    return "File";
  }
}
