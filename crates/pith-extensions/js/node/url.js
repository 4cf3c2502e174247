// `node:url`: the web's addresses, file addresses, and the old parser.

import { domainToASCII, domainToUnicode } from "pith:native/url";
import { URL, URLSearchParams } from "../globals/url.js";
import { toPath, toUrl } from "./url/file.js";
import querystring from "./querystring.js";

export { URL, URLSearchParams, domainToASCII, domainToUnicode };
export const fileURLToPath = toPath;
export const pathToFileURL = toUrl;

export function urlToHttpOptions(url) {
  const out = {
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    hash: url.hash, search: url.search, pathname: url.pathname, path: `${url.pathname}${url.search}`, href: url.href,
  };
  if (url.port !== "") out.port = Number(url.port);
  if (url.username || url.password) out.auth = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return out;
}

export class Url {
  constructor() {
    Object.assign(this, {
      protocol: null, slashes: null, auth: null, host: null, port: null, hostname: null, hash: null, search: null, query: null, pathname: null, path: null, href: null,
    });
  }
  format() {
    return format(this);
  }
  resolve(relative) {
    return resolve(this.format(), relative);
  }
}

/** The old parser: every part may be null. */
export function parse(text, withQuery = false, slashesDenoteHost = false) {
  const out = new Url();
  const match = /^([a-zA-Z][a-zA-Z0-9+.-]*:)?(\/\/)?([^/?#]*@)?([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text.trim());
  if (!match) return out;
  let [, protocol, slashes, auth, host, pathname, search, hash] = match;
  const bare = protocol && !slashes;
  if (!slashes || (!protocol && !slashesDenoteHost)) {
    pathname = `${!protocol && slashes ? "//" : ""}${auth ?? ""}${host ?? ""}${pathname ?? ""}`;
    [auth, host] = [undefined, undefined];
    slashes = bare ? undefined : slashes && slashesDenoteHost ? slashes : undefined;
  }
  out.protocol = protocol?.toLowerCase() ?? null;
  out.slashes = slashes ? true : null;
  out.auth = auth ? decodeURIComponent(auth.slice(0, -1)) : null;
  if (host !== undefined && slashes) {
    const at = /^(.*?)(?::(\d+))?$/.exec(host.toLowerCase());
    out.host = host.toLowerCase();
    out.hostname = at[1].replace(/^\[(.*)\]$/, "$1");
    out.port = at[2] ?? null;
  }
  out.hash = hash ?? null;
  out.search = search ?? (withQuery ? "" : null);
  out.query = withQuery ? querystring.parse((search ?? "").slice(1)) : (search?.slice(1) ?? null);
  out.pathname = pathname || (out.slashes ? "/" : null);
  out.path = out.pathname !== null || search ? `${out.pathname ?? ""}${search ?? ""}` : null;
  out.href = format(out);
  return out;
}

export function format(address, options = {}) {
  if (typeof address === "string") return parse(address).href;
  if (address instanceof URL) {
    const { auth = true, fragment = true, search = true } = options;
    const copy = new URL(address.href);
    if (!auth) copy.username = copy.password = "";
    if (!fragment) copy.hash = "";
    if (!search) copy.search = "";
    return copy.href;
  }
  const { auth, hash, slashes } = address;
  let protocol = address.protocol ?? "";
  if (protocol && !protocol.endsWith(":")) protocol += ":";
  let host = "";
  if (address.host) host = address.host;
  else if (address.hostname) {
    host = address.hostname.includes(":") ? `[${address.hostname}]` : address.hostname;
    if (address.port) host += `:${address.port}`;
  }
  if (auth && host) host = `${encodeURIComponent(auth).replace(/%3A/i, ":")}@${host}`;
  let search = address.search ?? "";
  if (!search && address.query && typeof address.query === "object") {
    const query = querystring.stringify(address.query);
    search = query ? `?${query}` : "";
  }
  if (search && !search.startsWith("?")) search = `?${search}`;
  let pathname = address.pathname ?? "";
  const slashed = slashes || (["http:", "https:", "ftp:", "file:", "ws:", "wss:"].includes(protocol) && host !== "");
  if (slashed) {
    if (pathname && !pathname.startsWith("/")) pathname = `/${pathname}`;
    host = `//${host}`;
  }
  const fragment = hash ? (hash.startsWith("#") ? hash : `#${hash}`) : "";
  return `${protocol}${host}${pathname.replace(/[?#]/g, encodeURIComponent)}${search.replaceAll("#", "%23")}${fragment}`;
}

export function resolve(from, to) {
  const base = new URL(from, "resolve://x");
  const address = new URL(to, base);
  if (address.protocol !== "resolve:") return address.href;
  const text = `${address.pathname}${address.search}${address.hash}`;
  return from.startsWith("/") || to.startsWith("/") ? text : text.slice(1);
}

export const resolveObject = (from, to) => parse(resolve(format(from), to));

export default { URL, URLSearchParams, Url, domainToASCII, domainToUnicode, fileURLToPath, pathToFileURL, urlToHttpOptions, parse, format, resolve, resolveObject };
