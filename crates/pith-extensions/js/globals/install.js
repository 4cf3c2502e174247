// The globals of a realm. Evaluated once before an extension; everything heavy is loaded when it is first looked at.
//
// A row of the table says which file of ours gives which names. A name that is set by an extension stays what it set.

import { requireHost } from "pith:native/loader";

const table = {
  "globals/console.js": ["console"],
  "globals/timers.js": ["queueMicrotask", "setTimeout", "setInterval", "setImmediate", "clearTimeout", "clearInterval", "clearImmediate"],
  "globals/clone.js": ["structuredClone"],
  "globals/encoding.js": ["TextEncoder", "TextDecoder"],
  "globals/url.js": ["URL", "URLSearchParams"],
  "globals/dom-exception.js": ["DOMException"],
  "globals/event.js": ["Event", "CustomEvent", "EventTarget"],
  "globals/abort.js": ["AbortController", "AbortSignal"],
  "globals/messages.js": ["MessageChannel", "MessagePort", "MessageEvent"],
  "globals/blob.js": ["Blob", "File"],
  "globals/form-data.js": ["FormData"],
  "globals/streams/readable.js": [
    "ReadableStream", "ReadableStreamDefaultReader", "ReadableStreamBYOBReader", "ReadableStreamDefaultController", "ReadableByteStreamController",
  ],
  "globals/streams/writable.js": ["WritableStream", "WritableStreamDefaultWriter", "WritableStreamDefaultController"],
  "globals/streams/transform.js": [
    "TransformStream", "TransformStreamDefaultController", "TextDecoderStream", "TextEncoderStream", "CompressionStream", "DecompressionStream",
  ],
  "globals/streams/strategy.js": ["CountQueuingStrategy", "ByteLengthQueuingStrategy"],
  "globals/fetch.js": ["fetch", "Headers", "Request", "Response"],
  "globals/websocket.js": ["WebSocket"],
  "globals/performance.js": ["performance", "PerformanceEntry", "PerformanceObserver"],
  "globals/intl.js": ["Intl"],
  "node/crypto/web.js": [["crypto", "webcrypto"], "Crypto", "CryptoKey", "SubtleCrypto"],
  "node/buffer.js": ["Buffer"],
  "node/process.js": [["process", "default"]],
};

const { defineProperty } = Object;

const how = { get: undefined, set: undefined, configurable: true, enumerable: false };

/** One function is the way to read and to write: there are many of them, and each engine makes all. */
function lazy(name, file, member) {
  how.get = how.set = (...set) => {
    const value = set.length > 0 ? set[0] : requireHost(`pith:js/${file}`)[member];
    defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
    return value;
  };
  defineProperty(globalThis, name, how);
}

for (const [file, names] of Object.entries(table)) {
  for (const entry of names) {
    const [name, member] = Array.isArray(entry) ? entry : [entry, entry];
    lazy(name, file, member);
  }
}

Object.defineProperty(globalThis, "global", { value: globalThis, writable: true, configurable: true });
Object.defineProperty(globalThis, "navigator", {
  value: Object.freeze({ userAgent: "Node.js/22", language: "en-US", languages: ["en-US"], hardwareConcurrency: 1, platform: "linux" }),
  writable: true,
  configurable: true,
});

// The engine's own methods that ask for a locale know no options: each goes to ours when it is called.
const locale = (owner, name, run) =>
  Object.defineProperty(owner, name, {
    value: {
      [name](...args) {
        return requireHost("pith:js/globals/locale-methods.js")[run](this, ...args);
      },
    }[name],
    writable: true,
    configurable: true,
  });
locale(Date.prototype, "toLocaleString", "dateAndTime");
locale(Date.prototype, "toLocaleDateString", "date");
locale(Date.prototype, "toLocaleTimeString", "time");
locale(Number.prototype, "toLocaleString", "number");
locale(BigInt.prototype, "toLocaleString", "number");
locale(String.prototype, "localeCompare", "compare");

// Code that was kept from an earlier start has no texts of functions: whoever makes one into text gets it from its file.
const { apply } = Reflect;
const { toString } = Function.prototype;
const place = ["fileName", "lineNumber", "columnNumber"].map((name) => Object.getOwnPropertyDescriptor(Function.prototype, name).get);
Object.defineProperty(Function.prototype, "toString", {
  value: {
    toString() {
      const text = apply(toString, this, []);
      if (!text.endsWith("[native code]\n}")) return text;
      const [file, line, column] = place.map((get) => apply(get, this, []));
      return (file && requireHost("pith:js/globals/function-text.js").functionText(file, line, column)) ?? text;
    },
  }.toString,
  writable: true,
  configurable: true,
});
