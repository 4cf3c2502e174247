// `node:child_process`: programs started, awaited or waited for.

import { spawnSync as spawnSyncNative } from "pith:native/child";
import { missing } from "../runtime/missing.js";
import { Buffer } from "./buffer.js";
import { ChildProcess, exec, execFile, spawn } from "./child_process/child.js";
import { normalize, signalName } from "./child_process/options.js";

export { ChildProcess, exec, execFile, spawn };

function inputBytes(input) {
  if (input === undefined || input === null) return undefined;
  return typeof input === "string" ? Buffer.from(input) : new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
}

export function spawnSync(file, args, options) {
  const asked = normalize(file, args, options);
  const { given, ...rest } = asked;
  const result = spawnSyncNative({
    ...rest,
    input: inputBytes(given.input),
    timeout: given.timeout > 0 ? given.timeout : 0,
    maxBuffer: Number.isFinite(given.maxBuffer ?? 1048576) ? (given.maxBuffer ?? 1048576) : 0,
    killSignal: signalName(given.killSignal),
  });
  const shown = (bytes) => {
    if (bytes === null || bytes === undefined) return null;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return given.encoding && given.encoding !== "buffer" ? buffer.toString(given.encoding) : buffer;
  };
  const piped = (at, bytes) => (asked.stdio[at] === "pipe" ? shown(bytes) : null);
  const [stdout, stderr] = [piped(1, result.stdout), piped(2, result.stderr)];
  const out = { pid: result.pid ?? 0, output: [null, stdout, stderr], stdout, stderr, status: result.status ?? null, signal: result.signal ?? null };
  if (result.error) {
    const { code, errno } = result.error;
    out.error = Object.assign(new Error(`spawnSync ${asked.file} ${code}`), { errno, code, syscall: `spawnSync ${asked.file}`, path: asked.file, spawnargs: asked.args });
    if (code !== "ETIMEDOUT" && code !== "ENOBUFS") out.output = null;
  }
  return out;
}

function checked(result, command, inherits) {
  if (inherits && result.stderr?.length) globalThis.process.stderr.write(result.stderr);
  if (result.error) throw Object.assign(result.error, result);
  if (result.status !== 0) {
    const words = result.stderr?.length ? `\n${result.stderr}` : "";
    throw Object.assign(new Error(`Command failed: ${command}${words}`), result);
  }
  return result.stdout;
}

export function execFileSync(file, args, options) {
  const given = (Array.isArray(args) ? options : (args ?? options)) ?? {};
  const list = Array.isArray(args) ? args : [];
  return checked(spawnSync(file, list, given), [file, ...list].join(" "), !given.stdio);
}

export function execSync(command, options = {}) {
  const shell = typeof options.shell === "string" ? options.shell : true;
  return checked(spawnSync(command, [], { ...options, shell }), command, !options.stdio);
}

export const fork = missing("child_process", "fork");
export default { ChildProcess, exec, execFile, execFileSync, execSync, fork, spawn, spawnSync };
