// `node:timers/promises`.

import * as timers from "../../globals/timers.js";
import { abortError } from "../errors.js";

function waiting(begin, end, value, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(abortError(signal.reason));
      return;
    }
    const onAbort = () => {
      end(timer);
      reject(abortError(signal.reason));
    };
    const timer = begin(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve(value);
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

export const setTimeout = (delay, value, { signal } = {}) => waiting((done) => timers.setTimeout(done, delay), timers.clearTimeout, value, signal);
export const setImmediate = (value, { signal } = {}) => waiting((done) => timers.setImmediate(done), timers.clearImmediate, value, signal);

export async function* setInterval(delay, value, options = {}) {
  for (;;) {
    await setTimeout(delay, undefined, options);
    yield value;
  }
}

export const scheduler = {
  wait: (delay, options) => setTimeout(delay, undefined, options),
  yield: () => setImmediate(),
};
export default { scheduler, setImmediate, setInterval, setTimeout };
