// The package `@earendil-works/pi-ai/providers/all`: the models that the program has built in.

import { requireHost } from "pith:native/loader";
import { ask } from "../../api/bridge.js";
import { findEnvKeys, getModel, getModels, getProviders, stream, streamSimple } from "./ask.js";

export const getBuiltinModel = getModel;
export const getBuiltinModels = getModels;
export const getBuiltinProviders = getProviders;
export const getAllBuiltinModels = () => getModels();
export const getBuiltinImageModels = () => [];
export const getBuiltinImageModel = () => undefined;
export const getBuiltinClassifierModels = () => [];
export const getBuiltinClassifierModel = () => undefined;
/** The models come with the program, and say no time of their own. */
export const getBuiltinModelDataGeneratedAt = () => undefined;

const collection = () => requireHost("pith:js/host/pi-ai/collection.js");
const auth = () => requireHost("pith:js/host/pi-ai/auth.js");

/** One for each provider that the program knows; its requests go over the program's wires. */
export function builtinProviders() {
  return getProviders().map((id) => {
    const name = ask("provider.name", { name: id }) ?? id;
    const key = { ...auth().envApiKeyAuth(`${name} API key`, findEnvKeys(id) ?? []), check: undefined };
    return collection().createProvider({ id, name, auth: { apiKey: key }, models: getModels(id), api: { stream, streamSimple } });
  });
}
export function builtinModels(options) {
  const models = collection().createModels(options);
  for (const provider of builtinProviders()) models.setProvider(provider);
  return models;
}
export { radiusProvider } from "./absent.js";
