// `stream.Readable`: chunks that flow to listeners, or wait to be read.
// Comes in: `push` by the source; goes out: `data`, `readable`, `end`, an iterator, pipes.

import { Buffer } from "../buffer.js";
import { coded } from "../errors.js";
import { EventEmitter } from "../events.js";
import { StringDecoder } from "../string_decoder.js";
import { construct, destroy, state } from "./destroy.js";
import { fromIterable, toWeb } from "./from.js";
import { iterate } from "./iterate.js";
import { Stream } from "./legacy.js";

class ReadableState {
  constructor(options, objectMode) {
    this.objectMode = objectMode;
    this.highWaterMark = options.readableHighWaterMark ?? options.highWaterMark ?? (objectMode ? 16 : 65536);
    this.buffer = [];
    this.length = 0;
    this.flowing = null;
    this.ended = false;
    this.endEmitted = false;
    this.reading = false;
    this.scheduled = false;
    this.readableListening = false;
    this.pipes = [];
    this.decoder = options.encoding ? new StringDecoder(options.encoding) : null;
    this.encoding = options.encoding ?? null;
    this.didRead = false;
  }
}

export const reading = Symbol("readable state");

export function Readable(options) {
  if (!(this instanceof Readable)) return new Readable(options);
  initReadable(this, options ?? {});
}
Object.setPrototypeOf(Readable, Stream);
Readable.prototype = Object.create(Stream.prototype, { constructor: { value: Readable, writable: true, configurable: true } });

/** Sets up the reading half of a stream. */
export function initReadable(stream, options) {
  Stream.call(stream, options);
  stream[state] ??= {
    destroyed: false, errored: null, closed: false, emitClose: options.emitClose !== false, autoDestroy: options.autoDestroy !== false,
    errorEmitted: false, closeEmitted: false, constructing: false, afterConstruct: [],
  };
  stream[reading] = new ReadableState(options, Boolean(options.objectMode ?? options.readableObjectMode));
  if (typeof options.read === "function") stream._read = options.read;
  if (typeof options.destroy === "function") stream._destroy = options.destroy;
  if (typeof options.construct === "function") stream._construct = options.construct;
  options.signal?.addEventListener("abort", () => stream.destroy(abortOf(options.signal)), { once: true });
  construct(stream);
}

function abortOf(signal) {
  const error = new Error("The operation was aborted", { cause: signal.reason });
  return Object.assign(error, { name: "AbortError", code: "ABORT_ERR" });
}

/** Asks the source for more, if there is room and no request under way. */
function request(stream) {
  const own = stream[reading];
  const shared = stream[state];
  if (own.reading || own.ended || shared.destroyed) return;
  if (shared.constructing) {
    shared.afterConstruct.push(() => request(stream));
    return;
  }
  own.reading = true;
  own.didRead = true;
  try {
    stream._read(own.highWaterMark);
  } catch (error) {
    stream.destroy(error);
  }
}

/** Lets what waits flow, in a later job. */
function schedule(stream) {
  const own = stream[reading];
  if (own.scheduled) return;
  own.scheduled = true;
  queueMicrotask(() => {
    own.scheduled = false;
    advance(stream);
  });
}

function advance(stream) {
  const own = stream[reading];
  if (stream[state].destroyed) return;
  if (own.readableListening) {
    if (own.length > 0 || own.ended) stream.emit("readable");
    if (own.length < own.highWaterMark) request(stream);
  }
  while (own.flowing && own.buffer.length && !stream[state].destroyed) stream.emit("data", shift(own));
  if (own.ended && own.length === 0) finish(stream);
  else if (own.flowing && own.buffer.length === 0) request(stream);
}

function shift(own) {
  const chunk = own.buffer.shift();
  own.length -= own.objectMode ? 1 : chunk.length;
  return chunk;
}

function finish(stream) {
  const own = stream[reading];
  if (own.endEmitted || stream[state].destroyed) return;
  own.endEmitted = true;
  queueMicrotask(() => {
    if (stream[state].errored) return;
    stream.emit("end");
    const other = stream.writableFinished;
    // What is still to be written is written before both halves go.
    if (other === false && stream.allowHalfOpen === false) stream.end();
    else if (stream[state].autoDestroy && (other === undefined || other)) stream.destroy();
  });
}

function convert(own, chunk, encoding) {
  if (own.objectMode) return chunk;
  let bytes = chunk;
  if (typeof chunk === "string") {
    if (own.encoding && own.encoding === (encoding ?? "utf8")) return chunk;
    bytes = Buffer.from(chunk, encoding);
  } else if (chunk instanceof Uint8Array) {
    if (!Buffer.isBuffer(chunk)) bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  } else {
    throw coded(TypeError, "ERR_INVALID_ARG_TYPE", 'The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView.');
  }
  return own.decoder ? own.decoder.write(bytes) : bytes;
}

const methods = {
  push(chunk, encoding) {
    const own = this[reading];
    own.reading = false;
    if (chunk === null) {
      if (own.ended) return false;
      own.ended = true;
      const rest = own.decoder?.end();
      if (rest) {
        own.buffer.push(rest);
        own.length += own.objectMode ? 1 : rest.length;
      }
      schedule(this);
      return false;
    }
    if (own.ended) {
      this.destroy(coded(Error, "ERR_STREAM_PUSH_AFTER_EOF", "stream.push() after EOF"));
      return false;
    }
    let piece;
    try {
      piece = convert(own, chunk, encoding);
    } catch (error) {
      this.destroy(error);
      return false;
    }
    if (own.objectMode || piece.length > 0) {
      own.buffer.push(piece);
      own.length += own.objectMode ? 1 : piece.length;
    }
    schedule(this);
    return own.length < own.highWaterMark;
  },

  unshift(chunk, encoding) {
    const own = this[reading];
    const piece = convert(own, chunk, encoding);
    own.buffer.unshift(piece);
    own.length += own.objectMode ? 1 : piece.length;
    schedule(this);
    return own.length < own.highWaterMark;
  },

  read(size) {
    const own = this[reading];
    if (own.length === 0) {
      if (own.ended) finish(this);
      else request(this);
      if (own.length === 0) return null;
    }
    let out;
    if (own.objectMode) out = shift(own);
    else if (size === undefined || size >= own.length) {
      if (size > own.length && !own.ended) {
        request(this);
        return null;
      }
      out = own.buffer.length === 1 ? own.buffer[0] : own.decoder ? own.buffer.join("") : Buffer.concat(own.buffer);
      own.buffer = [];
      own.length = 0;
    } else if (size === 0) return null;
    else {
      const all = own.decoder ? own.buffer.join("") : Buffer.concat(own.buffer);
      out = all.slice(0, size);
      own.buffer = [all.slice(size)];
      own.length -= size;
    }
    if (own.ended && own.length === 0) finish(this);
    else if (own.length < own.highWaterMark) schedule(this);
    if (!own.flowing) this.emit("data", out);
    return out;
  },

  _read() {
    throw coded(Error, "ERR_METHOD_NOT_IMPLEMENTED", "The _read() method is not implemented");
  },
  _destroy(error, callback) {
    callback(error);
  },
  destroy,

  on(name, listener) {
    EventEmitter.prototype.on.call(this, name, listener);
    const own = this[reading];
    if (name === "data" && own.flowing !== false && !own.readableListening) this.resume();
    if (name === "readable") {
      own.readableListening = true;
      own.flowing = false;
      schedule(this);
    }
    return this;
  },

  removeListener(name, listener) {
    EventEmitter.prototype.removeListener.call(this, name, listener);
    if (name === "readable" && this.listenerCount("readable") === 0) this[reading].readableListening = false;
    return this;
  },

  resume() {
    const own = this[reading];
    if (!own.flowing) {
      own.flowing = !own.readableListening;
      this.emit("resume");
    }
    schedule(this);
    return this;
  },
  pause() {
    if (this[reading].flowing !== false) {
      this[reading].flowing = false;
      this.emit("pause");
    }
    return this;
  },
  isPaused() {
    return this[reading].flowing === false;
  },

  setEncoding(encoding) {
    const own = this[reading];
    own.decoder = new StringDecoder(encoding);
    own.encoding = own.decoder.encoding;
    const text = own.buffer.map((chunk) => own.decoder.write(chunk)).join("");
    own.buffer = text ? [text] : [];
    own.length = text.length;
    return this;
  },

  pipe(target, options) {
    const own = this[reading];
    const onData = (chunk) => {
      if (target.write(chunk) === false) {
        this.pause();
        target.once("drain", () => {
          if (own.pipes.some((pipe) => pipe.target === target)) this.resume();
        });
      }
    };
    const onEnd = () => target.end();
    const ends = options?.end !== false && target !== globalThis.process?.stdout && target !== globalThis.process?.stderr;
    const undo = () => {
      this.removeListener("data", onData);
      this.removeListener("end", onEnd);
    };
    own.pipes.push({ target, undo });
    if (ends) this.once("end", onEnd);
    target.once("close", () => this.unpipe(target));
    target.emit("pipe", this);
    this.on("data", onData);
    if (own.flowing === false) this.resume();
    return target;
  },

  unpipe(target) {
    const own = this[reading];
    for (const pipe of own.pipes.filter((one) => !target || one.target === target)) {
      pipe.undo();
      own.pipes.splice(own.pipes.indexOf(pipe), 1);
      pipe.target.emit("unpipe", this);
    }
    if (own.pipes.length === 0) this.pause();
    return this;
  },

  wrap(source) {
    source.on("data", (chunk) => {
      if (!this.push(chunk)) source.pause?.();
    });
    source.on("end", () => this.push(null));
    source.on("error", (error) => this.destroy(error));
    this._read = () => source.resume?.();
    return this;
  },

  [Symbol.asyncIterator]() {
    return iterate(this, {});
  },
  iterator(options) {
    return iterate(this, options ?? {});
  },
};

for (const key of Reflect.ownKeys(methods)) {
  Object.defineProperty(Readable.prototype, key, { value: methods[key], writable: true, configurable: true });
}
Readable.prototype.addListener = Readable.prototype.on;
Readable.prototype.off = Readable.prototype.removeListener;

const views = {
  readable: (s) => !s[state].destroyed && !s[reading].endEmitted && !s[state].errored,
  readableEnded: (s) => s[reading].endEmitted,
  readableFlowing: (s) => s[reading].flowing,
  readableHighWaterMark: (s) => s[reading].highWaterMark,
  readableLength: (s) => s[reading].length,
  readableObjectMode: (s) => s[reading].objectMode,
  readableEncoding: (s) => s[reading].encoding,
  readableAborted: (s) => s[state].destroyed && !s[reading].endEmitted,
  readableDidRead: (s) => s[reading].didRead,
  destroyed: (s) => s[state].destroyed,
  closed: (s) => s[state].closed,
  errored: (s) => s[state].errored,
};
for (const [name, get] of Object.entries(views)) {
  Object.defineProperty(Readable.prototype, name, {
    get() {
      return this[state] && this[reading] ? get(this) : undefined;
    },
    set() {},
    configurable: true,
  });
}

Readable.from = (iterable, options) => fromIterable(Readable, iterable, options);
Readable.fromWeb = (web, options) => fromIterable(Readable, web, { objectMode: false, ...options });
Readable.toWeb = toWeb;
