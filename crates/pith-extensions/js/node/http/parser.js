// Reads HTTP/1.1 requests out of the bytes of a connection, however they are cut.
// Comes in: bytes; goes out: heads, pieces of bodies and their ends, one request after another.

import { Buffer } from "../buffer.js";

const MOST_HEAD = 64 * 1024;

export class RequestParser {
  #buffer = Buffer.alloc(0);
  #state = "head";
  #left = 0;
  #heard;
  #needsHost;

  /** @param heard `{ head(head), body(bytes), end(trailers), wrong(status, words) }` */
  constructor(heard, needsHost = true) {
    this.#heard = heard;
    this.#needsHost = needsHost;
  }

  /** What has come and belongs to nobody yet. */
  get rest() {
    return this.#buffer;
  }

  /** Nothing more is read until [`resume`]. */
  paused = false;

  feed(bytes) {
    this.#buffer = this.#buffer.length ? Buffer.concat([this.#buffer, bytes]) : bytes;
    this.#advance();
  }

  resume() {
    this.paused = false;
    this.#advance();
  }

  stop() {
    this.#state = "stopped";
  }

  #advance() {
    while (!this.paused && this.#state !== "stopped" && this.#step()) {
      // One part after another.
    }
  }

  /** Reads one part; false when more has to come first. */
  #step() {
    switch (this.#state) {
      case "head":
        return this.#head();
      case "length": {
        if (this.#left === 0) return this.#over({});
        return this.#piece();
      }
      case "size": {
        const line = this.#line();
        if (line === undefined) return false;
        const size = /^([0-9a-f]+)\s*(;.*)?$/i.exec(line);
        if (!size) return this.#wrong(400, "a piece of the body has no size");
        this.#left = Number.parseInt(size[1], 16);
        this.#state = this.#left === 0 ? "trailers" : "piece";
        return true;
      }
      case "piece": {
        if (this.#left === 0) {
          if (this.#buffer.length < 2) return false;
          this.#take(2);
          this.#state = "size";
          return true;
        }
        return this.#piece();
      }
      case "trailers": {
        const line = this.#line();
        if (line === undefined) return false;
        return line === "" ? this.#over({}) : true;
      }
      default:
        return false;
    }
  }

  /** Gives away what has come of a piece of known length. */
  #piece() {
    if (this.#buffer.length === 0) return false;
    const piece = this.#buffer.subarray(0, this.#left);
    this.#take(piece.length);
    this.#left -= piece.length;
    this.#heard.body(piece);
    return true;
  }

  #take(count) {
    this.#buffer = this.#buffer.subarray(count);
  }

  #line() {
    const end = this.#buffer.indexOf("\n");
    if (end < 0) {
      if (this.#buffer.length > MOST_HEAD) this.#wrong(431, "a line is too long");
      return undefined;
    }
    const line = this.#buffer.subarray(0, end).toString("latin1").replace(/\r$/, "");
    this.#take(end + 1);
    return line;
  }

  #head() {
    // Blank lines between requests are allowed.
    while (this.#buffer[0] === 13 || this.#buffer[0] === 10) this.#take(1);
    const ends = [this.#buffer.indexOf("\r\n\r\n"), this.#buffer.indexOf("\n\n")];
    const [end, width] = ends[0] >= 0 && (ends[1] < 0 || ends[0] < ends[1]) ? [ends[0], 4] : [ends[1], 2];
    if (end < 0) {
      if (this.#buffer.length > MOST_HEAD) return this.#wrong(431, "the head of a request is too long");
      return false;
    }
    const lines = this.#buffer.subarray(0, end).toString("latin1").split(/\r?\n/);
    this.#take(end + width);
    const first = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\S+) HTTP\/(1\.[01])$/.exec(lines.shift());
    if (!first) return this.#wrong(400, "the first line is no request");
    const rawHeaders = [];
    for (const line of lines) {
      const field = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/.exec(line);
      if (!field) return this.#wrong(400, "a line of the head is no field");
      rawHeaders.push(field[1], field[2]);
    }
    const headers = gathered(rawHeaders);
    if (first[3] === "1.1" && headers.host === undefined && this.#needsHost) return this.#wrong(400, "the field `Host` is missing");
    const chunked = /(^|,)\s*chunked\s*$/i.test(headers["transfer-encoding"] ?? "");
    const length = headers["content-length"];
    // Two answers to the question where the body ends let one request hide in another.
    if (headers["transfer-encoding"] !== undefined && (!chunked || length !== undefined)) return this.#wrong(400, "the length of the body is not clear");
    if (length !== undefined && !/^\d+$/.test(length)) return this.#wrong(400, "the length of the body is no number");
    this.#state = chunked ? "size" : "length";
    this.#left = chunked ? 0 : Number(length ?? 0);
    this.#heard.head({ method: first[1], url: first[2], httpVersion: first[3], rawHeaders, headers });
    return true;
  }

  #over(trailers) {
    this.#state = "head";
    this.#heard.end(trailers);
    return true;
  }

  #wrong(status, words) {
    this.#state = "stopped";
    this.#heard.wrong(status, words);
    return false;
  }
}

const ONCE = new Set([
  "age", "authorization", "content-length", "content-type", "etag", "expires", "from", "host", "if-modified-since",
  "if-unmodified-since", "last-modified", "location", "max-forwards", "proxy-authorization", "referer", "retry-after", "server", "user-agent",
]);

/** Fields by small name, as Node gathers those that come several times. */
export function gathered(rawHeaders) {
  const headers = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at].toLowerCase();
    const value = rawHeaders[at + 1];
    if (name === "set-cookie") (headers[name] ??= []).push(value);
    else if (headers[name] === undefined) headers[name] = value;
    else if (!ONCE.has(name)) headers[name] += `${name === "cookie" ? "; " : ", "}${value}`;
    else if (name === "content-length" && headers[name] !== value) headers[name] = "more than one";
  }
  return headers;
}
