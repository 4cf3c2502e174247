// `ReadableStream`: chunks pulled from a source, read by one reader at a time.
// Comes in: an underlying source; goes out: chunks, an iterator, two branches, pipes. Byte streams are read as chunks.

import { sizeOf } from "./strategy.js";

const claim = Symbol("claim");
const take = Symbol("take");
const stop = Symbol("stop");

class Controller {
  #stream;
  #push;
  #end;
  #fail;
  #room;
  constructor(stream, { push, end, fail, room }) {
    this.#stream = stream;
    this.#push = push;
    this.#end = end;
    this.#fail = fail;
    this.#room = room;
  }
  get desiredSize() {
    return this.#room();
  }
  get byobRequest() {
    return null;
  }
  enqueue(chunk) {
    this.#push(chunk);
  }
  close() {
    this.#end();
  }
  error(reason) {
    this.#fail(reason);
  }
}
export class ReadableStreamDefaultController extends Controller {}
export class ReadableByteStreamController extends Controller {}

export class ReadableStream {
  #queue = [];
  #queued = 0;
  #waiting = [];
  #state = "readable";
  #closing = false;
  #error;
  #reader = null;
  #source;
  #controller;
  #pulling = false;
  #pullAgain = false;
  #started = false;
  #highWater;
  #size;

  constructor(source = {}, strategy = {}) {
    this.#source = source ?? {};
    const bytes = this.#source.type === "bytes";
    this.#highWater = strategy?.highWaterMark ?? (bytes ? 0 : 1);
    this.#size = sizeOf(strategy);
    const Kind = bytes ? ReadableByteStreamController : ReadableStreamDefaultController;
    this.#controller = new Kind(this, {
      push: (chunk) => this.#push(chunk),
      end: () => this.#end(),
      fail: (reason) => this.#fail(reason),
      room: () => (this.#state === "errored" ? null : this.#state === "closed" ? 0 : this.#highWater - this.#queued),
    });
    const started = this.#source.start?.(this.#controller);
    Promise.resolve(started).then(
      () => {
        this.#started = true;
        this.#pull();
      },
      (reason) => this.#fail(reason),
    );
  }

  #push(chunk) {
    if (this.#closing || this.#state !== "readable") throw new TypeError("Invalid state: Controller is already closed");
    if (this.#waiting.length) {
      this.#waiting.shift().resolve({ value: chunk, done: false });
    } else {
      const size = this.#size(chunk);
      this.#queue.push({ chunk, size });
      this.#queued += size;
    }
    this.#pull();
  }

  #end() {
    if (this.#closing || this.#state !== "readable") throw new TypeError("Invalid state: Controller is already closed");
    this.#closing = true;
    if (this.#queue.length === 0) this.#closed();
  }

  #closed() {
    this.#state = "closed";
    for (const one of this.#waiting.splice(0)) one.resolve({ value: undefined, done: true });
    this.#reader?.[stop]();
  }

  #fail(reason) {
    if (this.#state !== "readable") return;
    this.#state = "errored";
    this.#error = reason;
    this.#queue = [];
    this.#queued = 0;
    for (const one of this.#waiting.splice(0)) one.reject(reason);
    this.#reader?.[stop](reason, true);
  }

  #pull() {
    if (!this.#started || this.#closing || this.#state !== "readable" || !this.#source.pull) return;
    if (!(this.#waiting.length > 0 || this.#highWater - this.#queued > 0)) return;
    if (this.#pulling) {
      this.#pullAgain = true;
      return;
    }
    this.#pulling = true;
    let result;
    try {
      result = this.#source.pull(this.#controller);
    } catch (error) {
      this.#fail(error);
      return;
    }
    Promise.resolve(result).then(
      () => {
        this.#pulling = false;
        if (this.#pullAgain) {
          this.#pullAgain = false;
          this.#pull();
        }
      },
      (reason) => this.#fail(reason),
    );
  }

  [take]() {
    if (this.#queue.length) {
      const { chunk, size } = this.#queue.shift();
      this.#queued -= size;
      if (this.#closing && this.#queue.length === 0) this.#closed();
      else this.#pull();
      return Promise.resolve({ value: chunk, done: false });
    }
    if (this.#state === "closed") return Promise.resolve({ value: undefined, done: true });
    if (this.#state === "errored") return Promise.reject(this.#error);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#pull();
    });
  }

  [claim](reader) {
    if (reader && this.#reader) throw new TypeError("Invalid state: ReadableStream is locked");
    this.#reader = reader;
    if (reader && this.#state === "closed") reader[stop]();
    if (reader && this.#state === "errored") reader[stop](this.#error, true);
  }

  async [stop](reason) {
    if (this.#state === "closed") return;
    if (this.#state === "errored") throw this.#error;
    this.#queue = [];
    this.#queued = 0;
    this.#closed();
    await this.#source.cancel?.(reason);
  }

  get locked() {
    return this.#reader !== null;
  }

  cancel(reason) {
    if (this.locked) return Promise.reject(new TypeError("Invalid state: ReadableStream is locked"));
    return this[stop](reason);
  }

  getReader({ mode } = {}) {
    return mode === "byob" ? new ReadableStreamBYOBReader(this) : new ReadableStreamDefaultReader(this);
  }

  tee() {
    const reader = this.getReader();
    const branches = [];
    let reading = null;
    const step = () => {
      reading ??= reader.read().then(({ value, done }) => {
        reading = null;
        for (const branch of branches) {
          if (branch.cancelled) continue;
          if (done) branch.controller.close();
          else branch.controller.enqueue(value);
        }
      }, (error) => {
        for (const branch of branches) branch.controller.error(error);
      });
      return reading;
    };
    for (let i = 0; i < 2; i += 1) {
      const branch = { cancelled: false };
      branch.stream = new ReadableStream({
        start: (controller) => {
          branch.controller = controller;
        },
        pull: step,
        cancel: (reason) => {
          branch.cancelled = true;
          return branches.every((one) => one.cancelled) ? reader.cancel(reason) : undefined;
        },
      });
      branches.push(branch);
    }
    return branches.map((branch) => branch.stream);
  }

  async pipeTo(target, { preventClose = false, preventAbort = false, preventCancel = false, signal } = {}) {
    const reader = this.getReader();
    const writer = target.getWriter();
    const onAbort = () => {
      if (!preventCancel) reader.cancel(signal.reason).catch(() => {});
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      for (;;) {
        signal?.throwIfAborted();
        await writer.ready;
        let step;
        try {
          step = await reader.read();
        } catch (error) {
          if (!preventAbort) await writer.abort(error);
          throw error;
        }
        signal?.throwIfAborted();
        if (step.done) break;
        try {
          await writer.write(step.value);
        } catch (error) {
          if (!preventCancel) await reader.cancel(error);
          throw error;
        }
      }
      if (!preventClose) await writer.close();
    } catch (error) {
      if (signal?.aborted && !preventAbort) await writer.abort(signal.reason).catch(() => {});
      throw error;
    } finally {
      signal?.removeEventListener("abort", onAbort);
      reader.releaseLock();
      writer.releaseLock();
    }
  }

  pipeThrough({ readable, writable }, options) {
    this.pipeTo(writable, options).catch(() => {});
    return readable;
  }

  async *values({ preventCancel = false } = {}) {
    const reader = this.getReader();
    let finished = false;
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) {
          finished = true;
          return;
        }
        yield value;
      }
    } catch (error) {
      finished = true;
      throw error;
    } finally {
      if (!finished && !preventCancel) await reader.cancel();
      reader.releaseLock();
    }
  }

  [Symbol.asyncIterator](options) {
    return this.values(options);
  }

  static from(iterable) {
    const iterator = iterable[Symbol.asyncIterator]?.() ?? iterable[Symbol.iterator]();
    return new ReadableStream(
      {
        async pull(controller) {
          const { value, done } = await iterator.next();
          if (done) controller.close();
          else controller.enqueue(await value);
        },
        cancel: (reason) => iterator.return?.(reason),
      },
      { highWaterMark: 0 },
    );
  }

  get [Symbol.toStringTag]() {
    return "ReadableStream";
  }
}

export class ReadableStreamDefaultReader {
  #stream;
  #settle = {};
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
  [stop](reason, failed) {
    this.#over = true;
    if (failed) this.#settle.reject(reason);
    else this.#settle.resolve();
  }
  read() {
    if (!this.#stream) return Promise.reject(new TypeError("Invalid state: The reader is not attached to a stream"));
    return this.#stream[take]();
  }
  cancel(reason) {
    if (!this.#stream) return Promise.reject(new TypeError("Invalid state: The reader is not attached to a stream"));
    return this.#stream[stop](reason);
  }
  releaseLock() {
    if (!this.#stream) return;
    if (!this.#over) this.#settle.reject(new TypeError("Invalid state: Reader released"));
    this.#stream[claim](null);
    this.#stream = null;
  }
}

/** Fills the given view from the stream's chunks; what does not fit waits for the next read. */
export class ReadableStreamBYOBReader extends ReadableStreamDefaultReader {
  #left = new Uint8Array(0);
  async read(view) {
    if (!this.#left.length) {
      const { value, done } = await super.read();
      if (done) return { value: new view.constructor(view.buffer, view.byteOffset, 0), done: true };
      this.#left = value;
    }
    const target = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    const part = this.#left.subarray(0, target.length);
    target.set(part);
    this.#left = this.#left.subarray(part.length);
    return { value: new view.constructor(view.buffer, view.byteOffset, part.length), done: false };
  }
}
