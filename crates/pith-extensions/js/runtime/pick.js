// Takes the members that an extension imports by name out of a module of ours.

import { missing } from "./missing.js";

/**
 * @param {object} real the namespace
 * @param {string} module the specifier, for the error
 * @param {string} member
 */
export function pick(real, module, member) {
  if (member in real) return real[member];
  if (member === "default") return real;
  return missing(module, member);
}
