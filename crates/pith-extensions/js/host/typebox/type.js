// `Type` of the package `typebox`: what nearly every schema is made of is there at once, the rest when it is asked for.

import * as common from "../../vendor/typebox/common.js";
import { requireHost } from "pith:native/loader";

/** Makers and tests; what is set while the package runs is there too, and not a part of `Type`. */
const near = new Map(Object.entries(common).filter(([name]) => !name.startsWith("state")));

const all = () => requireHost("pith:js/vendor/typebox/index.js").Type;
const of = (name) => near.get(name) ?? all()[name];

export const Type = new Proxy(Object.create(null), {
  get: (_target, name) => of(name),
  has: (_target, name) => near.has(name) || name in all(),
  ownKeys: () => Reflect.ownKeys(all()),
  getOwnPropertyDescriptor: (_target, name) => (name in all() ? { value: of(name), enumerable: true, configurable: true } : undefined),
  set: () => false,
  defineProperty: () => false,
  deleteProperty: () => false,
});

export default Type;
