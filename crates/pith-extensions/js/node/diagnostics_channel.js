// `node:diagnostics_channel`: named channels between code that tells and code that listens.

const channels = new Map();

export class Channel {
  #listeners = [];
  constructor(name) {
    this.name = name;
  }
  get hasSubscribers() {
    return this.#listeners.length > 0;
  }
  subscribe(listener) {
    this.#listeners = [...this.#listeners, listener];
  }
  unsubscribe(listener) {
    const left = this.#listeners.filter((one) => one !== listener);
    const found = left.length !== this.#listeners.length;
    this.#listeners = left;
    return found;
  }
  publish(message) {
    for (const listener of this.#listeners) {
      try {
        listener(message, this.name);
      } catch (error) {
        Promise.reject(error);
      }
    }
  }
  bindStore() {}
  unbindStore() {}
  runStores(_context, callback, self, ...args) {
    return Reflect.apply(callback, self, args);
  }
}

export function channel(name) {
  if (!channels.has(name)) channels.set(name, new Channel(name));
  return channels.get(name);
}
export const hasSubscribers = (name) => channel(name).hasSubscribers;
export const subscribe = (name, listener) => channel(name).subscribe(listener);
export const unsubscribe = (name, listener) => channel(name).unsubscribe(listener);

export function tracingChannel(name) {
  const parts = Object.fromEntries(["start", "end", "asyncStart", "asyncEnd", "error"].map((part) => [part, channel(`tracing:${name}:${part}`)]));
  const run = (callback, self, args) => Reflect.apply(callback, self, args);
  return {
    ...parts,
    hasSubscribers: false,
    subscribe(handlers) {
      for (const [part, handler] of Object.entries(handlers)) parts[part]?.subscribe(handler);
    },
    unsubscribe(handlers) {
      for (const [part, handler] of Object.entries(handlers)) parts[part]?.unsubscribe(handler);
    },
    traceSync: (callback, _context, self, ...args) => run(callback, self, args),
    tracePromise: (callback, _context, self, ...args) => run(callback, self, args),
    traceCallback: (callback, _at, _context, self, ...args) => run(callback, self, args),
  };
}
export default { Channel, channel, hasSubscribers, subscribe, tracingChannel, unsubscribe };
