// `http.Server`: a server of connections that reads requests out of them.

import { Buffer } from "../buffer.js";
import { Server as NetServer } from "../net/server.js";
import { IncomingMessage } from "./incoming.js";
import { ServerResponse } from "./outgoing.js";
import { RequestParser } from "./parser.js";
import { STATUS_CODES } from "./statuses.js";

const MOST_WAITING = 64 * 1024;

/** A request that comes in, with its body. */
class ServerRequest extends IncomingMessage {
  constructor(head, socket) {
    super();
    Object.assign(this, head);
    [this.httpVersionMajor, this.httpVersionMinor] = head.httpVersion.split(".").map(Number);
    this.socket = socket;
    this.connection = socket;
    this.statusCode = null;
    this.statusMessage = null;
    this.aborted = false;
    this._read = () => this.wanted?.();
  }
}

/** What happens on one connection. */
class Talk {
  #server;
  #socket;
  #parser;
  #request = null;
  #response = null;

  constructor(server, socket) {
    this.#server = server;
    this.#socket = socket;
    this.#parser = new RequestParser({
      head: (head) => this.#begin(head),
      body: (bytes) => {
        if (this.#request && !this.#request.destroyed && !this.#request.push(bytes)) {
          this.#parser.paused = true;
          socket.pause();
        }
      },
      end: () => this.#whole(),
      wrong: (status, words) => this.#refuse(status, words),
    }, server.requireHostHeader);
    socket.on("data", this.#onData);
    socket.on("error", (error) => {
      if (server.listenerCount("clientError")) server.emit("clientError", error, socket);
    });
    socket.on("end", () => {
      // Half a request is none.
      if (this.#request && !this.#request.complete) this.#cut();
      else if (!this.#response) socket.end();
    });
    socket.on("close", () => this.#cut());
    socket.on("timeout", () => {
      if (!server.emit("timeout", socket)) socket.destroy();
    });
    if (server.timeout > 0) socket.setTimeout(server.timeout);
  }

  get idle() {
    return this.#response === null;
  }

  #onData = (bytes) => {
    this.#parser.feed(bytes);
    // Requests that wait behind an unanswered one must not fill the memory.
    if (this.#parser.paused && this.#parser.rest.length > MOST_WAITING) this.#socket.pause();
  };

  #cut() {
    const request = this.#request;
    if (request && !request.complete) {
      request.aborted = true;
      request.emit("aborted");
      request.destroy(Object.assign(new Error("aborted"), { code: "ECONNRESET" }));
    } else if (request && !request.readableEnded && this.#socket.destroyed) request.destroy();
    const response = this.#response;
    if (response && !response.closed && this.#socket.destroyed) response.destroy();
  }

  #begin(head) {
    const socket = this.#socket;
    const request = new ServerRequest(head, socket);
    const asked = String(head.headers.connection ?? "").toLowerCase();
    const last = asked.includes("close") || (head.httpVersion === "1.0" && !asked.includes("keep-alive"));
    this.#request = request;
    request.wanted = () => {
      if (!this.#parser.paused) return;
      socket.resume();
      this.#parser.resume();
    };
    // Nobody reads what nobody listens for; a refused body must not keep the connection.
    request.on("error", () => {});
    if (asked.includes("upgrade") && head.headers.upgrade && this.#server.listenerCount("upgrade")) {
      this.#parser.stop();
      socket.removeListener("data", this.#onData);
      request.complete = true;
      request.push(null);
      this.#response = request;
      this.#server.emit("upgrade", request, socket, Buffer.from(this.#parser.rest));
      return;
    }
    const response = new ServerResponse(request, socket, last);
    this.#response = response;
    response.once("finish", () => this.#answered(request, response));
    response.on("error", () => {});
    if (/100-continue/i.test(head.headers.expect ?? "")) {
      if (this.#server.emit("checkContinue", request, response)) return;
      response.writeContinue();
    }
    if (!this.#server.emit("request", request, response)) response.writeHead(404).end();
  }

  #whole() {
    const request = this.#request;
    if (!request) return;
    request.complete = true;
    request.push(null);
    // The next one is begun when this one is answered.
    if (this.#response) this.#parser.paused = true;
  }

  #answered(request, response) {
    if (this.#response !== response) return;
    this.#response = null;
    if (!response.shouldKeepAlive || !this.#server.listening) {
      this.#socket.end();
      return;
    }
    if (!request.complete || !request.readableEnded) request.resume();
    this.#request = request.complete ? null : request;
    this.#socket.resume();
    this.#parser.resume();
    if (!this.#response && this.#socket.readableEnded) this.#socket.end();
  }

  #refuse(status, words) {
    const error = Object.assign(new Error(`Parse Error: ${words}`), { code: "HPE_INVALID_CONSTANT", statusCode: status });
    if (this.#server.emit("clientError", error, this.#socket)) return;
    this.#socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
  }
}

export class Server extends NetServer {
  #talks = new Map();
  timeout = 0;
  keepAliveTimeout = 5000;
  headersTimeout = 60000;
  requestTimeout = 300000;
  maxHeadersCount = null;
  maxRequestsPerSocket = 0;
  requireHostHeader = true;

  constructor(options, listener) {
    // A client may say that it sends no more, and still waits for the answer.
    super({ ...(typeof options === "object" ? options : {}), allowHalfOpen: true });
    const heard = typeof options === "function" ? options : listener;
    if (heard) this.on("request", heard);
    if (options?.requireHostHeader === false) this.requireHostHeader = false;
    this.on("connection", (socket) => {
      this.#talks.set(socket, new Talk(this, socket));
      socket.once("close", () => this.#talks.delete(socket));
    });
  }

  setTimeout(ms, callback) {
    this.timeout = typeof ms === "function" ? 0 : ms;
    const heard = typeof ms === "function" ? ms : callback;
    if (heard) this.on("timeout", heard);
    for (const socket of this.#talks.keys()) socket.setTimeout(this.timeout);
    return this;
  }
  close(callback) {
    super.close(callback);
    this.closeIdleConnections();
    return this;
  }
  closeAllConnections() {
    for (const socket of this.#talks.keys()) socket.destroy();
  }
  closeIdleConnections() {
    for (const [socket, talk] of this.#talks) if (talk.idle) socket.destroy();
  }
}

export function createServer(options, listener) {
  return new Server(options, listener);
}
