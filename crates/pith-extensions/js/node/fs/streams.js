// `fs.createReadStream` and `fs.createWriteStream`.

import { readable } from "pith:native/fs";
import { Buffer } from "../buffer.js";
import { Readable } from "../stream/readable.js";
import { Writable } from "../stream/writable.js";
import * as sync from "./sync.js";

function open(stream, target, flags, mode, done) {
  if (stream.fd !== null) {
    done();
    return;
  }
  try {
    stream.fd = sync.openSync(target, flags, mode);
  } catch (error) {
    done(error);
    return;
  }
  done();
  stream.emit("open", stream.fd);
  stream.emit("ready");
}

function close(stream, error, done) {
  const { fd } = stream;
  stream.fd = null;
  let failure = error;
  if (fd !== null && stream.autoClose) {
    try {
      sync.closeSync(fd);
    } catch (thrown) {
      failure ??= thrown;
    }
  }
  done(failure);
}

const optionsOf = (options) => (typeof options === "string" ? { encoding: options } : (options ?? {}));

export class ReadStream extends Readable {
  constructor(target, given) {
    const options = optionsOf(given);
    super({ highWaterMark: options.highWaterMark ?? 65536, encoding: options.encoding, emitClose: options.emitClose, signal: options.signal });
    this.path = target instanceof globalThis.URL ? sync.pathOf(target) : target;
    this.fd = options.fd?.fd ?? options.fd ?? null;
    this.flags = options.flags ?? "r";
    this.mode = options.mode ?? 0o666;
    this.autoClose = options.autoClose !== false;
    this.start = options.start;
    this.end = options.end ?? Number.POSITIVE_INFINITY;
    this.pos = options.start;
    this.bytesRead = 0;
  }
  _construct(done) {
    open(this, this.path, this.flags, this.mode, done);
  }
  _read(size) {
    const room = Math.min(size, this.end - (this.start ?? 0) + 1 - this.bytesRead);
    if (room <= 0) {
      this.push(null);
      return;
    }
    const ready = this.fd > 2 ? readable(this.fd) : undefined;
    if (ready) ready.then(() => this.destroyed || this.#take(room)).catch((error) => this.destroy(error));
    else this.#take(room);
  }
  #take(room) {
    const buffer = Buffer.allocUnsafe(room);
    const n = sync.readSync(this.fd, buffer, 0, room, this.pos ?? null);
    this.bytesRead += n;
    if (this.pos !== undefined) this.pos += n;
    this.push(n === 0 ? null : buffer.subarray(0, n));
  }
  _destroy(error, done) {
    close(this, error, done);
  }
  close(callback) {
    if (callback) this.once("close", callback);
    this.destroy();
  }
  get pending() {
    return this.fd === null;
  }
}

export class WriteStream extends Writable {
  constructor(target, given) {
    const options = optionsOf(given);
    super({ highWaterMark: options.highWaterMark, decodeStrings: true, defaultEncoding: options.encoding, emitClose: options.emitClose, signal: options.signal });
    this.path = target instanceof globalThis.URL ? sync.pathOf(target) : target;
    this.fd = options.fd?.fd ?? options.fd ?? null;
    this.flags = options.flags ?? "w";
    this.mode = options.mode ?? 0o666;
    this.autoClose = options.autoClose !== false;
    this.pos = options.start;
    this.bytesWritten = 0;
  }
  _construct(done) {
    open(this, this.path, this.flags, this.mode, done);
  }
  _write(chunk, _encoding, done) {
    try {
      let at = 0;
      while (at < chunk.length) {
        const n = sync.writeSync(this.fd, chunk, at, chunk.length - at, this.pos);
        at += n;
        if (this.pos !== undefined) this.pos += n;
      }
      this.bytesWritten += chunk.length;
      done();
    } catch (error) {
      done(error);
    }
  }
  _destroy(error, done) {
    close(this, error, done);
  }
  close(callback) {
    if (callback) {
      if (this.closed) queueMicrotask(callback);
      else this.once("close", callback);
    }
    this.end();
  }
  get pending() {
    return this.fd === null;
  }
}

export const createReadStream = (target, options) => new ReadStream(target, options);
export const createWriteStream = (target, options) => new WriteStream(target, options);
