// `AbortController` and `AbortSignal`: one side says stop, the other is told once.
// Comes in: abort calls, other signals, a time; goes out: `abort` events and rejections.

import { DOMException } from "./dom-exception.js";
import { Event, EventTarget } from "./event.js";

const key = Symbol("only AbortController may construct a signal");
const fire = Symbol("fire");

export class AbortSignal extends EventTarget {
  #aborted = false;
  #reason;
  onabort = null;

  constructor(given) {
    if (given !== key) throw new TypeError("Illegal constructor");
    super();
  }
  get aborted() {
    return this.#aborted;
  }
  get reason() {
    return this.#reason;
  }
  throwIfAborted() {
    if (this.#aborted) throw this.#reason;
  }
  [fire](reason) {
    if (this.#aborted) return;
    this.#aborted = true;
    this.#reason = reason === undefined ? new DOMException("This operation was aborted", "AbortError") : reason;
    this.dispatchEvent(new Event("abort"));
  }
  get [Symbol.toStringTag]() {
    return "AbortSignal";
  }

  static abort(reason) {
    const signal = new AbortSignal(key);
    signal[fire](reason);
    return signal;
  }

  static timeout(ms) {
    const signal = new AbortSignal(key);
    const timer = setTimeout(() => {
      signal[fire](new DOMException("The operation was aborted due to timeout", "TimeoutError"));
    }, ms);
    timer?.unref?.();
    return signal;
  }

  static any(signals) {
    const out = new AbortSignal(key);
    const list = [...signals];
    const first = list.find((signal) => signal.aborted);
    if (first) {
      out[fire](first.reason);
      return out;
    }
    // The listeners leave all sources once one has fired, so that long-lived signals do not gather them.
    const heard = list.map((signal) => {
      const listener = () => {
        for (const [other, one] of heard) other.removeEventListener("abort", one);
        out[fire](signal.reason);
      };
      return [signal, listener];
    });
    for (const [signal, listener] of heard) signal.addEventListener("abort", listener);
    return out;
  }
}

export class AbortController {
  #signal = new AbortSignal(key);
  get signal() {
    return this.#signal;
  }
  abort(reason) {
    this.#signal[fire](reason);
  }
  get [Symbol.toStringTag]() {
    return "AbortController";
  }
}
