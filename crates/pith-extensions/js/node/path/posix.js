// `node:path/posix`.

import { posix } from "../path.js";

export default posix;
export const {
  sep, delimiter, normalize, join, resolve, isAbsolute, relative, toNamespacedPath, dirname, basename, extname, format, parse, matchesGlob,
} = posix;
export const { win32 } = posix;
export { posix };
