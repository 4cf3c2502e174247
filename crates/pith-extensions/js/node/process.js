// `node:process`: the extension's view of the program it runs in.
// Comes in: what the host tells; goes out: one object. `exit` ends the extension, not the program.

import { requireHost } from "pith:native/loader";
import * as native from "pith:native/process";
import { coded } from "./errors.js";
import { EventEmitter } from "./events.js";
import { constants } from "./os.js";
import { env } from "./process/env.js";
import { makeInput, makeOutput } from "./process/streams.js";

const told = native.info();
const began = native.now();

/** The name of a signal; `0` only asks whether the process is there. */
function signalText(signal = "SIGTERM") {
  return typeof signal === "number" && signal !== 0 ? (Object.keys(constants.signals).find((name) => constants.signals[name] === signal) ?? `${signal}`) : `${signal}`;
}

class Process extends EventEmitter {
  title = "pi";
  pid = told.pid;
  ppid = told.ppid;
  platform = told.platform;
  arch = told.arch;
  execPath = told.execPath;
  execArgv = [];
  argv = [...told.argv];
  argv0 = told.argv[0];
  env = env;
  version = `v${told.versions.node}`;
  versions = Object.freeze({ ...told.versions });
  release = { name: "node", lts: "Jod" };
  config = { target_defaults: {}, variables: {} };
  features = { inspector: false, debug: false, uv: true, ipv6: true, tls: true, typescript: "strip" };
  exitCode = undefined;
  report = {};
  allowedNodeEnvironmentFlags = new Set();

  cwd() {
    return native.cwd();
  }
  chdir(folder) {
    native.chdir(String(folder));
  }
  exit(code) {
    const given = Number(code ?? this.exitCode ?? 0);
    if (!this.exiting) {
      this.exiting = true;
      try {
        this.emit("exit", given);
      } catch {
        // The extension is ending; there is nobody left to tell.
      }
    }
    native.exit(given);
  }
  reallyExit(code) {
    native.exit(Number(code ?? 0));
  }
  abort() {
    native.exit(134);
  }
  kill(pid, signal) {
    const name = signalText(signal);
    // As there: a signal to oneself is heard by who listens, and otherwise ends the extension, unless nothing comes of it.
    if (Number(pid) === this.pid && name !== "0") {
      if (this.listenerCount(name) > 0) {
        queueMicrotask(() => this.emit(name, name, constants.signals[name]));
        return true;
      }
      if (["SIGCHLD", "SIGCONT", "SIGURG", "SIGWINCH"].includes(name)) return true;
    }
    native.kill(Number(pid), name);
    return true;
  }
  uptime() {
    return (native.now() - began) / 1000;
  }
  hrtime(previous) {
    const now = native.now();
    let seconds = Math.floor(now / 1000);
    let nanos = Math.round((now % 1000) * 1e6);
    if (previous) {
      seconds -= previous[0];
      nanos -= previous[1];
      if (nanos < 0) {
        seconds -= 1;
        nanos += 1e9;
      }
    }
    return [seconds, nanos];
  }
  memoryUsage() {
    const { rss = 0, heapTotal = 0, heapUsed = 0 } = native.memory();
    return { rss, heapTotal, heapUsed, external: 0, arrayBuffers: 0 };
  }
  cpuUsage() {
    return { user: Math.round((native.now() - began) * 1000), system: 0 };
  }
  resourceUsage() {
    return { userCPUTime: this.cpuUsage().user, systemCPUTime: 0, maxRSS: Math.round(this.memoryUsage().rss / 1024) };
  }
  nextTick(callback, ...args) {
    if (typeof callback !== "function") throw coded(TypeError, "ERR_INVALID_ARG_TYPE", 'The "callback" argument must be of type function.');
    queueMicrotask(() => callback(...args));
  }
  emitWarning(warning, options, code) {
    const type = typeof options === "string" ? options : (options?.type ?? "Warning");
    const error = warning instanceof Error ? warning : Object.assign(new Error(String(warning)), { name: type });
    const number = code ?? options?.code;
    if (number) error.code = number;
    if (this.listenerCount("warning") > 0) queueMicrotask(() => this.emit("warning", error));
    else this.stderr.write(`(${number ? `${number} ` : ""}${error.name}) ${error.message}\n`);
  }
  getuid() {
    return told.uid ?? 0;
  }
  geteuid() {
    return told.uid ?? 0;
  }
  getgid() {
    return told.gid ?? 0;
  }
  getegid() {
    return told.gid ?? 0;
  }
  getgroups() {
    return [told.gid ?? 0];
  }
  umask() {
    return told.umask ?? 0o22;
  }
  getActiveResourcesInfo() {
    return [];
  }
  constrainedMemory() {
    return 0;
  }
  setUncaughtExceptionCaptureCallback() {}
  hasUncaughtExceptionCaptureCallback() {
    return false;
  }
  setSourceMapsEnabled() {}
  getBuiltinModule(name) {
    try {
      const namespace = requireHost(`node:${String(name).replace(/^node:/, "")}`);
      return namespace.default ?? namespace;
    } catch {
      return undefined;
    }
  }
  binding(name) {
    throw coded(Error, "ERR_INVALID_MODULE", `No such binding: ${name}`);
  }
  dlopen() {
    throw coded(Error, "ERR_DLOPEN_FAILED", "native addons are not available to extensions");
  }
  get [Symbol.toStringTag]() {
    return "process";
  }
}

const process = new Process();
Object.assign(process.memoryUsage, { rss: () => process.memoryUsage().rss });
process.hrtime = Object.assign(process.hrtime.bind(process), { bigint: () => BigInt(Math.round(native.now() * 1e6)) });

// The streams are made when they are first looked at: most extensions never do.
for (const [name, make] of [["stdout", () => makeOutput(1)], ["stderr", () => makeOutput(2)], ["stdin", makeInput]]) {
  Object.defineProperty(process, name, {
    get() {
      const value = make();
      Object.defineProperty(process, name, { value, enumerable: true, configurable: true, writable: true });
      return value;
    },
    enumerable: true,
    configurable: true,
  });
}

export default process;
