// `node:dns/promises`: addresses of a host, by the system's resolver.

import { lookup as lookupNative } from "pith:native/dns";
import { missing } from "../../runtime/missing.js";
import { isIP } from "../net.js";

/** One address, or all of them; `family` keeps those of one kind. */
export async function lookup(hostname, options = {}) {
  const { family = 0, all = false } = typeof options === "number" ? { family: options } : options;
  const wanted = { IPv4: 4, IPv6: 6 }[family] ?? family;
  const addresses = isIP(hostname) ? [hostname] : await lookupNative(hostname);
  const found = addresses.map((address) => ({ address, family: isIP(address) })).filter((one) => !wanted || one.family === wanted);
  if (found.length === 0) {
    throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: "ENOTFOUND", syscall: "getaddrinfo", hostname });
  }
  return all ? found : found[0];
}

const family = (kind) => async (hostname) => (await lookup(hostname, { family: kind, all: true })).map((one) => one.address);
export const resolve4 = family(4);
export const resolve6 = family(6);
export const resolve = (hostname, type = "A") => (type === "AAAA" ? resolve6(hostname) : type === "A" ? resolve4(hostname) : missing("dns", `resolve of ${type}`)());
export const reverse = missing("dns", "reverse");
export const resolveTxt = missing("dns", "resolveTxt");
export const resolveMx = missing("dns", "resolveMx");
export default { lookup, resolve, resolve4, resolve6, resolveMx, resolveTxt, reverse };
