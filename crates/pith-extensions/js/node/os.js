// `node:os`: what is known of the machine. What the host does not tell is given as empty, not as a guess.

import * as native from "pith:native/process";

const told = { ...native.info(), ...native.machine() };

export const EOL = told.platform === "win32" ? "\r\n" : "\n";
export const devNull = told.platform === "win32" ? "\\\\.\\nul" : "/dev/null";
export const platform = () => told.platform;
export const arch = () => told.arch;
export const machine = () => ({ x64: "x86_64", arm64: "aarch64" })[told.arch] ?? told.arch;
export const endianness = () => (new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? "LE" : "BE");
export const type = () => ({ linux: "Linux", darwin: "Darwin", win32: "Windows_NT" })[told.platform] ?? told.platform;
export const release = () => told.release ?? "";
export const version = () => told.osVersion ?? "";
export const hostname = () => told.hostname ?? native.envGet("HOSTNAME") ?? "localhost";
export const uptime = () => told.systemUptime ?? 0;
export const loadavg = () => told.load ?? [0, 0, 0];
export const totalmem = () => told.totalMemory ?? 0;
export const freemem = () => told.freeMemory ?? 0;
export const availableParallelism = () => told.parallelism ?? 1;
export const networkInterfaces = () => ({});

export function cpus() {
  return Array.from({ length: availableParallelism() }, () => ({ model: "", speed: 0, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } }));
}

export function homedir() {
  return native.envGet(told.platform === "win32" ? "USERPROFILE" : "HOME") ?? told.home ?? "/";
}

export function tmpdir() {
  const names = told.platform === "win32" ? ["TEMP", "TMP"] : ["TMPDIR", "TMP", "TEMP"];
  const found = names.map((name) => native.envGet(name)).find(Boolean) ?? told.tmp ?? "/tmp";
  return found.length > 1 && found.endsWith("/") ? found.slice(0, -1) : found;
}

export function userInfo() {
  const username = native.envGet("USER") ?? native.envGet("LOGNAME") ?? native.envGet("USERNAME") ?? told.username ?? "";
  return { uid: told.uid ?? -1, gid: told.gid ?? -1, username, homedir: homedir(), shell: native.envGet("SHELL") ?? told.shell ?? null };
}

export const getPriority = () => 0;
export const setPriority = () => {};

const signals = {
  SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGILL: 4, SIGTRAP: 5, SIGABRT: 6, SIGBUS: 7, SIGFPE: 8, SIGKILL: 9, SIGUSR1: 10, SIGSEGV: 11, SIGUSR2: 12,
  SIGPIPE: 13, SIGALRM: 14, SIGTERM: 15, SIGCHLD: 17, SIGCONT: 18, SIGSTOP: 19, SIGTSTP: 20, SIGTTIN: 21, SIGTTOU: 22, SIGURG: 23,
  SIGXCPU: 24, SIGXFSZ: 25, SIGVTALRM: 26, SIGPROF: 27, SIGWINCH: 28, SIGIO: 29, SIGPWR: 30, SIGSYS: 31,
};
const errno = {
  E2BIG: 7, EACCES: 13, EADDRINUSE: 98, EAGAIN: 11, EBADF: 9, EBUSY: 16, ECONNREFUSED: 111, ECONNRESET: 104, EEXIST: 17, EINTR: 4,
  EINVAL: 22, EIO: 5, EISDIR: 21, EMFILE: 24, ENOENT: 2, ENOMEM: 12, ENOSPC: 28, ENOTDIR: 20, ENOTEMPTY: 39, EPERM: 1, EPIPE: 32,
  EROFS: 30, ESRCH: 3, ETIMEDOUT: 110, EXDEV: 18,
};
export const constants = {
  signals, errno, UV_UDP_REUSEADDR: 4,
  priority: { PRIORITY_LOW: 19, PRIORITY_BELOW_NORMAL: 10, PRIORITY_NORMAL: 0, PRIORITY_ABOVE_NORMAL: -7, PRIORITY_HIGH: -14, PRIORITY_HIGHEST: -20 },
  dlopen: {},
};

export default {
  EOL, arch, availableParallelism, constants, cpus, devNull, endianness, freemem, getPriority, homedir, hostname, loadavg, machine,
  networkInterfaces, platform, release, setPriority, tmpdir, totalmem, type, uptime, userInfo, version,
};
