// Begins a realm: first what takes the language's own functions before anybody can change them, then the globals, then the
// interface of extensions. What an extension may never touch is loaded when it does; what stands here is in every engine.

export { run, describe } from "./calls.js";
import "../globals/install.js";
import "../api/host.js";
