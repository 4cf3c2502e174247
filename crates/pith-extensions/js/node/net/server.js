// `net.Server`: waits for connections, and gives each as a socket.

import { listen as listenNative } from "pith:native/net";
import { coded } from "../errors.js";
import { EventEmitter } from "../events.js";
import { Socket, places } from "./socket.js";

export class Server extends EventEmitter {
  #native = null;
  #opening = false;
  #options;
  #sockets = new Set();

  constructor(options, listener) {
    super();
    this.#options = typeof options === "object" && options ? options : {};
    const heard = typeof options === "function" ? options : listener;
    if (heard) this.on("connection", heard);
    this.maxConnections = undefined;
  }

  get listening() {
    return this.#native !== null;
  }
  get connections() {
    return this.#sockets.size;
  }

  listen(...args) {
    if (this.#native || this.#opening) throw coded(Error, "ERR_SERVER_ALREADY_LISTEN", "Listen method has been called more than once without closing.");
    const [options, callback] = places(args);
    if (callback) this.once("listening", callback);
    this.#opening = true;
    const asked = options.path === undefined ? { host: options.host, port: Number(options.port ?? 0) } : { path: options.path };
    let opening;
    try {
      opening = listenNative(asked);
    } catch (error) {
      if (error.code === "ERR_SOCKET_BAD_PORT") {
        this.#opening = false;
        throw error;
      }
      opening = Promise.reject(error);
    }
    opening.then(
      (native) => {
        if (!this.#opening) {
          native.close();
          return;
        }
        this.#opening = false;
        this.#native = native;
        this.#accept(native);
        this.emit("listening");
      },
      (error) => {
        this.#opening = false;
        if (asked.path === undefined) Object.assign(error, { address: asked.host ?? "::", port: asked.port });
        else error.address = asked.path;
        this.emit("error", error);
      },
    );
    options.signal?.addEventListener("abort", () => this.close(), { once: true });
    return this;
  }

  async #accept(native) {
    for (;;) {
      let connection;
      try {
        connection = await native.accept();
      } catch (error) {
        this.emit("error", error);
        return;
      }
      if (!connection) return;
      if (this.maxConnections !== undefined && this.#sockets.size >= this.maxConnections) {
        connection.destroy();
        this.emit("drop");
        continue;
      }
      const socket = new Socket({ allowHalfOpen: this.#options.allowHalfOpen, highWaterMark: this.#options.highWaterMark, native: connection });
      socket.server = this;
      this.#sockets.add(socket);
      socket.once("close", () => {
        this.#sockets.delete(socket);
        this.#ended();
      });
      if (this.#options.pauseOnConnect) socket.pause();
      try {
        this.emit("connection", socket);
      } catch (error) {
        // One listener's fault must not end the waiting.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  #closing = false;
  #ended() {
    if (!this.#closing || this.#sockets.size > 0) return;
    this.#closing = false;
    queueMicrotask(() => this.emit("close"));
  }

  close(callback) {
    if (callback) {
      if (this.#native || this.#opening) this.once("close", () => callback());
      else queueMicrotask(() => callback(coded(Error, "ERR_SERVER_NOT_RUNNING", "Server is not running.")));
    }
    if (!this.#native && !this.#opening) return this;
    const native = this.#native;
    this.#native = null;
    this.#opening = false;
    const shut = () => {
      this.#closing = true;
      this.#ended();
    };
    if (native) native.close().then(shut);
    else shut();
    return this;
  }

  address() {
    const address = this.#native?.address ?? null;
    return typeof address === "object" && address ? { ...address } : address;
  }
  getConnections(callback) {
    queueMicrotask(() => callback(null, this.#sockets.size));
    return this;
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
  async [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() {
    await new Promise((resolve) => this.close(resolve));
  }
}
