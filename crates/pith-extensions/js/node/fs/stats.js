// What is known of a file: `Stats`, its form in big integers, and `Dirent`.

import { constants } from "./constants.js";

const kinds = {
  isFile: constants.S_IFREG, isDirectory: constants.S_IFDIR, isSymbolicLink: constants.S_IFLNK, isFIFO: constants.S_IFIFO,
  isSocket: constants.S_IFSOCK, isCharacterDevice: constants.S_IFCHR, isBlockDevice: constants.S_IFBLK,
};
const counts = ["dev", "mode", "nlink", "uid", "gid", "rdev", "blksize", "ino", "size", "blocks"];
const times = ["atime", "mtime", "ctime", "birthtime"];

export class Stats {
  constructor(raw) {
    for (const key of counts) this[key] = raw[key];
    for (const key of times) this[`${key}Ms`] = raw[`${key}Ms`];
    for (const key of times) this[key] = new Date(raw[`${key}Ms`]);
  }
}

export class BigIntStats {
  constructor(raw) {
    for (const key of counts) this[key] = BigInt(raw[key]);
    for (const key of times) {
      this[`${key}Ms`] = BigInt(Math.floor(raw[`${key}Ms`]));
      this[`${key}Ns`] = BigInt(Math.round(raw[`${key}Ms`] * 1e6));
      this[key] = new Date(raw[`${key}Ms`]);
    }
  }
}

for (const [name, bits] of Object.entries(kinds)) {
  const test = function () {
    return (Number(this.mode) & constants.S_IFMT) === bits;
  };
  Object.defineProperty(Stats.prototype, name, { value: test, writable: true, configurable: true });
  Object.defineProperty(BigIntStats.prototype, name, { value: test, writable: true, configurable: true });
}

export function statsOf(raw, options) {
  return options?.bigint ? new BigIntStats(raw) : new Stats(raw);
}

const direntKinds = {
  isFile: "file", isDirectory: "dir", isSymbolicLink: "symlink", isFIFO: "fifo", isSocket: "socket", isCharacterDevice: "char", isBlockDevice: "block",
};

export class Dirent {
  #kind;
  constructor(name, parentPath, kind) {
    this.name = name;
    this.parentPath = parentPath;
    this.#kind = kind;
  }
  get path() {
    return this.parentPath;
  }
  static {
    for (const [name, kind] of Object.entries(direntKinds)) {
      Dirent.prototype[name] = function () {
        return this.#kind === kind;
      };
    }
  }
}
