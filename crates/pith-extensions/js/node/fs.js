// `node:fs`: the synchronous calls, the same with callbacks, streams, watchers and `promises`.

import { missing } from "../runtime/missing.js";
import { withCallback } from "./fs/callbacks.js";
import { constants } from "./fs/constants.js";
import promises, { FileHandle } from "./fs/promises.js";
import { BigIntStats, Dirent, Stats } from "./fs/stats.js";
import * as streams from "./fs/streams.js";
import { readFile as readSlowly } from "./fs/slow.js";
import * as sync from "./fs/sync.js";
import * as watching from "./fs/watch.js";

export * from "./fs/sync.js";
export { createReadStream, createWriteStream, ReadStream, WriteStream } from "./fs/streams.js";
export { FSWatcher, unwatchFile, watch, watchFile } from "./fs/watch.js";
export { BigIntStats, constants, Dirent, FileHandle, promises, Stats };

export const access = withCallback(sync.accessSync);
export const appendFile = withCallback(sync.appendFileSync);
export const chmod = withCallback(sync.chmodSync);
export const close = withCallback(sync.closeSync);
export const copyFile = withCallback(sync.copyFileSync);
export const cp = withCallback(sync.cpSync);
export const fstat = withCallback(sync.fstatSync);
export const fsync = withCallback(sync.fsyncSync);
export const fdatasync = withCallback(sync.fdatasyncSync);
export const ftruncate = withCallback(sync.ftruncateSync);
export const link = withCallback(sync.linkSync);
export const lstat = withCallback(sync.lstatSync);
export const mkdir = withCallback(sync.mkdirSync);
export const mkdtemp = withCallback(sync.mkdtempSync);
export const open = withCallback(sync.openSync);
export const opendir = withCallback(sync.opendirSync);
export const readFile = withCallback(readSlowly);
export const readdir = withCallback(sync.readdirSync);
export const readlink = withCallback(sync.readlinkSync);
export const rename = withCallback(sync.renameSync);
export const rm = withCallback(sync.rmSync);
export const rmdir = withCallback(sync.rmdirSync);
export const stat = withCallback(sync.statSync);
export const symlink = withCallback(sync.symlinkSync);
export const truncate = withCallback(sync.truncateSync);
export const unlink = withCallback(sync.unlinkSync);
export const utimes = withCallback(sync.utimesSync);
export const writeFile = withCallback(sync.writeFileSync);
export const glob = withCallback(sync.globSync);
export const realpath = withCallback(sync.realpathSync);
realpath.native = realpath;

/** Reports the count and the buffer, as these two do in Node. */
function counted(call) {
  return (fd, buffer, ...rest) => {
    const done = rest.pop();
    withCallback(call)(fd, buffer, ...rest, (error, count) => done(error, count ?? 0, buffer));
  };
}
export const read = counted(sync.readSync);
export const write = counted(sync.writeSync);
export const readv = counted(sync.readvSync);
export const writev = counted(sync.writevSync);

/** Calls back with the answer alone, without an error. */
export function exists(target, done) {
  const there = sync.existsSync(target);
  queueMicrotask(() => done(there));
}
Object.defineProperty(exists, Symbol.for("nodejs.util.promisify.custom"), { value: async (target) => sync.existsSync(target) });

export const { F_OK, R_OK, W_OK, X_OK } = constants;
export const chownSync = missing("fs", "chownSync");
export const chown = missing("fs", "chown");
export const lchownSync = missing("fs", "lchownSync");
export const lutimesSync = missing("fs", "lutimesSync");
export const fchmodSync = missing("fs", "fchmodSync");
export const futimesSync = missing("fs", "futimesSync");
export const statfsSync = missing("fs", "statfsSync");
export const openAsBlob = missing("fs", "openAsBlob");

const callbacks = {
  access, appendFile, chmod, close, copyFile, cp, fstat, fsync, fdatasync, ftruncate, link, lstat, mkdir, mkdtemp, open, opendir, readFile, readdir, readlink, rename, rm, rmdir, stat, symlink, truncate, unlink, utimes, writeFile, glob, realpath, read, write, readv, writev, exists,
};
const absent = { chownSync, chown, lchownSync, lutimesSync, fchmodSync, futimesSync, statfsSync, openAsBlob };
const { pathOf: _internal, ...calls } = sync;
export default {
  ...calls, ...callbacks, ...streams, ...watching, ...absent, BigIntStats, constants, Dirent, FileHandle, promises, Stats, F_OK, R_OK, W_OK, X_OK,
};
