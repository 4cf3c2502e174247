// `stream.Duplex`, `Transform` and `PassThrough`: streams with both halves.

import { coded } from "../errors.js";
import { initReadable, Readable } from "./readable.js";
import { initWritable, Writable, writing } from "./writable.js";

export function Duplex(options) {
  if (!(this instanceof Duplex)) return new Duplex(options);
  const given = options ?? {};
  initReadable(this, given);
  initWritable(this, given);
  this.allowHalfOpen = given.allowHalfOpen !== false;
  if (given.readable === false) this.push(null);
  if (given.writable === false) this[writing].ending = this[writing].finished = true;
}
Object.setPrototypeOf(Duplex, Readable);
Duplex.prototype = Object.create(Readable.prototype, { constructor: { value: Duplex, writable: true, configurable: true } });
for (const key of Reflect.ownKeys(Writable.prototype)) {
  if (["constructor", "destroyed", "closed", "errored", "_destroy"].includes(key)) continue;
  Object.defineProperty(Duplex.prototype, key, Object.getOwnPropertyDescriptor(Writable.prototype, key));
}

Duplex.from = (source) => {
  if (source?.readable && source?.writable && typeof source.pipe !== "function") {
    const { readable, writable } = source;
    const out = new Duplex({
      objectMode: true,
      read() {
        readable.resume();
      },
      write: (chunk, encoding, done) => writable.write(chunk, encoding, done),
      final: (done) => writable.end(done),
    });
    readable.on("data", (chunk) => {
      if (!out.push(chunk)) readable.pause();
    });
    readable.on("end", () => out.push(null));
    return out;
  }
  return Readable.from(source);
};

export function Transform(options) {
  if (!(this instanceof Transform)) return new Transform(options);
  Duplex.call(this, options);
  if (typeof options?.transform === "function") this._transform = options.transform;
  if (typeof options?.flush === "function") this._flush = options.flush;
}
Object.setPrototypeOf(Transform, Duplex);
Transform.prototype = Object.create(Duplex.prototype, { constructor: { value: Transform, writable: true, configurable: true } });

const held = Symbol("callback held until there is room");

const methods = {
  _transform() {
    throw coded(Error, "ERR_METHOD_NOT_IMPLEMENTED", "The _transform() method is not implemented");
  },
  _write(chunk, encoding, callback) {
    const done = (error, value) => {
      if (error) {
        callback(error);
        return;
      }
      if (value !== undefined && value !== null) this.push(value);
      if (this.readableLength < this.readableHighWaterMark || this.readableEnded) callback();
      else this[held] = callback;
    };
    const result = this._transform(chunk, encoding, done);
    if (typeof result?.then === "function") result.then(undefined, (error) => this.destroy(error));
  },
  _read() {
    const callback = this[held];
    this[held] = undefined;
    callback?.();
  },
  _final(callback) {
    if (typeof this._flush !== "function") {
      this.push(null);
      callback();
      return;
    }
    const result = this._flush((error, value) => {
      if (error) {
        callback(error);
        return;
      }
      if (value !== undefined && value !== null) this.push(value);
      this.push(null);
      callback();
    });
    if (typeof result?.then === "function") result.then(undefined, callback);
  },
};
for (const [key, value] of Object.entries(methods)) {
  Object.defineProperty(Transform.prototype, key, { value, writable: true, configurable: true });
}

export function PassThrough(options) {
  if (!(this instanceof PassThrough)) return new PassThrough(options);
  Transform.call(this, options);
}
Object.setPrototypeOf(PassThrough, Transform);
PassThrough.prototype = Object.create(Transform.prototype, { constructor: { value: PassThrough, writable: true, configurable: true } });
PassThrough.prototype._transform = (chunk, _encoding, callback) => callback(null, chunk);
