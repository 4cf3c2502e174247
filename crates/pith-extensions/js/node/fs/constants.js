// `fs.constants`, and flags as text turned into numbers.

import { invalidArgValue } from "../errors.js";

export const constants = {
  F_OK: 0, X_OK: 1, W_OK: 2, R_OK: 4,
  COPYFILE_EXCL: 1, COPYFILE_FICLONE: 2, COPYFILE_FICLONE_FORCE: 4,
  O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 0o100, O_EXCL: 0o200, O_NOCTTY: 0o400, O_TRUNC: 0o1000, O_APPEND: 0o2000,
  O_NONBLOCK: 0o4000, O_DSYNC: 0o10000, O_DIRECTORY: 0o200000, O_NOFOLLOW: 0o400000, O_SYNC: 0o4010000,
  S_IFMT: 0o170000, S_IFREG: 0o100000, S_IFDIR: 0o40000, S_IFCHR: 0o20000, S_IFBLK: 0o60000, S_IFIFO: 0o10000, S_IFLNK: 0o120000,
  S_IFSOCK: 0o140000, S_IRWXU: 0o700, S_IRUSR: 0o400, S_IWUSR: 0o200, S_IXUSR: 0o100, S_IRWXG: 0o70, S_IRGRP: 0o40, S_IWGRP: 0o20,
  S_IXGRP: 0o10, S_IRWXO: 7, S_IROTH: 4, S_IWOTH: 2, S_IXOTH: 1, UV_FS_SYMLINK_DIR: 1, UV_FS_SYMLINK_JUNCTION: 2,
};

const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_SYNC } = constants;
const table = {
  r: O_RDONLY, "r+": O_RDWR, rs: O_RDONLY | O_SYNC, "rs+": O_RDWR | O_SYNC,
  w: O_WRONLY | O_CREAT | O_TRUNC, "w+": O_RDWR | O_CREAT | O_TRUNC, wx: O_WRONLY | O_CREAT | O_TRUNC | O_EXCL, "wx+": O_RDWR | O_CREAT | O_TRUNC | O_EXCL,
  a: O_WRONLY | O_CREAT | O_APPEND, "a+": O_RDWR | O_CREAT | O_APPEND, ax: O_WRONLY | O_CREAT | O_APPEND | O_EXCL, "ax+": O_RDWR | O_CREAT | O_APPEND | O_EXCL,
  as: O_WRONLY | O_CREAT | O_APPEND | O_SYNC, "as+": O_RDWR | O_CREAT | O_APPEND | O_SYNC,
};
table.xw = table.wx;
table.xa = table.ax;
table.sr = table.rs;
table.sa = table.as;

/** The number of an open flag given as text or number. */
export function flagNumber(flags, fallback = "r") {
  const given = flags ?? fallback;
  if (typeof given === "number") return given;
  if (!Object.hasOwn(table, given)) throw invalidArgValue("flags", given);
  return table[given];
}

export function modeNumber(mode, fallback) {
  if (mode === undefined || mode === null) return fallback;
  return typeof mode === "string" ? Number.parseInt(mode, 8) : mode;
}
