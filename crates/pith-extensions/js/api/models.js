// The models there are, their keys, and a way to ask them.

import { ask, later } from "./bridge.js";

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
  now("getRegisteredProviderConfig", "provider.config", (name) => ({ name }));
  models.getRegisteredNativeProvider = (name) => record.providers.get(name)?.native;
  models.getApiKeyAndHeaders = (model) => later("models.key", named(model));
  models.getApiKeyForProvider = (name) => later("provider.key", { name });
  models.refresh = () => later("models.refresh");
  models.complete = (model, context, options = {}) => {
    const { signal, ...rest } = options;
    return later("llm.complete", { model: named(model), context, options: rest }, { signal });
  };
  models.stream = (model, context, options = {}) => stream(model, context, options);
  models.streamSimple = models.stream;
  models.classify = () => Promise.reject(new Error("there are no classifiers here"));
  models.generateImages = () => Promise.reject(new Error("there are no image models here"));
  return models;

  function stream(model, context, { signal, ...options }) {
    record.assertInForce();
    const waiting = [];
    const events = [];
    let over = false;
    const push = (event) => (waiting.length ? waiting.shift()({ value: event, done: false }) : events.push(event));
    const result = later("llm.stream", { model: named(model), context, options }, { signal, onEvent: push });
    const end = () => {
      over = true;
      for (const wake of waiting.splice(0)) wake({ value: undefined, done: true });
    };
    result.then(end, end);
    return {
      result: () => result,
      [Symbol.asyncIterator]: () => ({
        next: () => {
          if (events.length) return Promise.resolve({ value: events.shift(), done: false });
          if (over) return Promise.resolve({ value: undefined, done: true });
          return new Promise((resolve) => waiting.push(resolve));
        },
        return: () => Promise.resolve({ value: undefined, done: true }),
      }),
    };
  }
}
