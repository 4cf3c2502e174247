// `MessageChannel`, `MessagePort` and `MessageEvent`: two ends that pass copies of data to each other.

import { structuredClone } from "./clone.js";
import { Event, EventTarget } from "./event.js";

export class MessageEvent extends Event {
  #data;
  constructor(type, { data = null, ...options } = {}) {
    super(type, options);
    this.#data = data;
  }
  get data() {
    return this.#data;
  }
}

const other = Symbol("other end");

export class MessagePort extends EventTarget {
  #queue = [];
  #open = false;
  #handler = null;

  get onmessage() {
    return this.#handler;
  }
  set onmessage(handler) {
    this.#handler = handler;
    this.start();
  }
  postMessage(data) {
    this[other]?.receive(structuredClone(data));
  }
  receive(data) {
    this.#queue.push(data);
    if (this.#open) queueMicrotask(() => this.#deliver());
  }
  take() {
    return this.#queue.length ? { message: this.#queue.shift() } : undefined;
  }
  #deliver() {
    while (this.#queue.length && this.#open) this.dispatchEvent(new MessageEvent("message", { data: this.#queue.shift() }));
  }
  start() {
    this.#open = true;
    queueMicrotask(() => this.#deliver());
  }
  close() {
    this.#open = false;
    if (this[other]) this[other][other] = null;
    this[other] = null;
  }
  on(name, listener) {
    this.addEventListener(name, (event) => listener(event.data));
    if (name === "message") this.start();
    return this;
  }
  once(name, listener) {
    this.addEventListener(name, (event) => listener(event.data), { once: true });
    if (name === "message") this.start();
    return this;
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
}

export class MessageChannel {
  port1 = new MessagePort();
  port2 = new MessagePort();
  constructor() {
    this.port1[other] = this.port2;
    this.port2[other] = this.port1;
  }
}
