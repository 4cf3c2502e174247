// A running child: its streams, its end, and the ways to end it.
// Comes in: the host's handle; goes out: a `ChildProcess` with Node's events in Node's order.

import { spawn as spawnNative } from "pith:native/child";
import { Buffer } from "../buffer.js";
import { abortError, coded } from "../errors.js";
import { EventEmitter } from "../events.js";
import { writeSync } from "../fs/sync.js";

import { Readable } from "../stream/readable.js";
import { Writable } from "../stream/writable.js";
import { normalize, signalName } from "./options.js";

function input(native) {
  return new Writable({
    write: (chunk, _encoding, done) => native.write(chunk).then(() => done(), done),
    final(done) {
      native.end();
      done();
    },
    destroy(error, done) {
      native.end();
      done(error);
    },
  });
}

function output(native, fd) {
  return new Readable({
    highWaterMark: 65536,
    read() {
      native.read(fd).then(
        (bytes) => this.push(bytes === null || bytes === undefined ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
        (error) => this.destroy(error),
      );
    },
  });
}

export class ChildProcess extends EventEmitter {
  #native = null;
  pid = undefined;
  stdin = null;
  stdout = null;
  stderr = null;
  stdio = [null, null, null];
  exitCode = null;
  signalCode = null;
  killed = false;
  connected = false;
  spawnfile = "";
  spawnargs = [];

  start(asked) {
    this.spawnfile = asked.file;
    this.spawnargs = [asked.argv0, ...asked.args];
    const { given, copies: _copies, ...rest } = asked;
    try {
      this.#native = spawnNative(rest);
    } catch (error) {
      this.#refused(error, asked);
      return this;
    }
    this.pid = this.#native.pid;
    if (asked.stdio[0] === "pipe") this.stdin = input(this.#native);
    if (asked.stdio[1] === "pipe") this.stdout = output(this.#native, 1);
    if (asked.stdio[2] === "pipe") this.stderr = output(this.#native, 2);
    for (const { from, fd } of asked.copies) this.#copy(from === 1 ? "stdout" : "stderr", fd);
    this.stdio = [this.stdin, this.stdout, this.stderr];
    queueMicrotask(() => this.emit("spawn"));
    this.#native.wait().then((end) => this.#ended(end));
    this.#limits(given);
    return this;
  }

  /** What the child prints goes into a file that is open already. */
  #copy(name, fd) {
    const stream = this[name];
    stream.on("data", (chunk) => {
      try {
        writeSync(fd, chunk);
      } catch {
        // The file was closed; the child may go on without being heard.
        stream.destroy();
      }
    });
    this[name] = null;
  }

  /** A program that cannot be started is reported as an event, with streams that are empty. */
  #refused(error, asked) {
    error.syscall = `spawn ${asked.file}`;
    error.path = asked.file;
    error.spawnargs = asked.args;
    if (error.code) error.message = `spawn ${asked.file} ${error.code}`;
    this.exitCode = error.errno ?? -2;
    const empty = () => new Readable({ read() { this.push(null); } });
    if (asked.stdio[0] === "pipe") this.stdin = new Writable({ write: (_chunk, _encoding, done) => done() });
    if (asked.stdio[1] === "pipe") this.stdout = empty();
    if (asked.stdio[2] === "pipe") this.stderr = empty();
    this.stdio = [this.stdin, this.stdout, this.stderr];
    queueMicrotask(() => {
      this.emit("error", error);
      this.emit("close", this.exitCode, null);
    });
  }

  #limits({ signal, timeout, killSignal }) {
    const stop = () => this.kill(killSignal ?? "SIGTERM");
    if (timeout > 0) {
      const timer = setTimeout(stop, timeout);
      this.once("exit", () => clearTimeout(timer));
    }
    if (!signal) return;
    const onAbort = () => {
      if (this.exitCode === null && this.signalCode === null) {
        stop();
        this.emit("error", abortError(signal.reason));
      }
    };
    if (signal.aborted) queueMicrotask(onAbort);
    else {
      signal.addEventListener("abort", onAbort, { once: true });
      this.once("exit", () => signal.removeEventListener("abort", onAbort));
    }
  }

  #ended({ code, signal }) {
    this.exitCode = code ?? null;
    this.signalCode = signal ?? null;
    this.stdin?.destroy();
    this.emit("exit", this.exitCode, this.signalCode);
    // `close` waits until both outputs are read to their ends; nobody reads one that has no listener.
    const open = [this.stdout, this.stderr].filter((stream) => stream && !stream.closed);
    let left = open.length;
    const closed = () => {
      left -= 1;
      if (left === 0) this.emit("close", this.exitCode, this.signalCode);
    };
    if (left === 0) queueMicrotask(() => this.emit("close", this.exitCode, this.signalCode));
    for (const stream of open) {
      stream.once("close", closed);
      if (stream.readableFlowing === null && stream.listenerCount("readable") === 0) stream.resume();
    }
  }

  kill(signal) {
    const name = signal === 0 ? 0 : signalName(signal);
    if (!this.#native || this.exitCode !== null || this.signalCode !== null) return false;
    if (name === 0) return true;
    const sent = this.#native.kill(name);
    if (sent) this.killed = true;
    return sent;
  }
  ref() {
    this.#native?.ref?.();
    return this;
  }
  unref() {
    this.#native?.unref?.();
    return this;
  }
  send() {
    throw coded(Error, "ERR_IPC_CHANNEL_CLOSED", "Channel closed");
  }
  disconnect() {}
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")]() {
    this.kill();
  }
}

export function spawn(file, args, options) {
  return new ChildProcess().start(normalize(file, args, options));
}

/** Text or bytes gathered from a stream, up to a limit. */
function gather(stream, encoding, limit, onFull) {
  const chunks = [];
  let length = 0;
  stream?.on("data", (chunk) => {
    length += chunk.length;
    if (length > limit) {
      chunks.push(chunk.subarray(0, Math.max(0, chunk.length - (length - limit))));
      onFull();
    } else chunks.push(chunk);
  });
  return () => {
    const all = Buffer.concat(chunks);
    return encoding && encoding !== "buffer" ? all.toString(encoding) : all;
  };
}

export function execFile(file, ...rest) {
  const callback = typeof rest.at(-1) === "function" ? rest.pop() : undefined;
  const [args, options] = Array.isArray(rest[0]) ? rest : [[], rest[0]];
  const given = { encoding: "utf8", maxBuffer: 1024 * 1024, killSignal: "SIGTERM", ...options };
  const child = new ChildProcess();
  const command = [file, ...(args ?? [])].join(" ");
  let failure;
  let full;
  // What the child has started may hold its outputs open; nobody waits for that.
  const end = () => {
    child.kill(given.killSignal);
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  const stop = (name) => () => {
    if (full) return;
    full = coded(RangeError, "ERR_CHILD_PROCESS_STDIO_MAXBUFFER", `${name} maxBuffer length exceeded`);
    end();
  };
  child.start(normalize(file, args ?? [], { ...given, stdio: undefined, timeout: 0 }));
  if (given.timeout > 0) {
    const timer = setTimeout(end, given.timeout);
    child.once("exit", () => clearTimeout(timer));
  }
  const out = gather(child.stdout, given.encoding, given.maxBuffer, stop("stdout"));
  const err = gather(child.stderr, given.encoding, given.maxBuffer, stop("stderr"));
  child.on("error", (error) => {
    failure ??= error;
  });
  child.on("close", (code, signal) => {
    if (!callback) return;
    const [stdout, stderr] = [out(), err()];
    if (!failure && !full && code === 0 && signal === null) {
      callback(null, stdout, stderr);
      return;
    }
    let error = failure ?? full;
    if (!error) {
      error = new Error(`Command failed: ${given.shell ? file : command}\n${stderr}`);
      error.code = code ?? null;
      error.killed = child.killed;
      error.signal = signal;
    }
    error.cmd = given.shell ? file : command;
    callback(Object.assign(error, { stdout, stderr }), stdout, stderr);
  });
  return child;
}

export function exec(command, ...rest) {
  const callback = typeof rest.at(-1) === "function" ? rest.pop() : undefined;
  const options = { ...rest[0], shell: typeof rest[0]?.shell === "string" ? rest[0].shell : true };
  return callback ? execFile(command, [], options, callback) : execFile(command, [], options);
}

/** With `promisify`, both give both outputs. */
for (const call of [exec, execFile]) {
  Object.defineProperty(call, Symbol.for("nodejs.util.promisify.custom"), {
    value: (...args) => {
      let child;
      const promise = new Promise((resolve, reject) => {
        child = call(...args, (error, stdout, stderr) => (error ? reject(Object.assign(error, { stdout, stderr })) : resolve({ stdout, stderr })));
      });
      return Object.assign(promise, { child });
    },
  });
}

