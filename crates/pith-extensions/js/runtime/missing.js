// Stands for what Node or the host has and this program does not: can be imported, passed on and tested for, and throws
// when it is called, constructed or read.

import { name } from "pith:native/loader";

/** What is asked of anything that is looked at, awaited, printed or extended. */
const QUIET = new Set(["then", "toJSON", "constructor", "__esModule", "default", "length", "name"]);

/**
 * @param {string} module the specifier
 * @param {string} [member] absent for the module itself
 * @returns {any}
 */
export function missing(module, member) {
  const what = member === undefined ? `the module \`${module}\`` : `\`${member}\` of \`${module}\``;
  const fail = () => {
    throw new Error(`${what} is not offered to extensions here; \`${name()}\` cannot use it`);
  };
  return new Proxy(function absent() {}, {
    apply: fail,
    construct: fail,
    set: fail,
    get(target, key) {
      // A class may be derived from it; only making an instance fails.
      if (key === "prototype") return target.prototype;
      if (typeof key === "symbol" || QUIET.has(key)) return undefined;
      return fail();
    },
  });
}
