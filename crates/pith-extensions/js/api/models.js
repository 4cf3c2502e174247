// The models there are, their keys, and a way to ask them.

import { requireHost } from "pith:native/loader";
import { ask, later } from "./bridge.js";
import { answer } from "./answers.js";
import { registerProvider, registerVirtualModel, unregisterProvider, unregisterVirtualModel } from "./providers.js";

/** @param {import("./record.js").Record} record */
export function makeModels(record) {
  const models = {};
  const now = (name, method, args = () => ({})) => {
    models[name] = (...given) => {
      record.assertInForce();
      return ask(method, args(...given));
    };
  };
  const named = (model) => ({ provider: model?.provider, id: model?.id });
  now("getAll", "models.all");
  now("getAvailable", "models.available");
  now("find", "models.find", (provider, id) => ({ provider, id }));
  now("findOfType", "models.find", (type, provider, id) => ({ provider, id, type }));
  now("getModelOfType", "models.find", (type, provider, id) => ({ provider, id, type }));
  const allOf = (method) => (type, provider) => {
    record.assertInForce();
    return ask(method, { type }).filter((model) => provider === undefined || model.provider === provider);
  };
  models.getModelsOfType = allOf("models.all");
  models.getAvailableOfType = async (type, provider) => allOf("models.available")(type, provider);
  now("hasConfiguredAuth", "models.ready", named);
  models.getProvider = (name) => {
    record.assertInForce();
    const known = ask("provider.get", { name });
    if (!known) return undefined;
    const { models: list, ...provider } = known;
    const [getModels, stream] = [() => [...list], (model, context, options) => models.stream(model, context, options)];
    return { ...provider, auth: { apiKey: { name: "API key" } }, getModels, getAllModels: getModels, stream, streamSimple: stream };
  };
  models.getProviderAuth = async (name) => {
    const apiKey = await models.getApiKeyForProvider(name);
    return apiKey === undefined || apiKey === null ? undefined : { auth: { apiKey }, source: "configured API key" };
  };
  now("getProviderAuthStatus", "provider.status", (name) => ({ name }));
  now("getProviderDisplayName", "provider.name", (name) => ({ name }));
  now("isUsingOAuth", "provider.oauth", named);
  now("getError", "models.error");
  now("getRegisteredProviderIds", "provider.registered");
  const own = (name, native) => {
    const found = record.providers.get(name);
    return found?.native === native ? found.config : undefined;
  };
  models.getRegisteredProviderConfig = (name) => own(name, false);
  models.getRegisteredNativeProvider = (name) => own(name, true);
  models.registerProvider = (nameOrProvider, config) => registerProvider(record, nameOrProvider, config);
  models.unregisterProvider = (name) => unregisterProvider(record, name);
  models.registerVirtualModel = (definition) => registerVirtualModel(record, definition);
  models.unregisterVirtualModel = (provider, id) => unregisterVirtualModel(record, provider, id);
  models.getApiKeyAndHeaders = async (model) => {
    const { headers, ...answer } = await later("models.key", named(model));
    return headers && Object.keys(headers).length ? { ...answer, headers } : answer;
  };
  models.getApiKeyForProvider = (name) => later("provider.key", { name });
  models.refresh = async () => {
    await later("models.refresh");
    return { aborted: false, errors: new Map() };
  };
  models.complete = (model, context, options = {}) => {
    const { signal, ...rest } = options;
    return later("llm.complete", { model: named(model), context, options: rest }, { signal });
  };
  models.stream = (model, context, options = {}) => {
    record.assertInForce();
    return answer({ model: named(model) }, model, context, options);
  };
  models.streamSimple = models.stream;
  /** What goes wrong is said in the answer. */
  const operation = (nothing) => async (model, context, { signal, ...options } = {}) => {
    try {
      record.assertInForce();
      const known = ask("models.find", { provider: model.provider, id: model.id, type: model.type });
      if (known === undefined && model.api === "openrouter-images") return await overOpenRouter(model, context, { ...options, signal });
      return await later("models.operate", { model, context, options }, { signal });
    } catch (error) {
      const stopReason = signal?.aborted ? "aborted" : "error";
      return { api: model.api, provider: model.provider, model: model.id, ...nothing, stopReason, errorMessage: error.message, timestamp: Date.now() };
    }
  };
  /** A wire of the program's own; the key is that of the provider. */
  async function overOpenRouter(model, context, options) {
    const apiKey = options.apiKey ?? (await later("provider.key", { name: model.provider }));
    return requireHost("pith:js/host/pi-ai/images.js").generateImagesOpenRouter(model, context, { ...options, apiKey });
  }
  models.classify = operation({ answers: {} });
  models.generateImages = operation({ output: [] });
  return models;
}
