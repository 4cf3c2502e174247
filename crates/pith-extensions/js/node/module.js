// `node:module`: `createRequire`, and what is built in.

import { makeRequire } from "../runtime/commonjs.js";
import { missing } from "../runtime/missing.js";
import { invalidArgValue } from "./errors.js";
import { isAbsolute } from "./path.js";
import { toPath } from "./url/file.js";

/** `require` as a file at this path or address would see it. */
export function createRequire(from) {
  const text = from instanceof globalThis.URL ? from.href : String(from);
  const path = text.startsWith("file:") ? toPath(text) : text;
  if (!isAbsolute(path)) throw invalidArgValue("filename", from, "must be a file URL object, file URL string, or absolute path string");
  return makeRequire(path);
}

export const builtinModules = [
  "assert", "assert/strict", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto", "dgram", "diagnostics_channel",
  "dns", "dns/promises", "domain", "events", "fs", "fs/promises", "http", "http2", "https", "inspector", "module", "net", "os", "path",
  "path/posix", "path/win32", "perf_hooks", "process", "punycode", "querystring", "readline", "readline/promises", "repl", "stream",
  "stream/consumers", "stream/promises", "stream/web", "string_decoder", "sys", "timers", "timers/promises", "tls", "tty", "url", "util",
  "util/types", "v8", "vm", "wasi", "worker_threads", "zlib",
];
/** What has no name without the prefix. */
const PREFIXED = ["node:sqlite"];
export const isBuiltin = (name) => PREFIXED.includes(String(name)) || builtinModules.includes(String(name).replace(/^node:/, ""));
export const register = missing("module", "register");
export const registerHooks = missing("module", "registerHooks");
export const syncBuiltinESMExports = () => {};
export const findSourceMap = () => undefined;
export const enableCompileCache = () => ({ status: 3 });
export const stripTypeScriptTypes = missing("module", "stripTypeScriptTypes");

export class Module {
  constructor(id = "") {
    this.id = id;
    this.exports = {};
  }
}
Object.assign(Module, { Module, builtinModules, createRequire, isBuiltin, register, registerHooks, syncBuiltinESMExports, findSourceMap, enableCompileCache, stripTypeScriptTypes });
export default Module;
