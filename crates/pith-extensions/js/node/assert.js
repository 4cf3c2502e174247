// `node:assert`: claims that throw when they do not hold.

import { AssertionError } from "./assert/assertion-error.js";
import { invalidArgType } from "./errors.js";
import { equal as deep } from "./util/equal.js";

export { AssertionError };

function claim(holds, actual, expected, message, operator) {
  if (holds) return;
  if (message instanceof Error) throw message;
  throw new AssertionError({ message, actual, expected, operator });
}

export function ok(value, message) {
  claim(value, value, true, message ?? (value ? undefined : "The expression evaluated to a falsy value"), "==");
}

/** The call is the same as `ok`. */
function assert(value, message) {
  ok(value, message);
}

// The loose forms compare loosely.
export const equal = (a, b, message) => claim(a == b || (Number.isNaN(a) && Number.isNaN(b)), a, b, message, "==");
export const notEqual = (a, b, message) => claim(!(a == b || (Number.isNaN(a) && Number.isNaN(b))), a, b, message, "!=");
export const strictEqual = (a, b, message) => claim(Object.is(a, b), a, b, message, "strictEqual");
export const notStrictEqual = (a, b, message) => claim(!Object.is(a, b), a, b, message, "notStrictEqual");
export const deepEqual = (a, b, message) => claim(deep(a, b, false), a, b, message, "deepEqual");
export const notDeepEqual = (a, b, message) => claim(!deep(a, b, false), a, b, message, "notDeepEqual");
export const deepStrictEqual = (a, b, message) => claim(deep(a, b, true), a, b, message, "deepStrictEqual");
export const notDeepStrictEqual = (a, b, message) => claim(!deep(a, b, true), a, b, message, "notDeepStrictEqual");

function partial(actual, expected) {
  if (expected === null || typeof expected !== "object") return Object.is(actual, expected);
  if (actual === null || typeof actual !== "object") return false;
  return Object.keys(expected).every((key) => partial(actual[key], expected[key]));
}
export const partialDeepStrictEqual = (a, b, message) => claim(partial(a, b), a, b, message, "partialDeepStrictEqual");

export function fail(message) {
  if (message instanceof Error) throw message;
  throw new AssertionError({ message: message ?? "Failed", operator: "fail" });
}

export function match(text, pattern, message) {
  claim(typeof text === "string" && pattern.test(text), text, pattern, message ?? `The input did not match the regular expression ${pattern}. Input:\n\n'${text}'\n`, "match");
}
export function doesNotMatch(text, pattern, message) {
  claim(typeof text !== "string" || !pattern.test(text), text, pattern, message ?? `The input was expected to not match the regular expression ${pattern}. Input:\n\n'${text}'\n`, "doesNotMatch");
}
export function ifError(value) {
  if (value !== null && value !== undefined) throw value instanceof Error ? value : new AssertionError({ message: `ifError got unwanted exception: ${value}`, actual: value, operator: "ifError" });
}

function fits(error, expected, message) {
  if (expected === undefined || typeof expected === "string") return;
  if (expected instanceof RegExp) {
    claim(expected.test(String(error)), error, expected, message ?? `The input did not match the regular expression ${expected}. Input:\n\n'${error}'\n`, "throws");
    return;
  }
  if (typeof expected === "function") {
    if (expected.prototype !== undefined && error instanceof expected) return;
    if (Error.isPrototypeOf(expected) || expected === Error) throw error;
    claim(expected.call({}, error) === true, error, expected, message ?? "The validation function is expected to return \"true\".", "throws");
    return;
  }
  for (const key of Object.keys(expected)) {
    const wanted = expected[key];
    const holds = wanted instanceof RegExp && typeof error[key] === "string" ? wanted.test(error[key]) : deep(error[key], wanted, true);
    claim(holds, error, expected, message, "throws");
  }
}

const nothing = Symbol("nothing was thrown");

function thrownBy(call) {
  if (typeof call !== "function") throw invalidArgType("fn", "of type function", call);
  try {
    call();
  } catch (error) {
    return error;
  }
  return nothing;
}

async function rejectionOf(promiseOrCall) {
  try {
    await (typeof promiseOrCall === "function" ? promiseOrCall() : promiseOrCall);
  } catch (error) {
    return error;
  }
  return nothing;
}

function demand(error, expected, message, word, operator) {
  const words = typeof expected === "string" ? expected : message;
  const kind = typeof expected === "function" && expected.name ? ` (${expected.name})` : "";
  if (error === nothing) fail(`Missing expected ${word}${kind}${words ? `: ${words}` : "."}`);
  fits(error, expected, words === expected ? undefined : words, operator);
}
export const throws = (call, expected, message) => demand(thrownBy(call), expected, message, "exception");
export const rejects = async (call, expected, message) => demand(await rejectionOf(call), expected, message, "rejection");

function unwanted(error, message, word) {
  if (error !== nothing) fail(`Got unwanted ${word}.\nActual message: "${error?.message}"${typeof message === "string" ? `\n${message}` : ""}`);
}
export const doesNotThrow = (call, expected, message) => unwanted(thrownBy(call), message ?? expected, "exception");
export const doesNotReject = async (call, expected, message) => unwanted(await rejectionOf(call), message ?? expected, "rejection");

const shared = { AssertionError, ok, fail, match, doesNotMatch, ifError, throws, rejects, doesNotThrow, doesNotReject, partialDeepStrictEqual };
Object.assign(assert, shared, { equal, notEqual, strictEqual, notStrictEqual, deepEqual, notDeepEqual, deepStrictEqual, notDeepStrictEqual });

/** The form whose `equal` is the strict one. */
export function strict(value, message) {
  ok(value, message);
}
Object.assign(strict, shared, {
  equal: strictEqual, notEqual: notStrictEqual, strictEqual, notStrictEqual, deepEqual: deepStrictEqual, notDeepEqual: notDeepStrictEqual,
  deepStrictEqual, notDeepStrictEqual, strict,
});
assert.strict = strict;
export default assert;
