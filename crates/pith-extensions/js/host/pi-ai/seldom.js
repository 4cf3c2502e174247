// What few extensions use: the names are here, their code is loaded when one of them is used.

import { requireHost } from "pith:native/loader";

/** A function, or a class that can be made and derived from. */
function later(file, name) {
  const real = () => requireHost(`pith:js/host/pi-ai/${file}.js`)[name];
  const stand = new Proxy(function later() {}, {
    apply: (_target, self, args) => Reflect.apply(real(), self, args),
    construct: (_target, args, made) => Reflect.construct(real(), args, made === stand ? real() : made),
    get: (_target, key) => real()[key],
    has: (_target, key) => key in real(),
    getPrototypeOf: () => Object.getPrototypeOf(real()),
  });
  return stand;
}

/** What a file has, by name. */
const from = (file) => new Proxy({}, { get: (_target, name) => later(file, name) });

export const { formatUserAgent, getAttributionHeaders, getClientVersion, getIdentityHeaders, getOpenCodeSessionHeaders, mergeClientIdentity } = from("attribution");
export const { defaultProviderAuthContext, envApiKeyAuth, InMemoryCredentialStore, InMemoryModelsStore, lazyOAuth } = from("auth");
export const { evaluateCacheWarming, getCacheWarmingDelayMs, getCacheWarmingRequestOptions, getPromptCacheTtlMs, isCacheWarmingReplayable } = from("cache-warming");
export const { createModels, createProvider, withClientIdentity } = from("collection");
export const { createFauxCore, fauxProvider, registerFauxProvider } = from("faux");
export const { generateImages, generateImagesOpenRouter, getImagesApiProvider } = from("images");
export const { lazyApi, lazyStream } = from("lazy");
export const { retryAssistantCall } = from("retry");
export const { cleanupSessionResources, registerSessionResourceCleanup } = from("session-resources");
export const { StreamingJsonParser, ToolCallArgumentsStream } = from("streaming-json");

const schema = () => requireHost("pith:js/host/pi-ai/telemetry.js").AI_TELEMETRY_SCHEMA;
export const AI_TELEMETRY_SCHEMA = new Proxy({}, {
  get: (_target, key) => schema()[key],
  has: (_target, key) => key in schema(),
  ownKeys: () => Reflect.ownKeys(schema()),
  getOwnPropertyDescriptor: (_target, key) => ({ value: schema()[key], enumerable: true, configurable: true }),
});
