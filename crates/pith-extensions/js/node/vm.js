// `node:vm`: code run in this realm. Contexts of their own are not offered, so nothing here isolates anything.

import { missing } from "../runtime/missing.js";

export class Script {
  #code;
  constructor(code) {
    this.#code = String(code);
    // Compiles now, so that a mistake shows where it does in Node.
    new Function(this.#code);
  }
  runInThisContext() {
    return globalThis.eval(this.#code);
  }
}
export const runInThisContext = (code) => new Script(code).runInThisContext();
export const createContext = missing("vm", "createContext");
export const runInContext = missing("vm", "runInContext");
export const runInNewContext = missing("vm", "runInNewContext");
export const compileFunction = (code, params = []) => new Function(...params, code);
export const isContext = () => false;
export default { Script, compileFunction, createContext, isContext, runInContext, runInNewContext, runInThisContext };
