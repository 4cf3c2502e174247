// Modules of ours that are loaded when they are needed for the first time.

import { requireHost } from "pith:native/loader";

/**
 * @param {string} file its path inside the library
 * @returns {() => any} gives its namespace
 */
export function lazily(file) {
  let loaded;
  return () => (loaded ??= requireHost(`pith:js/${file}`));
}
