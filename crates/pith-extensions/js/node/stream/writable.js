// `stream.Writable`: chunks written one after another to a sink, with back-pressure.
// Comes in: `write` and `end`; goes out: calls of `_write`, `drain`, `finish`, `close`.

import { Buffer } from "../buffer.js";
import { coded } from "../errors.js";
import { construct, destroy, destroyedError, state } from "./destroy.js";
import { Stream } from "./legacy.js";

export const writing = Symbol("writable state");

class WritableState {
  constructor(options, objectMode) {
    this.objectMode = objectMode;
    this.highWaterMark = options.writableHighWaterMark ?? options.highWaterMark ?? (objectMode ? 16 : 65536);
    this.decodeStrings = options.decodeStrings !== false;
    this.defaultEncoding = options.defaultEncoding ?? "utf8";
    this.queue = [];
    this.length = 0;
    this.busy = false;
    this.corked = 0;
    this.needDrain = false;
    this.ending = false;
    this.finishing = false;
    this.finished = false;
    this.endCallbacks = [];
  }
}

export function Writable(options) {
  if (!(this instanceof Writable)) return new Writable(options);
  initWritable(this, options ?? {});
}
Object.setPrototypeOf(Writable, Stream);
Writable.prototype = Object.create(Stream.prototype, { constructor: { value: Writable, writable: true, configurable: true } });
Object.defineProperty(Writable, Symbol.hasInstance, {
  // A duplex stream is a writable one although it inherits from the readable.
  value(object) {
    return Function.prototype[Symbol.hasInstance].call(this, object) || (this === Writable && Boolean(object?.[writing]));
  },
});

/** Sets up the writing half of a stream. */
export function initWritable(stream, options) {
  if (!stream[state]) {
    Stream.call(stream, options);
    stream[state] = {
      destroyed: false, errored: null, closed: false, emitClose: options.emitClose !== false, autoDestroy: options.autoDestroy !== false,
      errorEmitted: false, closeEmitted: false, constructing: false, afterConstruct: [],
    };
    if (typeof options.construct === "function") stream._construct = options.construct;
    if (typeof options.destroy === "function") stream._destroy = options.destroy;
    construct(stream);
    options.signal?.addEventListener("abort", () => {
      stream.destroy(Object.assign(new Error("The operation was aborted", { cause: options.signal.reason }), { name: "AbortError", code: "ABORT_ERR" }));
    }, { once: true });
  }
  stream[writing] = new WritableState(options, Boolean(options.objectMode ?? options.writableObjectMode));
  if (typeof options.write === "function") stream._write = options.write;
  if (typeof options.writev === "function") stream._writev = options.writev;
  if (typeof options.final === "function") stream._final = options.final;
}

function next(stream) {
  const own = stream[writing];
  const shared = stream[state];
  if (own.busy || own.corked || shared.destroyed) return;
  if (shared.constructing) {
    shared.afterConstruct.push(() => next(stream));
    return;
  }
  if (own.queue.length === 0) {
    if (own.ending) final(stream);
    return;
  }
  own.busy = true;
  const batch = stream._writev && own.queue.length > 1 ? own.queue.splice(0) : [own.queue.shift()];
  let sync = true;
  const done = (error) => {
    const after = () => {
      own.busy = false;
      for (const { size } of batch) own.length -= size;
      if (error) {
        for (const { callback } of batch) callback?.(error);
        shared.errored ??= error;
        stream.destroy(error);
        return;
      }
      if (own.needDrain && own.length === 0 && !own.ending && !shared.destroyed) {
        own.needDrain = false;
        stream.emit("drain");
      }
      for (const { callback } of batch) callback?.(null);
      next(stream);
    };
    if (sync) queueMicrotask(after);
    else after();
  };
  try {
    if (batch.length > 1) stream._writev(batch.map(({ chunk, encoding }) => ({ chunk, encoding })), done);
    else stream._write(batch[0].chunk, batch[0].encoding, done);
  } catch (error) {
    done(error);
  }
  sync = false;
}

function final(stream) {
  const own = stream[writing];
  if (own.finishing) return;
  own.finishing = true;
  const done = (error) => {
    if (error) {
      for (const callback of own.endCallbacks.splice(0)) callback(error);
      stream.destroy(error);
      return;
    }
    own.finished = true;
    queueMicrotask(() => {
      for (const callback of own.endCallbacks.splice(0)) callback();
      if (stream[state].destroyed && stream[state].errored) return;
      stream.emit("finish");
      const other = stream.readableEnded;
      if (stream[state].autoDestroy && (other === undefined || other)) stream.destroy();
    });
  };
  if (typeof stream._final !== "function") {
    done();
    return;
  }
  try {
    const result = stream._final(done);
    if (typeof result?.then === "function") result.then(() => done(), done);
  } catch (error) {
    done(error);
  }
}

const methods = {
  write(chunk, encodingOrCallback, callback) {
    const own = this[writing];
    let encoding = typeof encodingOrCallback === "string" ? encodingOrCallback : own.defaultEncoding;
    const done = typeof encodingOrCallback === "function" ? encodingOrCallback : callback;
    if (chunk === null) throw coded(TypeError, "ERR_STREAM_NULL_VALUES", "May not write null values to stream");
    let piece = chunk;
    if (!own.objectMode) {
      if (typeof chunk === "string") {
        if (own.decodeStrings) {
          piece = Buffer.from(chunk, encoding);
          encoding = "buffer";
        }
      } else if (chunk instanceof Uint8Array) {
        if (!Buffer.isBuffer(chunk)) piece = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
        encoding = "buffer";
      } else {
        throw coded(TypeError, "ERR_INVALID_ARG_TYPE", 'The "chunk" argument must be of type string or an instance of Buffer, TypedArray, or DataView.');
      }
    }
    if (own.ending || this[state].destroyed) {
      const error = own.ending ? coded(Error, "ERR_STREAM_WRITE_AFTER_END", "write after end") : destroyedError("write");
      queueMicrotask(() => done?.(error));
      if (own.ending && !this[state].destroyed) this.destroy(error);
      return false;
    }
    const size = own.objectMode ? 1 : piece.length;
    own.length += size;
    own.queue.push({ chunk: piece, encoding, callback: done, size });
    const room = own.length < own.highWaterMark;
    if (!room) own.needDrain = true;
    next(this);
    return room && !this[state].errored;
  },

  end(chunk, encoding, callback) {
    const own = this[writing];
    const done = [chunk, encoding, callback].find((arg) => typeof arg === "function");
    if (chunk !== undefined && chunk !== null && typeof chunk !== "function") this.write(chunk, typeof encoding === "string" ? encoding : undefined);
    if (own.corked) {
      own.corked = 0;
    }
    if (own.finished || own.ending || this[state].destroyed) {
      const error = own.finished
        ? coded(Error, "ERR_STREAM_ALREADY_FINISHED", "Cannot call end after a stream was finished")
        : this[state].destroyed ? destroyedError("end") : undefined;
      if (done && error) queueMicrotask(() => done(error));
      else if (done) own.endCallbacks.push(done);
      return this;
    }
    own.ending = true;
    if (done) own.endCallbacks.push(done);
    next(this);
    return this;
  },

  cork() {
    this[writing].corked += 1;
  },
  uncork() {
    const own = this[writing];
    if (own.corked) own.corked -= 1;
    if (!own.corked) next(this);
  },
  setDefaultEncoding(encoding) {
    this[writing].defaultEncoding = encoding;
    return this;
  },
  _write(chunk, encoding, callback) {
    if (this._writev) this._writev([{ chunk, encoding }], callback);
    else throw coded(Error, "ERR_METHOD_NOT_IMPLEMENTED", "The _write() method is not implemented");
  },
  _destroy(error, callback) {
    callback(error);
  },
  destroy(error, callback) {
    const own = this[writing];
    for (const { callback: one } of own.queue.splice(0)) queueMicrotask(() => one?.(this[state].errored ?? destroyedError("write")));
    return destroy.call(this, error, callback);
  },
};
for (const [key, value] of Object.entries(methods)) {
  Object.defineProperty(Writable.prototype, key, { value, writable: true, configurable: true });
}
Writable.prototype[Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")] = async function () {
  this.destroy();
};

const views = {
  writable: (s) => !s[state].destroyed && !s[state].errored && !s[writing].ending && !s[writing].finished,
  writableEnded: (s) => s[writing].ending,
  writableFinished: (s) => s[writing].finished,
  writableLength: (s) => s[writing].length,
  writableHighWaterMark: (s) => s[writing].highWaterMark,
  writableObjectMode: (s) => s[writing].objectMode,
  writableCorked: (s) => s[writing].corked,
  writableNeedDrain: (s) => s[writing].needDrain,
  writableAborted: (s) => s[state].destroyed && !s[writing].finished,
  destroyed: (s) => s[state].destroyed,
  closed: (s) => s[state].closed,
  errored: (s) => s[state].errored,
};
for (const [name, get] of Object.entries(views)) {
  Object.defineProperty(Writable.prototype, name, {
    get() {
      return this[state] && this[writing] ? get(this) : undefined;
    },
    set() {},
    configurable: true,
  });
}

Writable.toWeb = (stream) => new globalThis.WritableStream({
  write: (chunk) => new Promise((resolve, reject) => stream.write(chunk, (error) => (error ? reject(error) : resolve()))),
  close: () => new Promise((resolve) => stream.end(resolve)),
  abort: (reason) => stream.destroy(reason),
});
Writable.fromWeb = (web, options) => {
  const writer = web.getWriter();
  return new Writable({
    ...options,
    write: (chunk, _encoding, done) => writer.write(chunk).then(() => done(), done),
    final: (done) => writer.close().then(() => done(), done),
  });
};
