// `node:path`: paths as text, in the manner of POSIX and of Windows.
// Comes in: strings and, for `resolve`, the working directory; goes out: strings. Looks at no disk.

import { checkObject, checkString } from "./errors.js";
import { cwd, info } from "pith:native/process";

/** Folds `.` and `..` of the segments between separators. `rooted` forbids climbing above the start. */
function fold(segments, rooted) {
  const out = [];
  for (const segment of segments) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") out.push(segment);
    else if (out.length && out[out.length - 1] !== "..") out.pop();
    else if (!rooted) out.push("..");
  }
  return out;
}

/** Index of the first character of the last segment, and the end of the path without trailing separators. */
function lastSegment(path, start, isSeparator) {
  let end = path.length;
  while (end > start && isSeparator(path[end - 1])) end -= 1;
  let begin = end;
  while (begin > start && !isSeparator(path[begin - 1])) begin -= 1;
  return { begin, end };
}

function extensionOf(name) {
  const dot = name.lastIndexOf(".");
  if (dot <= 0 || name === "..") return "";
  return name.slice(dot);
}

function stripSuffix(name, suffix) {
  if (suffix === undefined) return name;
  checkString(suffix, "suffix");
  return suffix !== name && name.endsWith(suffix) ? name.slice(0, name.length - suffix.length) : name;
}

function formatWith(separator, parts) {
  checkObject(parts, "pathObject");
  const ext = parts.ext ? (parts.ext.startsWith(".") ? parts.ext : `.${parts.ext}`) : "";
  const base = parts.base || `${parts.name || ""}${ext}`;
  const dir = parts.dir || parts.root;
  if (!dir) return base;
  return dir === parts.root ? `${dir}${base}` : `${dir}${separator}${base}`;
}

/** `*`, `?`, `**` and classes of `matchesGlob`, as a regular expression. */
function globExpression(pattern, separators) {
  const sep = `[${separators}]`;
  const no = `[^${separators}]`;
  let out = "";
  for (let i = 0; i < pattern.length; i += 1) {
    const c = pattern[i];
    if (c === "*" && pattern[i + 1] === "*") {
      const slash = pattern[i + 2] === "/";
      out += slash ? `(?:.*${sep})?` : ".*";
      i += slash ? 2 : 1;
    } else if (c === "*") out += `${no}*`;
    else if (c === "?") out += no;
    else if (c === "{") out += "(?:";
    else if (c === "}") out += ")";
    else if (c === ",") out += "|";
    else if (c === "[") {
      const close = pattern.indexOf("]", i + 1);
      if (close < 0) out += "\\[";
      else {
        out += `[${pattern.slice(i + 1, close).replace(/^!/, "^")}]`;
        i = close;
      }
    } else if (c === "/") out += sep;
    else out += c.replace(/[\\^$.|+()]/g, "\\$&");
  }
  return new RegExp(`^${out}$`);
}

const isSlash = (c) => c === "/";

export const posix = {
  sep: "/",
  delimiter: ":",

  normalize(path) {
    checkString(path, "path");
    if (path === "") return ".";
    const rooted = path[0] === "/";
    let out = fold(path.split("/"), rooted).join("/");
    if (out === "" && !rooted) out = ".";
    if (out !== "" && path.endsWith("/") && out !== "") out += "/";
    if (rooted) return out === "/" ? "/" : `/${out}`;
    return out;
  },

  join(...parts) {
    for (const part of parts) checkString(part, "path");
    const joined = parts.filter((part) => part !== "").join("/");
    return joined === "" ? "." : posix.normalize(joined);
  },

  resolve(...parts) {
    let path = "";
    for (let i = parts.length - 1; i >= 0 && path[0] !== "/"; i -= 1) {
      checkString(parts[i], `paths[${i}]`);
      if (parts[i] !== "") path = path === "" ? parts[i] : `${parts[i]}/${path}`;
    }
    if (path[0] !== "/") path = path === "" ? cwd() : `${cwd()}/${path}`;
    return `/${fold(path.split("/"), true).join("/")}`;
  },

  isAbsolute: (path) => checkString(path, "path")[0] === "/",

  relative(from, to) {
    checkString(from, "from");
    checkString(to, "to");
    const a = posix.resolve(from).split("/").filter(Boolean);
    const b = posix.resolve(to).split("/").filter(Boolean);
    let same = 0;
    while (same < a.length && same < b.length && a[same] === b[same]) same += 1;
    return [...a.slice(same).map(() => ".."), ...b.slice(same)].join("/");
  },

  toNamespacedPath: (path) => path,

  dirname(path) {
    checkString(path, "path");
    if (path === "") return ".";
    const { begin } = lastSegment(path, 0, isSlash);
    if (begin === 0) return path[0] === "/" ? "/" : ".";
    if (path.slice(0, begin) === "//") return "//";
    return begin === 1 ? path[0] : path.slice(0, begin - 1);
  },

  basename(path, suffix) {
    checkString(path, "path");
    const { begin, end } = lastSegment(path, 0, isSlash);
    return stripSuffix(path.slice(begin, end), suffix);
  },

  extname: (path) => extensionOf(posix.basename(path)),
  format: (parts) => formatWith("/", parts),

  parse(path) {
    checkString(path, "path");
    const base = posix.basename(path);
    const ext = extensionOf(base);
    const root = path[0] === "/" ? "/" : "";
    const { begin } = lastSegment(path, 0, isSlash);
    let dir = path.slice(0, begin);
    if (dir.length > 1 && dir !== root) dir = dir.slice(0, -1);
    return { root, dir: dir || root, base, ext, name: ext ? base.slice(0, -ext.length) : base };
  },

  matchesGlob: (path, pattern) => globExpression(pattern, "/").test(posix.normalize(path)),
};

const isEither = (c) => c === "/" || c === "\\";

/** The device (`C:` or `\\server\share`), whether a separator follows it, and the length of both. */
function windowsRoot(path) {
  const unc = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)([\\/]|$)/.exec(path);
  if (unc) return { device: `\\\\${unc[1]}\\${unc[2]}`, rooted: true, length: unc[0].length, unc: true };
  const drive = /^[A-Za-z]:/.exec(path);
  if (drive) {
    const rooted = isEither(path[2]);
    return { device: drive[0], rooted, length: rooted ? 3 : 2, unc: false };
  }
  const rooted = isEither(path[0]);
  return { device: "", rooted, length: rooted ? 1 : 0, unc: false };
}

export const win32 = {
  sep: "\\",
  delimiter: ";",

  normalize(path) {
    checkString(path, "path");
    if (path === "") return ".";
    const root = windowsRoot(path);
    let tail = fold(path.slice(root.length).split(/[\\/]/), root.rooted).join("\\");
    if (tail === "" && !root.rooted) tail = ".";
    if (tail !== "" && isEither(path[path.length - 1]) && path.length > root.length) tail += "\\";
    return `${root.device}${root.rooted ? "\\" : ""}${tail}`;
  },

  join(...parts) {
    for (const part of parts) checkString(part, "path");
    const kept = parts.filter((part) => part !== "");
    if (!kept.length) return ".";
    let joined = kept.join("\\");
    // Only a first part that is itself a share may begin with two separators.
    if (!/^[\\/]{2}[^\\/]/.test(kept[0])) joined = joined.replace(/^[\\/]{2,}/, "\\");
    return win32.normalize(joined);
  },

  resolve(...parts) {
    let device = "";
    let tail = "";
    let rooted = false;
    for (let i = parts.length; i >= -1; i -= 1) {
      let part;
      if (i === parts.length) continue;
      if (i >= 0) {
        part = checkString(parts[i], `paths[${i}]`);
        if (part === "") continue;
      } else if (rooted && device) break;
      else part = cwd();
      const root = windowsRoot(part);
      if (root.device && device && root.device.toLowerCase() !== device.toLowerCase()) continue;
      if (root.device) device ||= root.device;
      if (!rooted) {
        tail = `${part.slice(root.length)}\\${tail}`;
        rooted = root.rooted;
      }
      if (rooted && device) break;
    }
    const folded = fold(tail.split(/[\\/]/), rooted).join("\\");
    return `${device}${rooted ? "\\" : ""}${folded}` || ".";
  },

  isAbsolute: (path) => windowsRoot(checkString(path, "path")).rooted,

  relative(from, to) {
    const a = win32.resolve(from);
    const b = win32.resolve(to);
    if (a.toLowerCase() === b.toLowerCase()) return "";
    const left = a.split("\\").filter(Boolean);
    const right = b.split("\\").filter(Boolean);
    let same = 0;
    while (same < left.length && same < right.length && left[same].toLowerCase() === right[same].toLowerCase()) same += 1;
    if (same === 0) return b;
    return [...left.slice(same).map(() => ".."), ...right.slice(same)].join("\\");
  },

  toNamespacedPath(path) {
    if (typeof path !== "string" || path === "") return path;
    const resolved = win32.resolve(path);
    if (/^[A-Za-z]:\\/.test(resolved)) return `\\\\?\\${resolved}`;
    if (resolved.startsWith("\\\\") && !/^\\\\[?.]\\/.test(resolved)) return `\\\\?\\UNC\\${resolved.slice(2)}`;
    return resolved;
  },

  dirname(path) {
    checkString(path, "path");
    if (path === "") return ".";
    const root = windowsRoot(path);
    const { begin } = lastSegment(path, root.length, isEither);
    if (begin <= root.length) return path.slice(0, root.length) || ".";
    return path.slice(0, begin - 1);
  },

  basename(path, suffix) {
    checkString(path, "path");
    const drive = /^[A-Za-z]:/.test(path) ? 2 : 0;
    const { begin, end } = lastSegment(path, drive, isEither);
    return stripSuffix(path.slice(begin, end), suffix);
  },

  extname: (path) => extensionOf(win32.basename(path)),
  format: (parts) => formatWith("\\", parts),

  parse(path) {
    checkString(path, "path");
    const root = path.slice(0, windowsRoot(path).length);
    const base = path.length > root.length ? win32.basename(path.slice(root.length)) : "";
    const ext = extensionOf(base);
    const { begin } = lastSegment(path, root.length, isEither);
    const dir = begin > root.length ? path.slice(0, begin - 1) : root;
    return { root, dir, base, ext, name: ext ? base.slice(0, -ext.length) : base };
  },

  matchesGlob: (path, pattern) => globExpression(pattern.replaceAll("\\", "/"), "\\\\/").test(win32.normalize(path)),
};

posix.posix = win32.posix = posix;
posix.win32 = win32.win32 = win32;
posix._makeLong = posix.toNamespacedPath;
win32._makeLong = win32.toNamespacedPath;

const here = info().platform === "win32" ? win32 : posix;
export const { sep, delimiter, normalize, join, resolve, isAbsolute, relative } = here;
export const { toNamespacedPath, dirname, basename, extname, format, parse, matchesGlob } = here;
export default here;
