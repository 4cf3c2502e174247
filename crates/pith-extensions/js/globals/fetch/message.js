// `Request` and `Response`: what is asked and what comes back.

import { AbortController } from "../abort.js";
import { ReadableStream } from "../streams/readable.js";
import { URL } from "../url.js";
import { Body, extract } from "./body.js";
import { Headers } from "./headers.js";

const source = Symbol("source");
/** Key under which a request gives its extracted body to `fetch`. */
export const bodySource = source;

const standard = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"]);

function methodOf(text) {
  const upper = String(text).toUpperCase();
  if (["CONNECT", "TRACE", "TRACK"].includes(upper)) throw new TypeError(`'${text}' HTTP method is unsupported.`);
  return standard.has(upper) ? upper : String(text);
}

export class Request extends Body {
  constructor(input, init = {}) {
    const from = input instanceof Request ? input : null;
    let url;
    if (from) url = from.url;
    else {
      try {
        url = new URL(String(input)).href;
      } catch (error) {
        throw new TypeError(`Failed to parse URL from ${input}`, { cause: error });
      }
    }
    const method = methodOf(init.method ?? from?.method ?? "GET");
    const given = init.body !== undefined && init.body !== null ? extract(init.body) : init.body === null ? null : from?.cloneSource() ?? null;
    if (given && (method === "GET" || method === "HEAD")) throw new TypeError("Request with GET/HEAD method cannot have body.");
    super(given);
    this[source] = given;
    this.url = url;
    this.method = method;
    this.headers = new Headers(init.headers ?? from?.headers);
    if (typeof given?.type === "string" && !this.headers.has("content-type")) this.headers.append("content-type", given.type);
    this.redirect = init.redirect ?? from?.redirect ?? "follow";
    this.signal = init.signal ?? from?.signal ?? new AbortController().signal;
    this.cache = init.cache ?? "default";
    this.credentials = init.credentials ?? "same-origin";
    this.mode = init.mode ?? "cors";
    this.referrer = init.referrer ?? "about:client";
    this.referrerPolicy = init.referrerPolicy ?? "";
    this.integrity = init.integrity ?? "";
    this.keepalive = Boolean(init.keepalive);
    this.duplex = "half";
    this.destination = "";
  }
  clone() {
    return new Request(this);
  }
  get [Symbol.toStringTag]() {
    return "Request";
  }
}

function streamOf({ read }) {
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(await read());
      controller.close();
    },
  });
}

export class Response extends Body {
  constructor(body = null, { status = 200, statusText = "", headers } = {}) {
    if (!Number.isInteger(status) || ((status < 200 || status > 599) && status !== 101)) {
      throw new RangeError("init[\"status\"] must be in the range of 200 to 599, inclusive.");
    }
    const given = extract(body);
    if (given && [101, 204, 205, 304].includes(status)) throw new TypeError(`Response constructor: Invalid response status code ${status}`);
    super(given);
    this.status = status;
    this.statusText = String(statusText);
    this.headers = new Headers(headers);
    this.type = "default";
    this.url = "";
    this.redirected = false;
    if (typeof given?.type === "string" && !this.headers.has("content-type")) this.headers.append("content-type", given.type);
  }
  get ok() {
    return this.status >= 200 && this.status <= 299;
  }
  clone() {
    const theirs = this.cloneSource();
    const { status, statusText, headers, url, redirected, type } = this;
    const body = theirs && (theirs.stream ?? streamOf(theirs));
    return Object.assign(new Response(body, { status, statusText, headers }), { url, redirected, type });
  }
  static json(data, init = {}) {
    const headers = new Headers(init.headers);
    if (!headers.has("content-type")) headers.set("content-type", "application/json");
    return new Response(JSON.stringify(data), { ...init, headers });
  }
  static error() {
    const response = new Response();
    return Object.assign(response, { type: "error", status: 0 });
  }
  static redirect(url, status = 302) {
    return new Response(null, { status, headers: { location: new URL(String(url)).href } });
  }
  get [Symbol.toStringTag]() {
    return "Response";
  }
}
