// `node:fs/promises`.

import { Buffer } from "../buffer.js";
import { later } from "./callbacks.js";
import { constants } from "./constants.js";
import { ReadStream, WriteStream } from "./streams.js";
import { readFile as readSlowly } from "./slow.js";
import * as sync from "./sync.js";
import { watchEvents } from "./watch.js";

/** An open file. */
export class FileHandle {
  #fd;
  constructor(fd) {
    this.#fd = fd;
  }
  get fd() {
    return this.#fd;
  }
  async read(buffer, ...rest) {
    const given = ArrayBuffer.isView(buffer) ? buffer : (buffer?.buffer ?? Buffer.alloc(16384));
    const bytesRead = ArrayBuffer.isView(buffer) ? sync.readSync(this.#fd, given, ...rest) : sync.readSync(this.#fd, given, buffer ?? {});
    return { bytesRead, buffer: given };
  }
  async write(data, ...rest) {
    return { bytesWritten: sync.writeSync(this.#fd, data, ...rest), buffer: data };
  }
  async readv(buffers, position) {
    return { bytesRead: sync.readvSync(this.#fd, buffers, position), buffers };
  }
  async writev(buffers, position) {
    return { bytesWritten: sync.writevSync(this.#fd, buffers, position), buffers };
  }
  async readFile(options) {
    return readSlowly(this.#fd, options);
  }
  async writeFile(data, options) {
    sync.writeFileSync(this.#fd, data, options);
  }
  async appendFile(data, options) {
    sync.writeFileSync(this.#fd, data, options);
  }
  async stat(options) {
    return sync.fstatSync(this.#fd, options);
  }
  async truncate(length) {
    sync.ftruncateSync(this.#fd, length);
  }
  async sync() {
    sync.fsyncSync(this.#fd);
  }
  async datasync() {
    sync.fsyncSync(this.#fd);
  }
  async close() {
    if (this.#fd === -1) return;
    const fd = this.#fd;
    this.#fd = -1;
    sync.closeSync(fd);
  }
  createReadStream(options) {
    return new ReadStream(null, { ...options, fd: this.#fd });
  }
  createWriteStream(options) {
    return new WriteStream(null, { ...options, fd: this.#fd });
  }
  async *readLines(options) {
    const text = String(sync.readFileSync(this.#fd, options?.encoding ?? "utf8"));
    const lines = text.split(/\r?\n/);
    if (lines.at(-1) === "") lines.pop();
    yield* lines;
  }
  async [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() {
    await this.close();
  }
}

const target = (file) => (file instanceof FileHandle ? file.fd : file);

export async function open(file, flags, mode) {
  return new FileHandle(sync.openSync(file, flags, mode));
}
export const access = later(sync.accessSync);
export const appendFile = later((file, ...rest) => sync.appendFileSync(target(file), ...rest));
export const chmod = later(sync.chmodSync);
export const copyFile = later(sync.copyFileSync);
export const cp = later(sync.cpSync);
export const link = later(sync.linkSync);
export const lstat = later(sync.lstatSync);
export const mkdir = later(sync.mkdirSync);
export const mkdtemp = later(sync.mkdtempSync);
export const opendir = later(sync.opendirSync);
export const readFile = later((file, ...rest) => readSlowly(target(file), ...rest));
export const readdir = later(sync.readdirSync);
export const readlink = later(sync.readlinkSync);
export const realpath = later(sync.realpathSync);
export const rename = later(sync.renameSync);
export const rm = later(sync.rmSync);
export const rmdir = later(sync.rmdirSync);
export const stat = later(sync.statSync);
export const symlink = later(sync.symlinkSync);
export const truncate = later(sync.truncateSync);
export const unlink = later(sync.unlinkSync);
export const utimes = later(sync.utimesSync);
export async function writeFile(file, data, options) {
  if (options?.signal?.aborted) throw Object.assign(new Error("The operation was aborted"), { name: "AbortError", code: "ABORT_ERR" });
  if (typeof data === "string" || ArrayBuffer.isView(data)) {
    sync.writeFileSync(target(file), data, options);
    return;
  }
  const parts = [];
  for await (const part of data) parts.push(typeof part === "string" ? Buffer.from(part) : part);
  sync.writeFileSync(target(file), Buffer.concat(parts), options);
}
export async function* glob(pattern, options) {
  yield* sync.globSync(pattern, options);
}
export const watch = watchEvents;
export { constants };

export default {
  access, appendFile, chmod, constants, copyFile, cp, glob, link, lstat, mkdir, mkdtemp, open, opendir, readFile, readdir, readlink, realpath,
  rename, rm, rmdir, stat, symlink, truncate, unlink, utimes, watch, writeFile,
};
