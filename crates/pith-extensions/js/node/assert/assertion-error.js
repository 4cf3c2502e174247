// The error of a claim that does not hold.

import { inspect } from "../util/inspect.js";

const words = {
  deepStrictEqual: "Expected values to be strictly deep-equal:",
  deepEqual: "Expected values to be loosely deep-equal:",
  strictEqual: "Expected values to be strictly equal:",
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
};

export class AssertionError extends Error {
  constructor({ message, actual, expected, operator, stackStartFn } = {}) {
    const shown = message ?? `${words[operator] ?? `${inspect(actual)} ${operator} ${inspect(expected)}`}${words[operator] ? `\n\n${inspect(actual)} !== ${inspect(expected)}\n` : ""}`;
    super(shown);
    this.name = "AssertionError";
    this.code = "ERR_ASSERTION";
    this.generatedMessage = message === undefined;
    Object.assign(this, { actual, expected, operator });
    if (stackStartFn) Error.captureStackTrace?.(this, stackStartFn);
  }
}
