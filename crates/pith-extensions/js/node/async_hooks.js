// `node:async_hooks`: `AsyncLocalStorage` and `AsyncResource`.
//
// The engine does not tell when a job continues an earlier one. A store is therefore current while its function runs and,
// when that gives a promise, until the promise settles: right for one run after another; runs that overlap see the latest.

import { missing } from "../runtime/missing.js";

export class AsyncLocalStorage {
  #store = undefined;
  #stack = [];

  run(store, callback, ...args) {
    const frame = { store };
    this.#stack.push(frame);
    const done = () => {
      const at = this.#stack.indexOf(frame);
      if (at >= 0) this.#stack.splice(at, 1);
    };
    let result;
    try {
      result = callback(...args);
    } catch (error) {
      done();
      throw error;
    }
    if (typeof result?.then === "function") result.then(done, done);
    else done();
    return result;
  }

  exit(callback, ...args) {
    return this.run(undefined, callback, ...args);
  }
  getStore() {
    return this.#stack.length ? this.#stack.at(-1).store : this.#store;
  }
  enterWith(store) {
    if (this.#stack.length) this.#stack.at(-1).store = store;
    else this.#store = store;
  }
  disable() {
    this.#stack = [];
    this.#store = undefined;
  }
  static bind(callback) {
    return (...args) => callback(...args);
  }
  static snapshot() {
    return (callback, ...args) => callback(...args);
  }
}

export class AsyncResource {
  constructor(type) {
    this.type = type;
  }
  runInAsyncScope(callback, self, ...args) {
    return Reflect.apply(callback, self, args);
  }
  emitDestroy() {
    return this;
  }
  asyncId() {
    return 1;
  }
  triggerAsyncId() {
    return 0;
  }
  bind(callback) {
    return (...args) => this.runInAsyncScope(callback, undefined, ...args);
  }
  static bind(callback) {
    return callback;
  }
}

export const executionAsyncId = () => 1;
export const triggerAsyncId = () => 0;
export const executionAsyncResource = () => ({});
export const createHook = missing("async_hooks", "createHook");
export default { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId, executionAsyncResource, triggerAsyncId };
