// `WritableStream`: chunks handed to a sink one after another, with back-pressure.

import { sizeOf } from "./strategy.js";

const claim = Symbol("claim");
const actions = Symbol("actions");

export class WritableStreamDefaultController {
  #fail;
  constructor(fail, signal) {
    this.#fail = fail;
    this.signal = signal;
  }
  error(reason) {
    this.#fail(reason);
  }
}

export class WritableStream {
  #sink;
  #size;
  #highWater;
  #pending = 0;
  #chain;
  #state = "writable";
  #error;
  #writer = null;
  #abort = new globalThis.AbortController();
  #controller;
  #ready = [];

  constructor(sink = {}, strategy = {}) {
    this.#sink = sink ?? {};
    this.#size = sizeOf(strategy);
    this.#highWater = strategy?.highWaterMark ?? 1;
    this.#controller = new WritableStreamDefaultController((reason) => this.#fail(reason), this.#abort.signal);
    this.#chain = Promise.resolve(this.#sink.start?.(this.#controller));
    this.#chain.catch((reason) => this.#fail(reason));
    this[actions] = {
      write: (chunk) => this.#write(chunk),
      close: () => this.#close(),
      abort: (reason) => this.#abortWith(reason),
      room: () => (this.#state === "errored" ? null : this.#state === "closed" ? 0 : this.#highWater - this.#pending),
      ready: () => this.#whenReady(),
    };
  }

  #fail(reason) {
    if (this.#state === "errored" || this.#state === "closed") return;
    this.#state = "errored";
    this.#error = reason;
    this.#writer?.[claim](reason, true);
    this.#wake();
  }

  #wake() {
    for (const resolve of this.#ready.splice(0)) resolve();
  }

  #whenReady() {
    if (this.#state === "errored") return Promise.reject(this.#error);
    if (this.#highWater - this.#pending > 0 || this.#state !== "writable") return Promise.resolve();
    return new Promise((resolve) => this.#ready.push(resolve));
  }

  #write(chunk) {
    if (this.#state === "errored") return Promise.reject(this.#error);
    if (this.#state !== "writable") return Promise.reject(new TypeError("Invalid state: WritableStream is closed"));
    const size = this.#size(chunk);
    this.#pending += size;
    const done = this.#chain.then(async () => {
      if (this.#state === "errored") throw this.#error;
      try {
        await this.#sink.write?.(chunk, this.#controller);
      } catch (error) {
        this.#fail(error);
        throw error;
      } finally {
        this.#pending -= size;
        if (this.#highWater - this.#pending > 0) this.#wake();
      }
    });
    this.#chain = done.catch(() => {});
    return done;
  }

  #close() {
    if (this.#state === "errored") return Promise.reject(this.#error);
    if (this.#state !== "writable") return Promise.reject(new TypeError("Invalid state: WritableStream is closed"));
    this.#state = "closing";
    return this.#chain.then(async () => {
      if (this.#state === "errored") throw this.#error;
      try {
        await this.#sink.close?.(this.#controller);
      } catch (error) {
        this.#fail(error);
        throw error;
      }
      this.#state = "closed";
      this.#writer?.[claim]();
    });
  }

  async #abortWith(reason) {
    if (this.#state === "closed" || this.#state === "errored") return;
    this.#abort.abort(reason);
    this.#fail(reason);
    await this.#sink.abort?.(reason);
  }

  [claim](writer) {
    if (writer && this.#writer) throw new TypeError("Invalid state: WritableStream is locked");
    this.#writer = writer;
    if (writer && this.#state === "closed") writer[claim]();
    if (writer && this.#state === "errored") writer[claim](this.#error, true);
  }

  get locked() {
    return this.#writer !== null;
  }
  getWriter() {
    return new WritableStreamDefaultWriter(this);
  }
  abort(reason) {
    if (this.locked) return Promise.reject(new TypeError("Invalid state: WritableStream is locked"));
    return this.#abortWith(reason);
  }
  close() {
    if (this.locked) return Promise.reject(new TypeError("Invalid state: WritableStream is locked"));
    return this.#close();
  }
  get [Symbol.toStringTag]() {
    return "WritableStream";
  }
}

export class WritableStreamDefaultWriter {
  #stream;
  #settle;
  #over = false;
  closed;

  constructor(stream) {
    this.closed = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.closed.catch(() => {});
    stream[claim](this);
    this.#stream = stream;
  }
  [claim](reason, failed) {
    this.#over = true;
    if (failed) this.#settle.reject(reason);
    else this.#settle.resolve();
  }
  #do(name, ...args) {
    if (!this.#stream) return Promise.reject(new TypeError("Invalid state: Writer is not bound to a WritableStream"));
    return this.#stream[actions][name](...args);
  }
  get desiredSize() {
    return this.#stream ? this.#stream[actions].room() : null;
  }
  get ready() {
    const promise = this.#do("ready");
    promise.catch(() => {});
    return promise;
  }
  write(chunk) {
    return this.#do("write", chunk);
  }
  close() {
    return this.#do("close");
  }
  abort(reason) {
    return this.#do("abort", reason);
  }
  releaseLock() {
    if (!this.#stream) return;
    if (!this.#over) this.#settle.reject(new TypeError("Invalid state: Writer has been released"));
    this.#stream[claim](null);
    this.#stream = null;
  }
}
