// The head of an answer and how its body is framed: `OutgoingMessage` and `ServerResponse`.

import { Buffer } from "../buffer.js";
import { coded } from "../errors.js";
import { Writable } from "../stream/writable.js";
import { STATUS_CODES } from "./statuses.js";

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const BROKEN = /[^\t\x20-\x7e\x80-\xff]/;

export function validateHeaderName(name) {
  if (typeof name !== "string" || !NAME.test(name)) throw coded(TypeError, "ERR_INVALID_HTTP_TOKEN", `Header name must be a valid HTTP token ["${name}"]`);
}
export function validateHeaderValue(name, value) {
  if (value === undefined) throw coded(TypeError, "ERR_HTTP_INVALID_HEADER_VALUE", `Invalid value "undefined" for header "${name}"`);
  if (BROKEN.test(String(value))) throw coded(TypeError, "ERR_INVALID_CHAR", `Invalid character in header content ["${name}"]`);
}

export class OutgoingMessage extends Writable {
  #fields = new Map();
  headersSent = false;
  sendDate = true;

  setHeader(name, value) {
    if (this.headersSent) throw coded(Error, "ERR_HTTP_HEADERS_SENT", "Cannot set headers after they are sent to the client");
    validateHeaderName(name);
    for (const one of Array.isArray(value) ? value : [value]) validateHeaderValue(name, one);
    this.#fields.set(name.toLowerCase(), [name, value]);
    return this;
  }
  setHeaders(headers) {
    for (const [name, value] of headers) this.setHeader(name, value);
    return this;
  }
  appendHeader(name, value) {
    const before = this.getHeader(name);
    return this.setHeader(name, before === undefined ? value : [before, value].flat());
  }
  getHeader(name) {
    return this.#fields.get(String(name).toLowerCase())?.[1];
  }
  getHeaders() {
    return Object.fromEntries([...this.#fields].map(([name, [, value]]) => [name, value]));
  }
  getHeaderNames() {
    return [...this.#fields.keys()];
  }
  getRawHeaderNames() {
    return [...this.#fields.values()].map(([name]) => name);
  }
  hasHeader(name) {
    return this.#fields.has(String(name).toLowerCase());
  }
  removeHeader(name) {
    if (this.headersSent) throw coded(Error, "ERR_HTTP_HEADERS_SENT", "Cannot remove headers after they are sent to the client");
    this.#fields.delete(String(name).toLowerCase());
  }
  /** Names and values in the order in which they were set. */
  fields() {
    return [...this.#fields.values()].flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]));
  }
  setTimeout(ms, callback) {
    this.socket?.setTimeout(ms, callback);
    return this;
  }
}

export class ServerResponse extends OutgoingMessage {
  #chunked = false;
  #bodiless;
  statusCode = 200;
  statusMessage = undefined;
  strictContentLength = false;

  constructor(request, socket, last) {
    super({ highWaterMark: 65536 });
    this.req = request;
    this.socket = socket;
    this.connection = socket;
    this.shouldKeepAlive = !last;
    this.#bodiless = request.method === "HEAD";
  }

  get finished() {
    return this.writableEnded;
  }

  writeHead(status, message, headers) {
    if (this.headersSent) throw coded(Error, "ERR_HTTP_HEADERS_SENT", "Cannot write headers after they are sent to the client");
    if (!Number.isInteger(status) || status < 100 || status > 999) throw coded(RangeError, "ERR_HTTP_INVALID_STATUS_CODE", `Invalid status code: ${status}`);
    this.statusCode = status;
    if (typeof message === "string") this.statusMessage = message;
    const given = typeof message === "object" && message !== null ? message : headers;
    if (Array.isArray(given)) {
      const pairs = Array.isArray(given[0]) ? given : given.flatMap((_, at) => (at % 2 ? [] : [[given[at], given[at + 1]]]));
      for (const [name, value] of pairs) this.appendHeader(name, value);
    } else for (const [name, value] of Object.entries(given ?? {})) if (value !== undefined) this.setHeader(name, value);
    this.headWritten = true;
    return this;
  }
  writeContinue(callback) {
    this.socket.write("HTTP/1.1 100 Continue\r\n\r\n", callback);
  }
  writeProcessing() {
    this.socket.write("HTTP/1.1 102 Processing\r\n\r\n");
  }
  writeEarlyHints(hints, callback) {
    const lines = Object.entries(hints).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}\r\n`));
    this.socket.write(`HTTP/1.1 103 Early Hints\r\n${lines.join("")}\r\n`, callback);
  }
  flushHeaders() {
    if (!this.headersSent) this.socket.write(this.#head(undefined), "latin1");
  }
  assignSocket() {}
  detachSocket() {}

  end(chunk, encoding, callback) {
    // A body that is whole at once has a known length.
    if (!this.headersSent && !this.writableEnded && this.writableLength === 0) {
      const whole = chunk === undefined || chunk === null || typeof chunk === "function" ? undefined : typeof chunk === "string" ? Buffer.from(chunk, typeof encoding === "string" ? encoding : "utf8") : chunk;
      this.#length = whole?.length ?? 0;
    }
    return super.end(chunk, encoding, callback);
  }
  #length;

  #head(length) {
    this.headersSent = true;
    const empty = this.statusCode === 204 || this.statusCode === 304 || this.statusCode < 200;
    const fields = this.fields();
    const has = (name) => this.hasHeader(name);
    if (this.sendDate && !has("date")) fields.push(["Date", new Date().toUTCString()]);
    if (/close/i.test(String(this.getHeader("connection") ?? ""))) this.shouldKeepAlive = false;
    if (!empty && !has("content-length") && !has("transfer-encoding")) {
      if (length !== undefined) fields.push(["Content-Length", String(length)]);
      else if (this.req.httpVersion === "1.0") this.shouldKeepAlive = false;
      else {
        fields.push(["Transfer-Encoding", "chunked"]);
        this.#chunked = true;
      }
    } else this.#chunked = /chunked/i.test(String(this.getHeader("transfer-encoding") ?? ""));
    if (!has("connection")) fields.push(["Connection", this.shouldKeepAlive ? "keep-alive" : "close"]);
    this.#bodiless ||= empty;
    const words = this.statusMessage ?? STATUS_CODES[this.statusCode] ?? "unknown";
    return `HTTP/1.1 ${this.statusCode} ${words}\r\n${fields.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  }

  _write(chunk, _encoding, done) {
    const parts = [];
    if (!this.headersSent) parts.push(Buffer.from(this.#head(this.#length), "latin1"));
    if (!this.#bodiless && chunk.length) {
      if (this.#chunked) parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n"));
      else parts.push(chunk);
    }
    if (parts.length) this.socket.write(Buffer.concat(parts), done);
    else done();
  }
  _final(done) {
    const parts = [];
    if (!this.headersSent) parts.push(this.#head(this.#length ?? 0));
    if (this.#chunked && !this.#bodiless) parts.push("0\r\n\r\n");
    if (parts.length) this.socket.write(Buffer.from(parts.join(""), "latin1"), done);
    else done();
  }
}
