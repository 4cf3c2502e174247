// `net.Socket`: one connection as a stream with two halves.
// Comes in: an address to connect to, or the host's handle of a connection that somebody made; goes out: Node's events.

import { connect as connectNative } from "pith:native/net";
import { Buffer } from "../buffer.js";
import { Duplex } from "../stream/duplex.js";

/** `(path)`, `(port, host)`, `(options)`, each with a callback behind. */
export function places(args) {
  const [first, second] = args;
  const callback = args.findLast((arg) => typeof arg === "function");
  if (typeof first === "object" && first !== null) return [first, callback];
  if (typeof first === "string" && !/^\d+$/.test(first)) return [{ path: first }, callback];
  const host = typeof second === "string" ? second : undefined;
  return [{ port: first === undefined || typeof first === "function" ? 0 : Number(first), host }, callback];
}

export class Socket extends Duplex {
  #native = null;
  #waiting = [];
  #timer;
  #idle = 0;

  constructor(options = {}) {
    super({ allowHalfOpen: Boolean(options.allowHalfOpen), highWaterMark: options.highWaterMark, signal: options.signal, readable: options.readable, writable: options.writable });
    this.connecting = false;
    this.pending = true;
    this.bytesRead = 0;
    this.bytesWritten = 0;
    this.timeout = undefined;
    this.once("end", () => this.#touch());
    this.once("close", () => clearTimeout(this.#timer));
    if (options.native) this.#opened(options.native);
  }

  connect(...args) {
    const [options, callback] = places(args);
    if (callback) this.once("connect", callback);
    this.connecting = true;
    if (options.timeout) this.setTimeout(options.timeout);
    const asked = options.path === undefined ? { host: options.host ?? "localhost", port: Number(options.port) } : { path: options.path };
    let opening;
    try {
      opening = connectNative(asked);
    } catch (error) {
      opening = Promise.reject(error);
    }
    opening.then(
      (native) => {
        this.connecting = false;
        if (this.destroyed) {
          native.destroy();
          return;
        }
        this.#opened(native);
        this.emit("connect");
        this.emit("ready");
      },
      (error) => {
        this.connecting = false;
        if (asked.path === undefined && error.syscall === "connect") Object.assign(error, { address: asked.host, port: asked.port });
        if (asked.path !== undefined) error.address = asked.path;
        this.destroy(error);
      },
    );
    return this;
  }

  #opened(native) {
    this.#native = native;
    this.pending = false;
    const { local, remote } = native;
    if (local) Object.assign(this, { localAddress: local.address, localPort: local.port, localFamily: local.family });
    if (remote) Object.assign(this, { remoteAddress: remote.address, remotePort: remote.port, remoteFamily: remote.family });
    this.#touch();
    for (const go of this.#waiting.splice(0)) go();
    // The other side's end is noticed also by those who listen for nothing.
    this.read(0);
  }

  /** Once there is a connection. */
  #connected(go) {
    if (this.#native) go();
    else this.#waiting.push(go);
  }

  #touch() {
    clearTimeout(this.#timer);
    if (this.#idle > 0 && !this.destroyed) this.#timer = setTimeout(() => this.emit("timeout"), this.#idle);
  }

  _read() {
    this.#connected(() =>
      this.#native.read().then(
        (bytes) => {
          if (this.destroyed) return;
          this.#touch();
          this.bytesRead += bytes?.length ?? 0;
          this.push(bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : null);
        },
        (error) => this.destroy(error),
      ),
    );
  }
  _write(chunk, _encoding, done) {
    this.#connected(() => {
      this.#touch();
      this.#native.write(chunk).then(() => {
        this.bytesWritten += chunk.length;
        done();
      }, done);
    });
  }
  _final(done) {
    this.#connected(() => this.#native.shutdown().then(() => done(), done));
  }
  _destroy(error, done) {
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
    this.#native?.destroy();
    done(error);
  }

  setTimeout(ms, callback) {
    this.#idle = Number(ms) || 0;
    this.timeout = this.#idle;
    if (callback) {
      if (this.#idle > 0) this.once("timeout", callback);
      else this.removeListener("timeout", callback);
    }
    this.#touch();
    return this;
  }
  address() {
    return this.#native?.local ? { ...this.#native.local } : {};
  }
  get readyState() {
    if (this.connecting) return "opening";
    if (this.readable && this.writable) return "open";
    return this.readable ? "readOnly" : this.writable ? "writeOnly" : "closed";
  }
  destroySoon() {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once("finish", () => this.destroy());
  }
  resetAndDestroy() {
    return this.destroy();
  }
  setNoDelay() {
    return this;
  }
  setKeepAlive() {
    return this;
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
}
