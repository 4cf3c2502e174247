// `node:events`: named events with listeners, and the ways to await them.
// Comes in: listeners and emissions; goes out: calls of the listeners. Knows no I/O.

import { abortError, checkFunction, coded, outOfRange } from "./errors.js";

export const errorMonitor = Symbol("events.errorMonitor");
export const captureRejectionSymbol = Symbol.for("nodejs.rejection");
export let defaultMaxListeners = 10;
const lists = Symbol("listeners");
const limit = Symbol("max listeners");
const capture = Symbol("capture rejections");
const warned = new WeakSet();

function listOf(emitter, name) {
  return emitter[lists]?.get(name);
}

function warnLeak(emitter, name, list) {
  const max = emitter.getMaxListeners();
  if (max <= 0 || list.length <= max || warned.has(list)) return;
  warned.add(list);
  globalThis.process?.emitWarning?.(
    `Possible EventEmitter memory leak detected. ${list.length} ${String(name)} listeners added. Use emitter.setMaxListeners() to increase limit`,
    "MaxListenersExceededWarning",
  );
}

function add(emitter, name, listener, front) {
  checkFunction(listener, "listener");
  // Old packages call `EventEmitter.call(this)` or skip it; the table is made when it is first needed.
  emitter[lists] ??= new Map();
  if (emitter[lists].has("newListener")) emitter.emit("newListener", name, listener.listener ?? listener);
  let list = emitter[lists].get(name);
  if (!list) emitter[lists].set(name, (list = []));
  if (front) list.unshift(listener);
  else list.push(listener);
  warnLeak(emitter, name, list);
  return emitter;
}

function wrapOnce(emitter, name, listener) {
  checkFunction(listener, "listener");
  let fired = false;
  const wrapped = (...args) => {
    if (fired) return undefined;
    fired = true;
    emitter.removeListener(name, wrapped);
    return Reflect.apply(listener, emitter, args);
  };
  wrapped.listener = listener;
  return wrapped;
}

export function EventEmitter(options) {
  EventEmitter.init.call(this, options);
}

EventEmitter.init = function (options) {
  this[lists] ??= new Map();
  if (options?.captureRejections) this[capture] = true;
};

const methods = {
  on(name, listener) {
    return add(this, name, listener, false);
  },
  prependListener(name, listener) {
    return add(this, name, listener, true);
  },
  once(name, listener) {
    return this.on(name, wrapOnce(this, name, listener));
  },
  prependOnceListener(name, listener) {
    return this.prependListener(name, wrapOnce(this, name, listener));
  },

  removeListener(name, listener) {
    checkFunction(listener, "listener");
    const list = listOf(this, name);
    if (!list) return this;
    const at = list.findLastIndex((one) => one === listener || one.listener === listener);
    if (at < 0) return this;
    const [gone] = list.splice(at, 1);
    if (list.length === 0) this[lists].delete(name);
    if (this[lists].has("removeListener")) this.emit("removeListener", name, gone.listener ?? gone);
    return this;
  },

  removeAllListeners(...names) {
    const table = this[lists];
    if (!table) return this;
    if (table.has("removeListener")) {
      const targets = names.length ? names : [...table.keys()].filter((name) => name !== "removeListener");
      for (const name of targets) for (const one of [...(table.get(name) ?? [])].reverse()) this.removeListener(name, one);
    }
    if (names.length === 0) table.clear();
    else for (const name of names) table.delete(name);
    return this;
  },

  emit(name, ...args) {
    if (name === "error") {
      for (const one of [...(listOf(this, errorMonitor) ?? [])]) Reflect.apply(one, this, args);
    }
    const list = listOf(this, name);
    if (!list?.length) {
      if (name !== "error") return false;
      if (args[0] instanceof Error) throw args[0];
      const error = coded(Error, "ERR_UNHANDLED_ERROR", `Unhandled error. (${typeof args[0] === "string" ? `'${args[0]}'` : String(args[0])})`);
      error.context = args[0];
      throw error;
    }
    // The list as it was: additions and removals while it is walked have no effect on this emission.
    for (const one of list.length === 1 ? [list[0]] : [...list]) {
      const result = Reflect.apply(one, this, args);
      if (this[capture] && typeof result?.then === "function") captured(this, result, name, args);
    }
    return true;
  },

  listenerCount(name, listener) {
    const list = listOf(this, name) ?? [];
    return listener ? list.filter((one) => one === listener || one.listener === listener).length : list.length;
  },
  listeners(name) {
    return (listOf(this, name) ?? []).map((one) => one.listener ?? one);
  },
  rawListeners(name) {
    return [...(listOf(this, name) ?? [])];
  },
  eventNames() {
    return [...(this[lists]?.keys() ?? [])];
  },
  setMaxListeners(n) {
    if (typeof n !== "number" || n < 0 || Number.isNaN(n)) throw outOfRange("n", "a non-negative number", n);
    this[limit] = n;
    return this;
  },
  getMaxListeners() {
    return this[limit] ?? defaultMaxListeners;
  },
};
methods.addListener = methods.on;
methods.off = methods.removeListener;
for (const [name, value] of Object.entries(methods)) {
  Object.defineProperty(EventEmitter.prototype, name, { value, writable: true, configurable: true, enumerable: true });
}

function captured(emitter, promise, name, args) {
  promise.then(undefined, (error) => {
    if (typeof emitter[captureRejectionSymbol] === "function") emitter[captureRejectionSymbol](error, name, ...args);
    else emitter.emit("error", error);
  });
}

const isTarget = (emitter) => typeof emitter.on !== "function" && typeof emitter.addEventListener === "function";
const attach = (emitter, name, fn) => (isTarget(emitter) ? emitter.addEventListener(name, fn) : emitter.on(name, fn));
const detach = (emitter, name, fn) => (isTarget(emitter) ? emitter.removeEventListener(name, fn) : emitter.removeListener(name, fn));

/** Resolves with the arguments of the next emission; rejects on `error` or when the signal aborts. */
export function once(emitter, name, { signal } = {}) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(abortError(signal.reason));
      return;
    }
    const done = () => {
      detach(emitter, name, onEvent);
      if (name !== "error" && !isTarget(emitter)) detach(emitter, "error", onError);
      signal?.removeEventListener("abort", onAbort);
    };
    const onEvent = (...args) => {
      done();
      resolve(args);
    };
    const onError = (error) => {
      done();
      reject(error);
    };
    const onAbort = () => {
      done();
      reject(abortError(signal.reason));
    };
    attach(emitter, name, onEvent);
    if (name !== "error" && !isTarget(emitter)) attach(emitter, "error", onError);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

/** An endless asynchronous iterator over emissions, each as an array of arguments. */
export function on(emitter, name, { signal, close = [] } = {}) {
  if (signal?.aborted) throw abortError(signal.reason);
  const queue = [];
  const waiting = [];
  let failure;
  let finished = false;
  const onEvent = (...args) => {
    if (waiting.length) waiting.shift().resolve({ value: args, done: false });
    else queue.push(args);
  };
  const onError = (error) => {
    if (waiting.length) waiting.shift().reject(error);
    else failure = error;
    finish();
  };
  const onAbort = () => onError(abortError(signal.reason));
  const finish = () => {
    if (finished) return;
    finished = true;
    detach(emitter, name, onEvent);
    if (name !== "error") detach(emitter, "error", onError);
    for (const end of close) detach(emitter, end, finish);
    signal?.removeEventListener("abort", onAbort);
    for (const one of waiting.splice(0)) one.resolve({ value: undefined, done: true });
  };
  attach(emitter, name, onEvent);
  if (name !== "error") attach(emitter, "error", onError);
  for (const end of close) attach(emitter, end, finish);
  signal?.addEventListener("abort", onAbort, { once: true });
  return {
    next() {
      if (queue.length) return Promise.resolve({ value: queue.shift(), done: false });
      if (failure) {
        const error = failure;
        failure = undefined;
        return Promise.reject(error);
      }
      if (finished) return Promise.resolve({ value: undefined, done: true });
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    return() {
      finish();
      return Promise.resolve({ value: undefined, done: true });
    },
    throw(error) {
      finish();
      return Promise.reject(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

export function getEventListeners(emitter, name) {
  return typeof emitter.listeners === "function" ? emitter.listeners(name) : (emitter[Symbol.for("pith.listeners")]?.(name) ?? []);
}

export function getMaxListeners(emitter) {
  return emitter.getMaxListeners?.() ?? defaultMaxListeners;
}

export function setMaxListeners(n = defaultMaxListeners, ...targets) {
  if (targets.length === 0) defaultMaxListeners = n;
  for (const target of targets) target.setMaxListeners?.(n);
}

export function listenerCount(emitter, name) {
  return emitter.listenerCount?.(name) ?? getEventListeners(emitter, name).length;
}

export function addAbortListener(signal, listener) {
  if (signal.aborted) queueMicrotask(() => listener());
  else signal.addEventListener("abort", listener, { once: true });
  return { [Symbol.dispose ?? Symbol.for("Symbol.dispose")]: () => signal.removeEventListener("abort", listener) };
}

export class EventEmitterAsyncResource extends EventEmitter {}

Object.assign(EventEmitter, {
  EventEmitter, once, on, getEventListeners, getMaxListeners, setMaxListeners, listenerCount, addAbortListener,
  EventEmitterAsyncResource, errorMonitor, captureRejectionSymbol, captureRejections: false, usingDomains: false,
});
Object.defineProperty(EventEmitter, "defaultMaxListeners", {
  get: () => defaultMaxListeners,
  set: (n) => setMaxListeners(n),
  enumerable: true,
});
export default EventEmitter;
