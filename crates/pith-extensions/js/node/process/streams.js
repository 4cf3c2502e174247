// `process.stdout`, `stderr` and `stdin` of an extension. The host decides where what is written goes.

import { info, write } from "pith:native/process";
import { Readable } from "../stream/readable.js";
import { Writable } from "../stream/writable.js";

class Output extends Writable {
  constructor(fd, told) {
    super({ decodeStrings: true, emitClose: false, autoDestroy: false });
    this.fd = fd;
    this.isTTY = Boolean(told.tty?.[fd]);
    this.columns = told.columns ?? 80;
    this.rows = told.rows ?? 24;
  }
  /** At once, so that what is written before an exit is not lost. */
  write(chunk, encoding, callback) {
    const done = typeof encoding === "function" ? encoding : callback;
    const bytes = typeof chunk === "string" ? new globalThis.TextEncoder().encode(chunk) : chunk;
    write(this.fd, bytes);
    if (done) queueMicrotask(() => done(null));
    return true;
  }
  getWindowSize() {
    return [this.columns, this.rows];
  }
  getColorDepth() {
    return this.isTTY ? 24 : 1;
  }
  hasColors(count = 16) {
    return 2 ** this.getColorDepth() >= (typeof count === "number" ? count : 16);
  }
  clearLine(_dir, callback) {
    callback?.();
    return true;
  }
  cursorTo(_x, y, callback) {
    const done = typeof y === "function" ? y : callback;
    done?.();
    return true;
  }
  moveCursor(_dx, _dy, callback) {
    callback?.();
    return true;
  }
  clearScreenDown(callback) {
    callback?.();
    return true;
  }
}

/** Standard input belongs to the program; an extension finds it at its end. */
class Input extends Readable {
  constructor(told) {
    super({ read() { this.push(null); } });
    this.fd = 0;
    this.isTTY = Boolean(told.tty?.[0]);
    this.isRaw = false;
  }
  setRawMode(raw) {
    this.isRaw = Boolean(raw);
    return this;
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
}

export const makeOutput = (fd) => new Output(fd, info());
export const makeInput = () => new Input(info());
