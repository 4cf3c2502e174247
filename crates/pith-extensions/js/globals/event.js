// `Event`, `CustomEvent` and `EventTarget` of the web.
// Comes in: listeners and events; goes out: calls of the listeners, in the order of registration.

const stopped = Symbol("stopped");
const target = Symbol("target");

export class Event {
  #type;
  #cancelable;
  #bubbles;
  #composed;
  #prevented = false;
  #timeStamp = globalThis.performance?.now?.() ?? 0;

  constructor(type, { bubbles = false, cancelable = false, composed = false } = {}) {
    if (arguments.length === 0) throw new TypeError('The "type" argument must be specified');
    this.#type = String(type);
    this.#bubbles = Boolean(bubbles);
    this.#cancelable = Boolean(cancelable);
    this.#composed = Boolean(composed);
  }

  get type() {
    return this.#type;
  }
  get target() {
    return this[target] ?? null;
  }
  get currentTarget() {
    return this[target] ?? null;
  }
  get srcElement() {
    return this[target] ?? null;
  }
  get bubbles() {
    return this.#bubbles;
  }
  get cancelable() {
    return this.#cancelable;
  }
  get composed() {
    return this.#composed;
  }
  get defaultPrevented() {
    return this.#prevented;
  }
  get returnValue() {
    return !this.#prevented;
  }
  get timeStamp() {
    return this.#timeStamp;
  }
  get isTrusted() {
    return false;
  }
  get eventPhase() {
    return this[target] ? 2 : 0;
  }
  get cancelBubble() {
    return false;
  }
  preventDefault() {
    if (this.#cancelable) this.#prevented = true;
  }
  stopPropagation() {}
  stopImmediatePropagation() {
    this[stopped] = true;
  }
  composedPath() {
    return this[target] ? [this[target]] : [];
  }
  get [Symbol.toStringTag]() {
    return "Event";
  }
}
Object.assign(Event, { NONE: 0, CAPTURING_PHASE: 1, AT_TARGET: 2, BUBBLING_PHASE: 3 });

export class CustomEvent extends Event {
  #detail;
  constructor(type, options = {}) {
    super(type, options);
    this.#detail = options?.detail ?? null;
  }
  get detail() {
    return this.#detail;
  }
}

export class EventTarget {
  #listeners = new Map();

  addEventListener(type, listener, options) {
    if (listener == null) return;
    const { once = false, signal, capture = false } = typeof options === "object" && options ? options : { capture: Boolean(options) };
    if (signal?.aborted) return;
    const name = String(type);
    const list = this.#listeners.get(name) ?? [];
    if (list.some((one) => one.listener === listener && one.capture === capture)) return;
    list.push({ listener, once, capture });
    this.#listeners.set(name, list);
    signal?.addEventListener("abort", () => this.removeEventListener(name, listener, { capture }), { once: true });
  }

  removeEventListener(type, listener, options) {
    const capture = Boolean(typeof options === "object" && options ? options.capture : options);
    const name = String(type);
    const list = this.#listeners.get(name);
    if (!list) return;
    const left = list.filter((one) => one.listener !== listener || one.capture !== capture);
    if (left.length) this.#listeners.set(name, left);
    else this.#listeners.delete(name);
  }

  dispatchEvent(event) {
    if (!(event instanceof Event)) throw new TypeError('The "event" argument must be an instance of Event');
    event[target] = this;
    const handler = this[`on${event.type}`];
    const list = [...(this.#listeners.get(event.type) ?? [])];
    if (typeof handler === "function") list.unshift({ listener: handler, once: false, capture: false });
    for (const one of list) {
      if (event[stopped]) break;
      if (one.once) this.removeEventListener(event.type, one.listener, { capture: one.capture });
      try {
        if (typeof one.listener === "function") one.listener.call(this, event);
        else one.listener.handleEvent?.(event);
      } catch (error) {
        // A listener's fault ends neither the dispatch nor its caller; it surfaces as an uncaught rejection.
        Promise.reject(error);
      }
    }
    return !event.defaultPrevented;
  }

  [Symbol.for("pith.listeners")](type) {
    return (this.#listeners.get(type) ?? []).map((one) => one.listener);
  }
  get [Symbol.toStringTag]() {
    return "EventTarget";
  }
}
