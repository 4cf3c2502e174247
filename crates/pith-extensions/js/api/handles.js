// Data on its way between runtimes: what JSON cannot hold is left out, functions become handles.

import { ask, later } from "./bridge.js";

/** @type {Map<number, Function>} */
const functions = new Map();
/** @type {WeakMap<Function, number>} */
const known = new WeakMap();
let next = 1;

/** How many functions are remembered; the oldest go first. */
const MOST = 4096;

let ownRuntime;
/** The name of this runtime, by which others know whose a function is. */
const here = () => (ownRuntime ??= ask("bus.runtime"));

function handleOf(fn) {
  let handle = known.get(fn);
  if (handle === undefined) {
    handle = next++;
    known.set(fn, handle);
    functions.set(handle, fn);
    if (functions.size > MOST) functions.delete(functions.keys().next().value);
  }
  return handle;
}

/** A copy that JSON can hold. */
export function pack(value, above = new Set()) {
  if (typeof value === "function") return value.$remote ?? { $function: handleOf(value), $runtime: here() };
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  if (above.has(value)) return undefined;
  above.add(value);
  try {
    if (value instanceof Error) return { $error: String(value.message), name: value.name };
    if (Array.isArray(value)) return value.map((item) => pack(item, above) ?? null);
    const copy = {};
    for (const key of Object.keys(value)) copy[key] = pack(value[key], above);
    return copy;
  } finally {
    above.delete(value);
  }
}

/** The data again. */
export function unpack(value) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(unpack);
  if (typeof value.$error === "string") return Object.assign(new Error(value.$error), { name: value.name });
  if (typeof value.$function === "number") return functionOf(value);
  const copy = {};
  for (const key of Object.keys(value)) copy[key] = unpack(value[key]);
  return copy;
}

/** The function itself if it is one of this runtime; otherwise one that has its owner call it. */
function functionOf({ $function: handle, $runtime: runtime }) {
  if (runtime === here() && functions.has(handle)) return functions.get(handle);
  const call = (...args) => later("bus.invoke", { runtime, handle, args: pack(args) }).then(unpack);
  return Object.assign(call, { $remote: { $function: handle, $runtime: runtime } });
}

/** Puts into `target` what another runtime made of its copy. */
export function copyBack(target, changed) {
  if (typeof target !== "object" || target === null || typeof changed !== "object" || changed === null) return;
  if (Array.isArray(target) && Array.isArray(changed)) target.length = Math.min(target.length, changed.length);
  for (const key of Object.keys(changed)) {
    const value = changed[key];
    const before = target[key];
    if (typeof before === "function") continue;
    if (typeof before === "object" && before !== null && typeof value === "object" && value !== null) copyBack(before, value);
    else target[key] = unpack(value);
  }
  for (const key of Array.isArray(target) ? [] : Object.keys(target)) {
    if (!(key in changed) && target[key] !== undefined && typeof target[key] !== "function") delete target[key];
  }
}

/** Calls a function of this runtime for another one. */
export async function invoke(handle, args) {
  const fn = functions.get(handle);
  if (fn === undefined) throw new Error("the function is gone");
  return pack(await fn(...unpack(args)));
}
