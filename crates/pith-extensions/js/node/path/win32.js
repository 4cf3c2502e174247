// `node:path/win32`.

import { win32 } from "../path.js";

export default win32;
export const {
  sep, delimiter, normalize, join, resolve, isAbsolute, relative, toNamespacedPath, dirname, basename, extname, format, parse, matchesGlob,
} = win32;
export const { posix } = win32;
export { win32 };
