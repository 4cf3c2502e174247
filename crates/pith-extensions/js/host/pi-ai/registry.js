// Streams by the wire that a model names: those of the program, and those that extensions register.

import { normalizeContext } from "./transcript.js";

/** @type {Map<string, { provider: object, source: string | undefined }>} */
const registered = new Map();
const images = new Map();

/** Refuses models of another wire. */
const checked = (api, run) => (model, ...rest) => {
  if (model.api !== api) throw new Error(`Mismatched api: ${model.api} expected ${api}`);
  return run(model, ...rest);
};

export function registerApiProvider({ api, stream, streamSimple }, sourceId) {
  const bound = (run) => checked(api, (model, context, options) => run(model, context, options));
  registered.set(api, { source: sourceId, provider: { api, stream: bound(stream), streamSimple: bound(streamSimple) } });
}
export function unregisterApiProviders(sourceId) {
  for (const [api, { source }] of registered) if (source === sourceId) registered.delete(api);
}
export const unregisterApi = (api) => registered.delete(api);
export const resetApiProviders = () => registered.clear();
/** What the program has itself is there at any time, behind what is registered. */
export const registerBuiltInApiProviders = () => {};
export const ownApi = (api) => registered.get(api)?.provider;
export const ownApis = () => [...registered.values()].map(({ provider }) => provider);

/** The stream of a registered wire, or undefined where none is. */
export function ownStream(method, model, context, options) {
  const provider = registered.get(model.api)?.provider;
  return provider?.[method](model, normalizeContext(context), options);
}

export function registerImagesApiProvider({ api, generateImages }, sourceId) {
  images.set(api, { source: sourceId, provider: { api, generateImages: checked(api, generateImages) } });
}
export const ownImages = (api) => images.get(api)?.provider;
