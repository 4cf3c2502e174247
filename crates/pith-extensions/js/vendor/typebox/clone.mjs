// Copies of schemas, in place of the package's own: the same copies, but nearly all that is copied are texts, numbers,
// lists and plain objects, and those are told first. The maker of each schema copies all that is in it, so this is most of
// what extensions with large schemas do while they load.

import { Metrics } from "./metrics.mjs";

const { defineProperty, getOwnPropertyDescriptor, getOwnPropertyNames, getOwnPropertySymbols, getPrototypeOf } = Object;
const { propertyIsEnumerable } = Object.prototype;

/** Names through which a copy could be given another nature. */
const isUnsafe = (name) => name === "__proto__" || name === "constructor" || name === "prototype";

/** Objects of classes are not copied: their private members could not be. */
function isOfClass(above) {
  const maker = above.constructor;
  return typeof maker === "function" && maker !== Object && maker.name !== "Object";
}

/** A schema has members that are not enumerable, and its copy has them too. Their names begin with `~`. */
function ofSchema(value) {
  const copy = {};
  for (const name of getOwnPropertyNames(value)) {
    if (isUnsafe(name)) continue;
    if (name[0] !== "~" && propertyIsEnumerable.call(value, name)) {
      copy[name] = of(value[name]);
      continue;
    }
    const member = getOwnPropertyDescriptor(value, name);
    member.value = of(member.value);
    if (member.enumerable) copy[name] = member.value;
    else defineProperty(copy, name, member);
  }
  return copy;
}

function ofPlain(value) {
  const copy = {};
  for (const name of getOwnPropertyNames(value)) if (!isUnsafe(name)) copy[name] = of(value[name]);
  for (const symbol of getOwnPropertySymbols(value)) copy[symbol] = of(value[symbol]);
  return copy;
}

function of(value) {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => of(item));
  const above = getPrototypeOf(value);
  if (above !== Object.prototype && above !== null) {
    if (ArrayBuffer.isView(value)) return value.slice();
    if (value instanceof RegExp) return new RegExp(value.source, value.flags);
    if (value instanceof Map) return new Map(of([...value.entries()]));
    if (value instanceof Set) return new Set(of([...value.values()]));
    if (isOfClass(above)) return value;
  }
  return "~kind" in value || "~unsafe" in value ? ofSchema(value) : ofPlain(value);
}

export function Clone(value) {
  Metrics.clone += 1;
  return of(value);
}
