// The forms with promises and with callbacks, made from the synchronous calls.
// A file call runs on the extension's own thread and settles in a later job, so its order is that of the calls.

import { abortError, checkFunction } from "../errors.js";

/** A function that does `call` and gives a promise. */
export function later(call) {
  return async (...args) => {
    const { signal } = args.at(-1) ?? {};
    if (signal?.aborted) throw abortError(signal.reason);
    return call(...args);
  };
}

/** A function that does `call`, which may give a promise, and reports to the callback behind its arguments. */
export function withCallback(call) {
  return (...args) => {
    const at = args.findLastIndex((arg) => typeof arg === "function");
    const done = checkFunction(args[at], "cb");
    let error = null;
    let value;
    try {
      value = call(...args.slice(0, at));
    } catch (thrown) {
      error = thrown;
    }
    if (typeof value?.then === "function") value.then((made) => done(null, made), done);
    else queueMicrotask(() => (error ? done(error) : done(null, value)));
  };
}
