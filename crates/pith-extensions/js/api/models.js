// The models there are, their keys, and a way to ask them.

import { ask, later } from "./bridge.js";
import { answer } from "./answers.js";
import { registerProvider, unregisterProvider } from "./providers.js";

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
  now("findOfType", "models.find", (provider, id, type) => ({ provider, id, type }));
  now("getModelOfType", "models.find", (provider, id, type) => ({ provider, id, type }));
  now("getModelsOfType", "models.all", (type) => ({ type }));
  now("getAvailableOfType", "models.available", (type) => ({ type }));
  now("hasConfiguredAuth", "models.ready", named);
  now("getProvider", "provider.get", (name) => ({ name }));
  now("getProviderAuth", "provider.auth", (name) => ({ name }));
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
  models.getApiKeyAndHeaders = (model) => later("models.key", named(model));
  models.getApiKeyForProvider = (name) => later("provider.key", { name });
  models.refresh = () => later("models.refresh");
  models.complete = (model, context, options = {}) => {
    const { signal, ...rest } = options;
    return later("llm.complete", { model: named(model), context, options: rest }, { signal });
  };
  models.stream = (model, context, options = {}) => {
    record.assertInForce();
    return answer({ model: named(model) }, model, context, options);
  };
  models.streamSimple = models.stream;
  models.classify = () => Promise.reject(new Error("there are no classifiers here"));
  models.generateImages = () => Promise.reject(new Error("there are no image models here"));
  return models;
}
