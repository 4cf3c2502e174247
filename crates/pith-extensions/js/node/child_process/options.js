// The arguments of `spawn` and its kin, brought into the one form that the host takes.

import { checkString, coded, invalidArgType, invalidArgValue } from "../errors.js";
import { toPath } from "../url/file.js";
import { constants } from "../os.js";
import { info } from "pith:native/process";

const { signals } = constants;

/** The name of a signal given as name or number. */
export function signalName(signal) {
  if (signal === undefined || signal === null) return "SIGTERM";
  if (typeof signal === "number") return Object.keys(signals).find((name) => signals[name] === signal) ?? signal;
  const name = String(signal).toUpperCase();
  if (!Object.hasOwn(signals, name)) throw coded(TypeError, "ERR_UNKNOWN_SIGNAL", `Unknown signal: ${signal}`);
  return name;
}

function one(value, at) {
  if (value === undefined || value === null) return "pipe";
  if (["pipe", "ignore", "inherit"].includes(value)) return value;
  if (value === "overlapped") return "pipe";
  if (value === "ipc") throw coded(Error, "ERR_METHOD_NOT_IMPLEMENTED", "channels to child processes are not available to extensions");
  const fd = typeof value === "number" ? value : (value.fd ?? value._handle?.fd);
  if (typeof fd === "number") return fd === at ? "inherit" : { fd, toString: () => (at === 0 ? "ignore" : "pipe") };
  throw invalidArgValue("stdio", value);
}

/** The three in the host's words; a descriptor of a file is written to by the extension, from a pipe. */
function stdioOf(stdio, fallback) {
  const list = stdio === undefined || stdio === null ? fallback : typeof stdio === "string" ? [stdio, stdio, stdio] : [...stdio];
  return [0, 1, 2].map((at) => one(list[at], at));
}

function descriptors(list) {
  const copies = list.flatMap((entry, at) => (typeof entry === "object" && at > 0 ? [{ from: at, fd: entry.fd }] : []));
  return { stdio: list.map(String), copies };
}

function environment(env) {
  const pairs = env ?? globalThis.process.env;
  return Object.entries(pairs).filter(([, value]) => value !== undefined).map(([key, value]) => [key, String(value)]);
}

/** `(file, args?, options?)` as one object for the host. */
export function normalize(file, args, options, stdio = ["pipe", "pipe", "pipe"]) {
  checkString(file, "file");
  if (file === "") throw invalidArgValue("file", file, "cannot be empty");
  let list = args;
  let given = options;
  if (list !== undefined && list !== null && !Array.isArray(list)) {
    if (typeof list !== "object") throw invalidArgType("args", "an instance of Array", list);
    [list, given] = [[], list];
  }
  list = (list ?? []).map(String);
  given ??= {};
  let program = file;
  if (given.shell) {
    const line = [file, ...list].join(" ");
    const windows = info().platform === "win32";
    program = typeof given.shell === "string" ? given.shell : windows ? (globalThis.process.env.comspec ?? "cmd.exe") : "/bin/sh";
    list = /cmd(\.exe)?$/i.test(program) ? ["/d", "/s", "/c", `"${line}"`] : ["-c", line];
  }
  return {
    file: program,
    args: list,
    argv0: given.argv0 ?? program,
    cwd: given.cwd === undefined || given.cwd === null ? undefined : given.cwd instanceof globalThis.URL ? toPath(given.cwd) : String(given.cwd),
    env: environment(given.env),
    ...descriptors(stdioOf(given.stdio, stdio)),
    detached: Boolean(given.detached),
    given,
  };
}
