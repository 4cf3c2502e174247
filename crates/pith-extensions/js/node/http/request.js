// `http.request` over `fetch`: a writable stream that answers with `response`, or with `upgrade` where another protocol
// was asked for.

import { upgrade } from "pith:native/http";
import { fetch } from "../../globals/fetch.js";
import { lazily } from "../../runtime/lazily.js";
import { Buffer } from "../buffer.js";
import { Writable } from "../stream/writable.js";
import { IncomingMessage } from "./incoming.js";

const sockets = lazily("node/net/socket.js");

function addressOf(options, scheme) {
  const protocol = options.protocol ?? `${scheme}:`;
  const host = options.hostname ?? options.host?.replace(/:\d+$/, "") ?? "localhost";
  const port = options.port ?? /:(\d+)$/.exec(options.host ?? "")?.[1];
  return `${protocol}//${host.includes(":") ? `[${host}]` : host}${port ? `:${port}` : ""}${options.path ?? "/"}`;
}

/** The body of an answer by another protocol's request, as `fetch` would give it. */
function bodyOf(answer) {
  const read = async () => {
    const value = await answer.read();
    return { value: value ?? undefined, done: value === null };
  };
  return { getReader: () => ({ read, cancel: async () => answer.cancel() }) };
}

export class ClientRequest extends Writable {
  #headers = new Map();
  #chunks = [];
  #abort = new globalThis.AbortController();
  #timer;

  constructor(address, options, callback, scheme) {
    super({ autoDestroy: false });
    this.url = address ?? addressOf(options, scheme);
    this.method = (options.method ?? "GET").toUpperCase();
    const { pathname, search, hostname, protocol } = new globalThis.URL(this.url);
    Object.assign(this, { path: options.path ?? pathname + search, host: hostname, protocol, aborted: false, reusedSocket: false });
    for (const [name, value] of Object.entries(options.headers ?? {})) this.setHeader(name, value);
    if (options.auth) this.setHeader("authorization", `Basic ${Buffer.from(options.auth).toString("base64")}`);
    if (callback) this.once("response", callback);
    if (options.timeout) this.setTimeout(options.timeout);
    options.signal?.addEventListener("abort", () => this.destroy(Object.assign(new Error("The operation was aborted"), { name: "AbortError", code: "ABORT_ERR" })), { once: true });
  }

  setHeader(name, value) {
    this.#headers.set(String(name).toLowerCase(), [name, value]);
    return this;
  }
  getHeader(name) {
    return this.#headers.get(String(name).toLowerCase())?.[1];
  }
  getHeaders() {
    return Object.fromEntries([...this.#headers].map(([name, [, value]]) => [name, value]));
  }
  hasHeader(name) {
    return this.#headers.has(String(name).toLowerCase());
  }
  removeHeader(name) {
    this.#headers.delete(String(name).toLowerCase());
  }
  flushHeaders() {}
  setNoDelay() {}
  setSocketKeepAlive() {}
  setTimeout(ms, callback) {
    if (callback) this.once("timeout", callback);
    clearTimeout(this.#timer);
    if (ms > 0) this.#timer = setTimeout(() => this.emit("timeout"), ms);
    return this;
  }

  _write(chunk, _encoding, done) {
    this.#chunks.push(chunk);
    done();
  }
  _final(done) {
    this.#send();
    done();
  }

  async #send() {
    // Who listens may say so after the end of the request was told.
    await undefined;
    const headers = new globalThis.Headers();
    for (const [, [name, value]] of this.#headers) {
      if (/^(host|connection|content-length|transfer-encoding)$/i.test(name)) continue;
      for (const one of Array.isArray(value) ? value : [value]) headers.append(name, String(one));
    }
    const body = this.#chunks.length && this.method !== "GET" && this.method !== "HEAD" ? Buffer.concat(this.#chunks) : undefined;
    try {
      if (this.hasHeader("upgrade") && this.listenerCount("upgrade") > 0) {
        await this.#upgrade(headers);
        return;
      }
      const response = await fetch(this.url, { method: this.method, headers, body, redirect: "manual", signal: this.#abort.signal });
      clearTimeout(this.#timer);
      const message = new IncomingMessage(response);
      this.res = message;
      if (this.listenerCount("response") === 0) message.resume();
      else this.emit("response", message);
      message.once("close", () => this.emit("close"));
    } catch (error) {
      clearTimeout(this.#timer);
      if (!this.destroyed) this.destroy(error.cause ?? error);
    }
  }

  async #upgrade(headers) {
    const answer = await upgrade({ method: this.method, url: this.url, headers: [...headers, ["connection", "Upgrade"]] });
    clearTimeout(this.#timer);
    const message = new IncomingMessage({ ...answer, body: answer.socket ? undefined : bodyOf(answer) });
    this.res = message;
    if (this.destroyed) answer.socket?.destroy();
    else if (answer.socket) this.emit("upgrade", message, (this.socket = new (sockets().Socket)({ native: answer.socket })), Buffer.alloc(0));
    else if (!this.emit("response", message)) message.resume();
  }

  abort() {
    this.aborted = true;
    this.destroy();
  }
  _destroy(error, done) {
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.res?.destroy();
    done(error ?? (this.res ? null : Object.assign(new Error("socket hang up"), { code: "ECONNRESET" })));
  }
}

/** `request` and `get` for one scheme. */
export function clientOf(scheme) {
  function request(...args) {
    const callback = typeof args.at(-1) === "function" ? args.pop() : undefined;
    let address;
    let options = {};
    if (typeof args[0] === "string" || args[0] instanceof globalThis.URL) {
      address = String(args[0]);
      options = args[1] ?? {};
    } else [options = {}] = args;
    return new ClientRequest(address, options, callback, scheme);
  }
  function get(...args) {
    const sent = request(...args);
    sent.end();
    return sent;
  }
  return { request, get };
}
