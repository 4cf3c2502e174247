// `process.env`: a view of the environment that the extension may see; changes stay with the extension.

import { envDelete, envGet, envKeys, envSet } from "pith:native/process";

export const env = new Proxy({}, {
  get: (_target, key) => (typeof key === "string" ? (envGet(key) ?? undefined) : undefined),
  has: (_target, key) => typeof key === "string" && (envGet(key) ?? undefined) !== undefined,
  set(_target, key, value) {
    envSet(String(key), String(value));
    return true;
  },
  deleteProperty(_target, key) {
    if (typeof key === "string") envDelete(key);
    return true;
  },
  ownKeys: () => envKeys(),
  getOwnPropertyDescriptor(_target, key) {
    const value = typeof key === "string" ? (envGet(key) ?? undefined) : undefined;
    return value === undefined ? undefined : { value, writable: true, enumerable: true, configurable: true };
  },
  defineProperty(_target, key, { value }) {
    envSet(String(key), String(value));
    return true;
  },
});
