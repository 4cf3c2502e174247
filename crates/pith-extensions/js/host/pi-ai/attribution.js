// Who requests say that they come from: the `User-Agent`, and what some providers list programs by.

import { PI_AI_VERSION } from "./constants.js";

/** Field by field; what is undefined leaves what an earlier one said. */
export function mergeClientIdentity(...sources) {
  const given = sources.filter((source) => source !== undefined);
  if (given.length === 0) return undefined;
  const merged = {};
  for (const source of given) for (const [field, value] of Object.entries(source)) if (value !== undefined) merged[field] = value;
  return merged;
}

export const getClientVersion = (identity) => identity?.version ?? PI_AI_VERSION;

export function formatUserAgent(identity) {
  const mode = identity?.userAgent ?? "detailed";
  if (mode === "short") return "pi";
  if (typeof mode === "object") return mode.custom;
  const { platform, arch, versions } = globalThis.process;
  return `pi/${getClientVersion(identity)} (${platform}; node/v${versions.node}; ${arch})`;
}

const hosts = { openrouter: "openrouter.ai", nvidia: "integrate.api.nvidia.com", opencode: "opencode.ai" };

/** Whose endpoint it is: by the provider's name, or by where its requests go. */
function vendorOf({ provider, baseUrl }) {
  if (provider === "opencode-go") return "opencode";
  if (Object.hasOwn(hosts, provider)) return provider;
  const host = globalThis.URL.canParse(baseUrl) ? new globalThis.URL(baseUrl).hostname : "";
  return Object.keys(hosts).find((vendor) => hosts[vendor] === host);
}

export function getAttributionHeaders(target, identity) {
  const who = identity?.attribution;
  if (!who) return {};
  switch (vendorOf(target)) {
    case "openrouter":
      return {
        "HTTP-Referer": who.url,
        "X-OpenRouter-Title": who.name,
        ...(who.categories?.length ? { "X-OpenRouter-Categories": who.categories.join(",") } : {}),
      };
    case "nvidia":
      return { "X-BILLING-INVOKE-ORIGIN": who.name.charAt(0).toUpperCase() + who.name.slice(1) };
    case "opencode":
      return { "x-opencode-client": who.name };
    default:
      return {};
  }
}

export function getOpenCodeSessionHeaders(target, sessionId) {
  return sessionId && vendorOf(target) === "opencode" ? { "x-opencode-session": sessionId } : undefined;
}

export const getIdentityHeaders = (target, identity) => ({ "User-Agent": formatUserAgent(identity), ...getAttributionHeaders(target, identity) });
