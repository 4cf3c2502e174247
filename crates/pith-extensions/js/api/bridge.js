// The narrow way to the program: questions that are answered at once, and work that is answered later.

import { call, start } from "pith:native/host";

const { parse, stringify } = JSON;

/**
 * Asks, and has the answer at once.
 * @param {string} method
 * @param {object} [args]
 * @returns {any}
 */
export function ask(method, args = {}) {
  return askJson(method, stringify(args));
}

/**
 * The same with arguments that are JSON already.
 * @param {string} method
 * @param {string} args
 * @returns {any}
 */
export function askJson(method, args) {
  const answer = call(method, args);
  return answer === "" ? undefined : parse(answer);
}

/**
 * Has something done. An abort of `signal` gives it up; what it then comes to is still its answer.
 * @param {string} method
 * @param {object} [args]
 * @param {{ signal?: AbortSignal, onEvent?: (event: any) => void }} [options]
 * @returns {Promise<any>}
 */
export async function later(method, args = {}, { signal, onEvent } = {}) {
  const listener = onEvent ? (json) => onEvent(json === "" ? undefined : parse(json)) : null;
  const begun = start(method, stringify(args), listener);
  const abort = () => begun.cancel();
  if (signal?.aborted) abort();
  else signal?.addEventListener?.("abort", abort, { once: true });
  try {
    const answer = await begun.promise;
    return answer === "" || answer === undefined ? undefined : parse(answer);
  } finally {
    signal?.removeEventListener?.("abort", abort);
  }
}
