// Timers: `setTimeout`, `setInterval`, `setImmediate` and their ends, over the host's clock.
// Comes in: callbacks and milliseconds; goes out: objects that stand for the timer, as in Node.

import { start, stop } from "pith:native/timers";

function invalid(callback) {
  const error = new TypeError(`The "callback" argument must be of type function. Received ${callback === null ? "null" : typeof callback}`);
  error.code = "ERR_INVALID_ARG_TYPE";
  return error;
}

const running = new Map();
let immediates = [];

export class Timeout {
  #native = null;
  #callback;
  #args;
  #delay;
  #repeat;
  #ref = true;

  constructor(callback, delay, args, repeat) {
    if (typeof callback !== "function") {
      throw invalid(callback);
    }
    this.#callback = callback;
    this.#args = args;
    const ms = Number(delay);
    this.#delay = ms >= 1 && ms <= 2147483647 ? Math.trunc(ms) : 1;
    this.#repeat = repeat;
    this.#begin();
  }

  #begin() {
    this.#native = start(this.#delay, this.#repeat, () => {
      if (!this.#repeat) this.#forget();
      this.#callback.apply(this, this.#args);
    });
    running.set(this.#native, this);
  }

  #forget() {
    running.delete(this.#native);
    this.#native = null;
  }

  close() {
    if (this.#native !== null) {
      stop(this.#native);
      this.#forget();
    }
    return this;
  }
  refresh() {
    const was = this.#native !== null;
    this.close();
    if (was || !this.#repeat) this.#begin();
    return this;
  }
  ref() {
    this.#ref = true;
    return this;
  }
  unref() {
    this.#ref = false;
    return this;
  }
  hasRef() {
    return this.#ref;
  }
  [Symbol.toPrimitive]() {
    return this.#native ?? 0;
  }
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.close();
  }
}

export function setTimeout(callback, delay, ...args) {
  return new Timeout(callback, delay, args, false);
}

// What `util.promisify` makes of it.
Object.defineProperty(setTimeout, Symbol.for("nodejs.util.promisify.custom"), {
  value: (delay, value, options) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        timer.close();
        reject(Object.assign(new Error("The operation was aborted", { cause: options.signal.reason }), { name: "AbortError", code: "ABORT_ERR" }));
      };
      const timer = new Timeout(() => {
        options?.signal?.removeEventListener("abort", stop);
        resolve(value);
      }, delay, [], false);
      if (options?.signal?.aborted) stop();
      else options?.signal?.addEventListener("abort", stop, { once: true });
    }),
});

export function setInterval(callback, delay, ...args) {
  return new Timeout(callback, delay, args, true);
}

export function clearTimeout(timer) {
  if (timer instanceof Timeout) timer.close();
  else if (timer !== undefined && timer !== null) running.get(Number(timer))?.close();
}

export const clearInterval = clearTimeout;

export class Immediate {
  constructor(callback, args) {
    this.callback = callback;
    this.args = args;
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
  hasRef() {
    return true;
  }
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    clearImmediate(this);
  }
}

/** Immediates of one turn run in the next one, in order, on a single native timer. */
export function setImmediate(callback, ...args) {
  const one = new Immediate(callback, args);
  immediates.push(one);
  if (immediates.length === 1) start(0, false, runImmediates);
  return one;
}

function runImmediates() {
  const due = immediates;
  immediates = [];
  try {
    while (due.length) {
      const one = due.shift();
      one.callback?.(...one.args);
    }
  } finally {
    // One that throws does not swallow those behind it.
    if (due.length) {
      immediates = [...due, ...immediates];
      start(0, false, runImmediates);
    }
  }
}

export function clearImmediate(one) {
  if (one instanceof Immediate) one.callback = null;
}

const { resolve } = Promise;
const then = Promise.prototype.then;

/** Runs a function when the present one is done; what it throws is told as what nobody listens to. */
export function queueMicrotask(callback) {
  if (typeof callback !== "function") throw invalid(callback);
  Reflect.apply(then, Reflect.apply(resolve, Promise, []), [() => void callback(), undefined]);
}
