// The synchronous file calls. All other forms are made of these.
// Comes in: paths, descriptors, options; goes out: results or errors with Node's codes. The disk is the host's.

import * as native from "pith:native/fs";
import { Buffer } from "../buffer.js";
import { coded, invalidArgType } from "../errors.js";
import * as path from "../path.js";
import { toPath } from "../url/file.js";
import { constants, flagNumber, modeNumber } from "./constants.js";
import { Dirent, statsOf } from "./stats.js";

const { COPYFILE_EXCL } = constants;

export function pathOf(value, name = "path") {
  if (typeof value === "string") {
    if (value.includes("\0")) throw coded(TypeError, "ERR_INVALID_ARG_VALUE", `The argument '${name}' must be a string, Uint8Array, or URL without null bytes. Received '${value.replaceAll("\0", "\\x00")}'`);
    return value;
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  if (value instanceof globalThis.URL) return toPath(value);
  throw invalidArgType(name, "of type string or an instance of Buffer or URL", value);
}

const encodingOf = (options) => (typeof options === "string" ? options : options?.encoding);

function bytesFor(data, options) {
  if (typeof data === "string") return Buffer.from(data, encodingOf(options) ?? "utf8");
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw invalidArgType("data", "of type string or an instance of Buffer, TypedArray, or DataView", data);
}

export function textOr(bytes, options) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const encoding = encodingOf(options);
  return encoding && encoding !== "buffer" ? buffer.toString(encoding) : buffer;
}

export function existsSync(target) {
  try {
    native.access(pathOf(target), constants.F_OK);
    return true;
  } catch {
    return false;
  }
}

export function accessSync(target, mode = constants.F_OK) {
  native.access(pathOf(target), mode);
}

export function openSync(target, flags = "r", mode = 0o666) {
  return native.open(pathOf(target), flagNumber(flags), modeNumber(mode, 0o666));
}
export function closeSync(fd) {
  native.close(fd);
}

/** `(fd, buffer, offset?, length?, position?)` or `(fd, buffer, {offset, length, position})`. */
export function readSync(fd, buffer, offsetOrOptions, length, position) {
  const given = offsetOrOptions !== null && typeof offsetOrOptions === "object" ? offsetOrOptions : { offset: offsetOrOptions, length, position };
  const offset = given.offset ?? 0;
  const view = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  return native.read(fd, view, offset, given.length ?? view.length - offset, given.position === null || given.position === undefined ? -1 : Number(given.position));
}

/** `(fd, buffer, offset?, length?, position?)` or `(fd, text, position?, encoding?)`. */
export function writeSync(fd, data, offsetOrOptions, length, position) {
  if (typeof data === "string") {
    const bytes = Buffer.from(data, typeof length === "string" ? length : "utf8");
    return native.write(fd, bytes, 0, bytes.length, offsetOrOptions ?? -1);
  }
  const given = offsetOrOptions !== null && typeof offsetOrOptions === "object" ? offsetOrOptions : { offset: offsetOrOptions, length, position };
  const offset = given.offset ?? 0;
  const view = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return native.write(fd, view, offset, given.length ?? view.length - offset, given.position ?? -1);
}
export function readvSync(fd, buffers, position) {
  let at = position;
  let total = 0;
  for (const buffer of buffers) {
    const n = readSync(fd, buffer, 0, buffer.byteLength, at);
    total += n;
    if (typeof at === "number") at += n;
    if (n < buffer.byteLength) break;
  }
  return total;
}
export function writevSync(fd, buffers, position) {
  let at = position;
  let total = 0;
  for (const buffer of buffers) {
    const n = writeSync(fd, buffer, 0, buffer.byteLength, at);
    total += n;
    if (typeof at === "number") at += n;
  }
  return total;
}

function readDescriptor(fd) {
  const parts = [];
  for (;;) {
    const piece = Buffer.alloc(65536);
    const n = readSync(fd, piece);
    if (n === 0) return Buffer.concat(parts);
    parts.push(piece.subarray(0, n));
  }
}

export function readFileSync(target, options) {
  if (typeof target === "number") return textOr(readDescriptor(target), options);
  return textOr(native.readFile(pathOf(target)), options);
}

function writeWhole(target, data, options, flag) {
  const bytes = bytesFor(data, options);
  if (typeof target === "number") {
    let at = 0;
    while (at < bytes.length) at += native.write(target, bytes, at, bytes.length - at, -1);
    return;
  }
  native.writeFile(pathOf(target), bytes, options?.flag ?? flag, modeNumber(options?.mode, 0o666));
}
export function writeFileSync(target, data, options) {
  writeWhole(target, data, options, "w");
}
export function appendFileSync(target, data, options) {
  writeWhole(target, data, options, "a");
}

function statOr(call, target, options) {
  try {
    return statsOf(call(target), options);
  } catch (error) {
    if (options?.throwIfNoEntry === false && (error.code === "ENOENT" || error.code === "ENOTDIR")) return undefined;
    throw error;
  }
}
export function statSync(target, options) {
  return statOr(native.stat, pathOf(target), options);
}
export function lstatSync(target, options) {
  return statOr(native.lstat, pathOf(target), options);
}
export function fstatSync(fd, options) {
  return statsOf(native.fstat(fd), options);
}

export function readdirSync(target, options) {
  const root = pathOf(target);
  const withTypes = Boolean(options?.withFileTypes);
  const asBuffer = encodingOf(options) === "buffer";
  const out = [];
  const walk = (folder, prefix) => {
    const flat = native.readdir(folder);
    for (let i = 0; i < flat.length; i += 2) {
      const [name, kind] = [flat[i], flat[i + 1]];
      const shown = prefix ? path.join(prefix, name) : name;
      if (withTypes) out.push(new Dirent(name, folder, kind));
      else out.push(asBuffer ? Buffer.from(shown) : shown);
      if (options?.recursive && kind === "dir") walk(path.join(folder, name), shown);
    }
  };
  walk(root, "");
  return out;
}

export function mkdirSync(target, options) {
  const given = typeof options === "object" && options !== null ? options : { mode: options };
  const folder = pathOf(target);
  const mode = modeNumber(given.mode, 0o777);
  if (!given.recursive) {
    native.mkdir(folder, mode);
    return undefined;
  }
  let first;
  const make = (at) => {
    try {
      native.mkdir(at, mode);
      first ??= at;
    } catch (error) {
      if (error.code === "ENOENT") {
        const parent = path.dirname(at);
        if (parent === at) throw error;
        make(parent);
        native.mkdir(at, mode);
      } else if (error.code !== "EEXIST" && error.code !== "EISDIR" && error.code !== "EROFS") throw error;
      else if (!statSync(at, { throwIfNoEntry: false })?.isDirectory()) throw error;
    }
  };
  make(path.resolve(folder));
  return first;
}

export function rmdirSync(target, options) {
  if (options?.recursive) rmSync(target, { recursive: true });
  else native.rmdir(pathOf(target));
}

export function rmSync(target, { recursive = false, force = false } = {}) {
  const at = pathOf(target);
  let info;
  try {
    info = native.lstat(at);
  } catch (error) {
    if (force && error.code === "ENOENT") return;
    throw error;
  }
  if ((info.mode & constants.S_IFMT) !== constants.S_IFDIR) {
    native.unlink(at);
    return;
  }
  if (!recursive) {
    const error = coded(Error, "ERR_FS_EISDIR", `Path is a directory: rm returned EISDIR (is a directory) ${at}`);
    throw Object.assign(error, { errno: 21, syscall: "rm", path: at });
  }
  const flat = native.readdir(at);
  for (let i = 0; i < flat.length; i += 2) rmSync(path.join(at, flat[i]), { recursive: true, force });
  native.rmdir(at);
}

export const unlinkSync = (target) => native.unlink(pathOf(target));
export const renameSync = (from, to) => native.rename(pathOf(from, "oldPath"), pathOf(to, "newPath"));
export const linkSync = (from, to) => native.link(pathOf(from, "existingPath"), pathOf(to, "newPath"));
export function symlinkSync(target, link) {
  const [to, at] = [pathOf(target, "target"), pathOf(link)];
  try {
    native.symlink(to, at);
  } catch (error) {
    // Node names both.
    if (error.syscall === "symlink") Object.assign(error, { path: to, dest: at, message: error.message.replace(/, symlink .*$/s, `, symlink '${to}' -> '${at}'`) });
    throw error;
  }
}
export const readlinkSync = (target, options) => (encodingOf(options) === "buffer" ? Buffer.from(native.readlink(pathOf(target))) : native.readlink(pathOf(target)));
export const realpathSync = (target, options) => (encodingOf(options) === "buffer" ? Buffer.from(native.realpath(pathOf(target))) : native.realpath(pathOf(target)));
realpathSync.native = realpathSync;
export const chmodSync = (target, mode) => native.chmod(pathOf(target), modeNumber(mode, 0));
export const mkdtempSync = (prefix) => native.mkdtemp(pathOf(prefix, "prefix"));
export const fsyncSync = (fd) => native.fsync(fd);
export const fdatasyncSync = fsyncSync;
export const ftruncateSync = (fd, length = 0) => native.ftruncate(fd, length);

export function truncateSync(target, length = 0) {
  const fd = openSync(target, "r+");
  try {
    native.ftruncate(fd, length);
  } finally {
    native.close(fd);
  }
}

const seconds = (time) => (time instanceof Date ? time.getTime() / 1000 : Number(time));
export const utimesSync = (target, access, change) => native.utimes(pathOf(target), seconds(access), seconds(change));

export function copyFileSync(from, to, mode = 0) {
  native.copyFile(pathOf(from, "src"), pathOf(to, "dest"), (mode & COPYFILE_EXCL) !== 0);
}

export function cpSync(from, to, options = {}) {
  const [source, target] = [pathOf(from, "src"), pathOf(to, "dest")];
  if (options.filter && !options.filter(source, target)) return;
  const info = options.dereference ? statSync(source) : lstatSync(source);
  if (info.isDirectory()) {
    if (!options.recursive) {
      throw Object.assign(coded(Error, "ERR_FS_EISDIR", `Recursive option not enabled, cannot copy a directory: cp returned EISDIR (${source} is a directory (not copied)) ${source}`), { path: source, syscall: "cp" });
    }
    mkdirSync(target, { recursive: true });
    for (const name of readdirSync(source)) cpSync(path.join(source, name), path.join(target, name), options);
    return;
  }
  const there = lstatSync(target, { throwIfNoEntry: false });
  if (there && options.force === false) {
    if (options.errorOnExist) throw Object.assign(coded(Error, "ERR_FS_CP_EEXIST", `Target already exists: cp returned EEXIST (${target} already exists) ${target}`), { path: target, syscall: "cp" });
    return;
  }
  mkdirSync(path.dirname(path.resolve(target)), { recursive: true });
  if (info.isSymbolicLink()) {
    if (there) rmSync(target);
    native.symlink(native.readlink(source), target);
    return;
  }
  native.copyFile(source, target, false);
  if (options.preserveTimestamps) utimesSync(target, info.atime, info.mtime);
}

export class Dir {
  #entries;
  constructor(target, options) {
    this.path = pathOf(target);
    this.#entries = readdirSync(target, { ...options, withFileTypes: true });
  }
  readSync() {
    return this.#entries.shift() ?? null;
  }
  async read() {
    return this.readSync();
  }
  closeSync() {}
  async close() {}
  async *[Symbol.asyncIterator]() {
    while (this.#entries.length) yield this.#entries.shift();
  }
}
export const opendirSync = (target, options) => new Dir(target, options);

/** `**`, `*`, `?` and braces against the paths below a folder. */
export function globSync(pattern, options = {}) {
  const patterns = Array.isArray(pattern) ? pattern : [pattern];
  const root = options.cwd ? pathOf(options.cwd) : path.resolve(".");
  const left = typeof options.exclude === "function" ? options.exclude : (name) => (options.exclude ?? []).some((one) => path.matchesGlob(name, one));
  const out = [];
  const walk = (folder, prefix) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const shown = prefix ? path.join(prefix, entry.name) : entry.name;
      if (left(shown)) continue;
      if (patterns.some((one) => path.matchesGlob(shown, path.normalize(one)))) out.push(options.withFileTypes ? entry : shown);
      if (entry.isDirectory()) walk(path.join(folder, entry.name), shown);
    }
  };
  walk(root, "");
  return out;
}
