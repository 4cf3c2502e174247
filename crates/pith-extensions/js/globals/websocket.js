// `WebSocket`: messages in both directions with a server, over the host's client.

import { websocket } from "pith:native/http";
import { Blob } from "./blob.js";
import { DOMException } from "./dom-exception.js";
import { bytesOf, TextEncoder } from "./encoding.js";
import { Event, EventTarget } from "./event.js";
import { MessageEvent } from "./messages.js";
import { URL } from "./url.js";

export class CloseEvent extends Event {
  #facts;
  constructor(type, { code = 0, reason = "", wasClean = false, ...options } = {}) {
    super(type, options);
    this.#facts = { code, reason, wasClean };
  }
  get code() {
    return this.#facts.code;
  }
  get reason() {
    return this.#facts.reason;
  }
  get wasClean() {
    return this.#facts.wasClean;
  }
}

export class ErrorEvent extends Event {
  #facts;
  constructor(type, { message = "", error, ...options } = {}) {
    super(type, options);
    this.#facts = { message, error };
  }
  get message() {
    return this.#facts.message;
  }
  get error() {
    return this.#facts.error;
  }
}

const kinds = ["open", "message", "error", "close"];
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const encode = (text) => new TextEncoder().encode(text);

function addressOf(given) {
  let url;
  try {
    url = new URL(given);
  } catch (error) {
    throw new DOMException(String(error), "SyntaxError");
  }
  if (url.protocol === "http:") url.protocol = "ws:";
  if (url.protocol === "https:") url.protocol = "wss:";
  if (url.protocol !== "ws:" && url.protocol !== "wss:") throw new DOMException(`Expected a ws: or wss: protocol, got ${url.protocol}`, "SyntaxError");
  if (url.hash || url.href.endsWith("#")) throw new DOMException("Got fragment", "SyntaxError");
  return url;
}

export class WebSocket extends EventTarget {
  #url;
  #state = 0;
  #native = null;
  #protocol = "";
  #binaryType = "blob";
  #buffered = 0;
  #handlers = {};
  /** Messages go out one after the other, also where one has to be read first. */
  #last = Promise.resolve();

  constructor(url, settings = []) {
    super();
    const options = typeof settings === "string" || Array.isArray(settings) ? { protocols: settings } : (settings ?? {});
    this.#url = addressOf(url);
    const protocols = [options.protocols ?? []].flat().map(String);
    const valid = protocols.every((name) => token.test(name)) && new Set(protocols.map((name) => name.toLowerCase())).size === protocols.length;
    if (!valid) throw new DOMException("Invalid Sec-WebSocket-Protocol value", "SyntaxError");
    const headers = options.headers ? [...new Headers(options.headers)] : [];
    let opening;
    try {
      opening = websocket({ url: this.#url.href.replace(/^ws/, "http"), headers, protocols });
    } catch (error) {
      opening = Promise.reject(error);
    }
    opening.then((native) => this.#opened(native), (error) => this.#failed(error));
  }

  #opened(native) {
    if (this.#state !== 0) {
      native.destroy();
      return;
    }
    this.#native = native;
    this.#protocol = native.protocol;
    this.#state = 1;
    this.dispatchEvent(new Event("open"));
    this.#listen(native);
  }

  async #listen(native) {
    let end;
    try {
      for (;;) {
        const heard = await native.read();
        if (heard === null) break;
        const [kind, data, reason] = heard;
        if (kind === "close") {
          end = { code: data, reason, wasClean: true };
          this.#state = 2;
        } else if (this.#state === 1) this.#message(kind, data);
      }
      this.#closed(end ?? { code: 1006 });
    } catch (error) {
      if (end) this.#closed(end);
      else this.#failed(error);
    }
  }

  #message(kind, data) {
    let shown = data;
    if (kind === "binary") shown = this.#binaryType === "blob" ? new Blob([data]) : data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
    this.dispatchEvent(new MessageEvent("message", { data: shown, origin: this.#url.origin }));
  }

  #failed(error) {
    if (this.#state === 3) return;
    this.#state = 3;
    this.#native?.destroy();
    this.dispatchEvent(new ErrorEvent("error", { message: error.message, error }));
    this.dispatchEvent(new CloseEvent("close", { code: 1006 }));
  }

  #closed(facts) {
    if (this.#state === 3) return;
    this.#state = 3;
    this.#native?.destroy();
    this.dispatchEvent(new CloseEvent("close", facts));
  }

  send(data) {
    if (this.#state === 0) throw new DOMException("Sent before connected.", "InvalidStateError");
    if (this.#state !== 1) return;
    const binary = typeof data === "object" && data !== null && (ArrayBuffer.isView(data) || data instanceof ArrayBuffer);
    const blob = data instanceof Blob;
    const bytes = binary ? bytesOf(data).slice() : blob ? null : encode(String(data));
    const size = blob ? data.size : bytes.length;
    this.#buffered += size;
    const native = this.#native;
    this.#last = this.#last
      .then(async () => native.send(!binary && !blob, bytes ?? new Uint8Array(await data.arrayBuffer())))
      .then(
        () => {
          this.#buffered -= size;
        },
        (error) => this.#failed(error),
      );
  }

  close(code, reason = "") {
    if (code !== undefined && code !== 1000 && !(code >= 3000 && code <= 4999)) throw new DOMException("invalid code", "InvalidAccessError");
    if (encode(String(reason)).length > 123) throw new DOMException("Reason must be less than 123 bytes", "SyntaxError");
    if (this.#state === 0) {
      this.#state = 2;
      queueMicrotask(() => {
        this.#state = 0;
        this.#failed(new Error("Websocket connection was closed before it was established"));
      });
    } else if (this.#state === 1) {
      this.#state = 2;
      const native = this.#native;
      this.#last = this.#last.then(() => native.close(code, String(reason))).catch((error) => this.#failed(error));
    }
  }

  get url() {
    return this.#url.href;
  }
  get readyState() {
    return this.#state;
  }
  get bufferedAmount() {
    return this.#buffered;
  }
  get extensions() {
    return "";
  }
  get protocol() {
    return this.#protocol;
  }
  get binaryType() {
    return this.#binaryType;
  }
  set binaryType(kind) {
    this.#binaryType = kind === "arraybuffer" ? kind : "blob";
  }
  get [Symbol.toStringTag]() {
    return "WebSocket";
  }

  static {
    for (const kind of kinds) {
      Object.defineProperty(this.prototype, `on${kind}`, {
        get() {
          return this.#handlers[kind] ?? null;
        },
        set(handler) {
          this.#handlers[kind] = typeof handler === "function" ? handler : null;
        },
        configurable: true,
        enumerable: true,
      });
    }
    for (const [value, name] of ["CONNECTING", "OPEN", "CLOSING", "CLOSED"].entries()) {
      const constant = { value, enumerable: true };
      Object.defineProperty(this, name, constant);
      Object.defineProperty(this.prototype, name, constant);
    }
  }
}
