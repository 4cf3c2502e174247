// Runs what Rust calls, and puts results and errors into words that can cross.
//
// Everything is taken from the realm before an extension runs: what an extension does to its globals later does not
// change how its calls end.

import { resolve, reject } from "pith:native/calls";

const { parse, stringify } = JSON;
const { apply } = Reflect;
const { then } = Promise.prototype;
const isArray = Array.isArray;
const AnyPromise = Promise;
const makeSet = () => new Set();

/**
 * JSON that never fails: what repeats itself inside itself is cut, big integers become text.
 * @param {unknown} value
 * @returns {string | undefined}
 */
export function toJson(value) {
  try {
    return stringify(value);
  } catch {
    return stringify(plain(value, makeSet()));
  }
}

/** A copy that JSON can hold. */
function plain(value, above) {
  if (typeof value === "bigint") return `${value}`;
  if (typeof value !== "object" || value === null) return value;
  if (above.has(value)) return "[Circular]";
  above.add(value);
  try {
    if (typeof value.toJSON === "function") return plain(value.toJSON(), above);
    if (isArray(value)) return value.map((item) => plain(item, above));
    const copy = {};
    for (const key of Object.keys(value)) {
      try {
        copy[key] = plain(value[key], above);
      } catch (error) {
        copy[key] = `[${describe(error)[1]}]`;
      }
    }
    return copy;
  } finally {
    above.delete(value);
  }
}

/** Text, whatever it is and whatever it does when it is asked. */
function text(read) {
  try {
    const value = read();
    return typeof value === "string" ? value : value === undefined ? "" : `${value}`;
  } catch {
    return "";
  }
}

/**
 * Name, message and stack of whatever was thrown; its getters may throw themselves.
 * @param {unknown} error
 * @returns {[string, string, string]}
 */
export function describe(error) {
  if (typeof error !== "object" || error === null) return ["", text(() => String(error)), ""];
  const name = text(() => error.name);
  let message = text(() => error.message);
  let stack = text(() => error.stack);
  let cause = error;
  for (let depth = 0; depth < 4; depth++) {
    try {
      cause = cause.cause;
    } catch {
      break;
    }
    if (typeof cause !== "object" || cause === null) break;
    stack += `\ncaused by ${text(() => cause.name)}: ${text(() => cause.message)}\n${text(() => cause.stack)}`;
  }
  if (!message && !name) message = text(() => toJson(error) ?? String(error));
  return [name, message, stack];
}

/** What is told of an error that can be put into no words. */
const UNREADABLE = ["Error", "something was thrown that cannot be read", ""];

/** @type {(() => void) | undefined} of the call that begins */
let afterwards;

/** Said while a call begins: what is to be done when its answer has been given, since nobody should wait for it. */
export const onceAnswered = (work) => {
  afterwards = work;
};

/**
 * Calls a function with arguments that came as JSON, and says how it ended.
 * @param {number} id
 * @param {(...args: unknown[]) => unknown} entry
 * @param {string} args a JSON array
 * @param {string} [text] one more argument, as it is
 */
export function run(id, entry, args, text) {
  let after;
  const failed = (error) => {
    // Nothing here asks an iterator or a method of the realm: an extension may have broken them, and the call must end.
    let told = UNREADABLE;
    try {
      told = describe(error);
    } catch {
      // Out of stack or of memory, say.
    }
    reject(id, told[0], told[1], told[2]);
    after?.();
  };
  const done = (value) => {
    let json;
    try {
      json = toJson(value);
    } catch (error) {
      return failed(error);
    }
    resolve(id, json);
    after?.();
  };
  let value;
  try {
    const given = parse(args);
    if (text !== undefined) given[given.length] = text;
    afterwards = undefined;
    value = apply(entry, undefined, given);
    after = afterwards;
  } catch (error) {
    after = afterwards;
    return failed(error);
  }
  if (value instanceof AnyPromise) return void apply(then, value, [done, failed]);
  if (typeof value === "object" && value !== null && typeof value.then === "function") {
    return void apply(then, AnyPromise.resolve(value), [done, failed]);
  }
  done(value);
}
