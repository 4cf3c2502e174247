// Begins a realm: first what takes the language's own functions before anybody can change them, then the globals, then the
// interface of extensions.

export { run, describe } from "./calls.js";
export { makeRequire } from "./commonjs.js";
import "../globals/install.js";
import "../api/host.js";
