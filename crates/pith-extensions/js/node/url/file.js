// File addresses and paths, each from the other.

import { coded, invalidArgType } from "../errors.js";
import * as path from "../path.js";

/** The path of a `file:` address. */
export function toPath(url) {
  const address = typeof url === "string" ? new globalThis.URL(url) : url;
  if (!(address instanceof globalThis.URL) && typeof address?.href !== "string") throw invalidArgType("path", "of type string or an instance of URL", url);
  if (address.protocol !== "file:") throw coded(TypeError, "ERR_INVALID_URL_SCHEME", "The URL must be of scheme file");
  if (/%2f/i.test(address.pathname)) throw coded(TypeError, "ERR_INVALID_FILE_URL_PATH", "File URL path must not include encoded / characters");
  if (path.sep === "/") {
    if (address.hostname !== "") throw coded(TypeError, "ERR_INVALID_FILE_URL_HOST", `File URL host must be "localhost" or empty on linux`);
    return decodeURIComponent(address.pathname);
  }
  const text = decodeURIComponent(address.pathname).replaceAll("/", "\\");
  return address.hostname ? `\\\\${address.hostname}${text}` : text.slice(1);
}

/** The `file:` address of a path. */
export function toUrl(file) {
  let resolved = path.resolve(file);
  if (/[\\/]$/.test(file) && !resolved.endsWith(path.sep)) resolved += path.sep;
  const escaped = resolved
    .replaceAll("%", "%25").replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll("\t", "%09")
    .replaceAll("?", "%3F").replaceAll("#", "%23");
  const text = path.sep === "/" ? escaped.replaceAll("\\", "%5C") : escaped.replaceAll("\\", "/");
  return new globalThis.URL(`file://${text.startsWith("/") ? "" : "/"}${text}`);
}
