// `TransformStream`, and the text and compression streams built on it.

import { stream as codec } from "pith:native/zlib";
import { bytesOf, TextDecoder, TextEncoder } from "../encoding.js";
import { ReadableStream } from "./readable.js";
import { WritableStream } from "./writable.js";

/** Whether the reading side is full, and the moment when that changes. */
class Gate {
  full = true;
  #pass;
  constructor() {
    this.#renew();
  }
  #renew() {
    this.change = new Promise((resolve) => {
      this.#pass = resolve;
    });
  }
  set(full) {
    this.full = full;
    this.#pass();
    this.#renew();
  }
}

export class TransformStreamDefaultController {
  #readable;
  #gate;
  #terminate;
  constructor(readable, gate, terminate) {
    this.#readable = readable;
    this.#gate = gate;
    this.#terminate = terminate;
  }
  get desiredSize() {
    return this.#readable.desiredSize;
  }
  enqueue(chunk) {
    this.#readable.enqueue(chunk);
    const full = !(this.#readable.desiredSize > 0);
    if (full !== this.#gate.full) this.#gate.set(full);
  }
  error(reason) {
    this.#readable.error(reason);
    this.#gate.set(false);
  }
  terminate() {
    this.#terminate();
  }
}

export class TransformStream {
  constructor(transformer = {}, writableStrategy = {}, readableStrategy = { highWaterMark: 0 }) {
    const given = transformer ?? {};
    const gate = new Gate();
    let inner;
    let ended = false;
    const finish = () => {
      ended = true;
      gate.set(false);
    };
    this.readable = new ReadableStream(
      {
        start(controller) {
          inner = controller;
        },
        pull() {
          gate.set(false);
          return gate.change;
        },
        cancel: (reason) => {
          finish();
          return given.cancel?.(reason);
        },
      },
      readableStrategy,
    );
    const controller = new TransformStreamDefaultController(inner, gate, () => {
      finish();
      inner.close();
    });
    this.writable = new WritableStream(
      {
        start: () => given.start?.(controller),
        async write(chunk, writer) {
          while (gate.full) await gate.change;
          if (ended) return;
          try {
            if (given.transform) await given.transform(chunk, controller);
            else controller.enqueue(chunk);
          } catch (error) {
            controller.error(error);
            writer.error(error);
            throw error;
          }
        },
        async close() {
          if (ended) return;
          try {
            await given.flush?.(controller);
            if (!ended) controller.terminate();
          } catch (error) {
            controller.error(error);
            throw error;
          }
        },
        abort(reason) {
          controller.error(reason);
          return given.cancel?.(reason);
        },
      },
      writableStrategy,
    );
  }
  get [Symbol.toStringTag]() {
    return "TransformStream";
  }
}

export class TextDecoderStream extends TransformStream {
  constructor(label = "utf-8", options = {}) {
    const decoder = new TextDecoder(label, options);
    super({
      transform(chunk, controller) {
        const text = decoder.decode(chunk, { stream: true });
        if (text) controller.enqueue(text);
      },
      flush(controller) {
        const text = decoder.decode();
        if (text) controller.enqueue(text);
      },
    });
    this.encoding = decoder.encoding;
    this.fatal = decoder.fatal;
    this.ignoreBOM = decoder.ignoreBOM;
  }
}

export class TextEncoderStream extends TransformStream {
  constructor() {
    const encoder = new TextEncoder();
    super({
      transform(chunk, controller) {
        const bytes = encoder.encode(chunk);
        if (bytes.length) controller.enqueue(bytes);
      },
    });
    this.encoding = "utf-8";
  }
}

function throughCodec(kind) {
  const running = codec(kind, -1);
  return {
    transform(chunk, controller) {
      const bytes = running.push(bytesOf(chunk), false);
      if (bytes.length) controller.enqueue(bytes);
    },
    flush(controller) {
      const bytes = running.push(new Uint8Array(0), true);
      if (bytes.length) controller.enqueue(bytes);
    },
  };
}

const kinds = {
  gzip: ["gzip", "gunzip"],
  deflate: ["deflate", "inflate"],
  "deflate-raw": ["deflateRaw", "inflateRaw"],
};

function kindOf(format, at) {
  const pair = kinds[format];
  if (!pair) throw new TypeError(`Unsupported compression format: '${format}'`);
  return pair[at];
}

export class CompressionStream extends TransformStream {
  constructor(format) {
    super(throughCodec(kindOf(format, 0)));
  }
}

export class DecompressionStream extends TransformStream {
  constructor(format) {
    super(throughCodec(kindOf(format, 1)));
  }
}
