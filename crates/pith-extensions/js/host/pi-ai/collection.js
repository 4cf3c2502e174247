// Collections of providers that an extension makes itself: which models they have, whose key a request carries, and who answers.

import { requireHost } from "pith:native/loader";
import { mergeClientIdentity } from "./attribution.js";
import { InMemoryCredentialStore, InMemoryModelsStore } from "./auth.js";
import { noImages } from "./images.js";
import { lazyStream } from "./lazy.js";
import { getModelType, ModelsError } from "./models.js";
import { normalizeContext } from "./transcript.js";

const TYPES = ["chat", "image", "classifier"];
const merged = (...headers) => {
  const given = headers.filter(Boolean);
  return given.length ? Object.assign({}, ...given) : undefined;
};
const unclassified = (model, error) => ({
  api: model.api, provider: model.provider, model: model.id, answers: {}, stopReason: "error", errorMessage: error, timestamp: Date.now(),
});

export function createProvider({ id, name = id, baseUrl, headers, auth, models, fetchModels, filterModels, filterAllModels, api, images, classifiers }) {
  const filled = (map) => map !== undefined && Object.keys(map).length > 0;
  const one = typeof api?.stream === "function" ? api : undefined;
  if (!one && !filled(api) && !filled(images) && !filled(classifiers)) {
    throw new Error(`Provider ${id}: at least one of "api", "images", or "classifiers" is required.`);
  }
  let fetched = [];
  const all = () => [...models.map((model) => fetched.find((other) => same(other, model)) ?? model), ...fetched.filter((model) => !models.some((other) => same(other, model)))];
  const same = (a, b) => a.id === b.id && getModelType(a) === getModelType(b);
  const streams = (model) => {
    const found = one ?? api?.[model.api];
    if (!found) throw new Error(`Provider ${id} has no API implementation for "${model.api}"`);
    return found;
  };
  const through = (method) => (model, context, options) => {
    const run = () => {
      const found = streams(model);
      if (typeof found[method] !== "function") throw new Error("API does not support deferred responses");
      return found[method](model, context, options);
    };
    try {
      return run();
    } catch (error) {
      return lazyStream(model, () => Promise.reject(error), undefined, options?.signal);
    }
  };
  async function refreshModels(context) {
    const known = (list) => list.filter((model) => TYPES.includes(getModelType(model)));
    if (context.stored) fetched = known([...context.stored.models]);
    if (!context.allowNetwork) return;
    const next = known([...(await fetchModels(context))]);
    context.signal?.throwIfAborted();
    await context.publish({ persist: { models: next, checkedAt: Date.now() }, update: () => void (fetched = next) });
  }
  const provider = {
    id, name, baseUrl, headers, auth,
    getModels: () => all().filter((model) => getModelType(model) === "chat"),
    getAllModels: all,
    refreshModels: fetchModels && refreshModels,
    filterModels, filterAllModels,
    stream: through("stream"),
    streamSimple: through("streamSimple"),
  };
  const parts = one ? [one] : Object.values(api ?? {});
  if (parts.some((part) => part.fetchDeferred)) provider.fetchDeferred = through("fetchDeferred");
  if (parts.some((part) => part.cancelDeferred)) {
    provider.cancelDeferred = async (model, ...rest) => streams(model).cancelDeferred?.(model, ...rest);
  }
  if (filled(images)) {
    provider.generateImages = async (model, ...rest) =>
      images[model.api]?.generateImages(model, ...rest) ?? noImages(model, `Provider ${id} has no API implementation for "${model.api}"`);
  }
  if (filled(classifiers)) {
    provider.classify = async (model, ...rest) =>
      classifiers[model.api]?.classify(model, ...rest) ?? unclassified(model, `Provider ${id} has no API implementation for "${model.api}"`);
  }
  return provider;
}

class Collection {
  #providers = new Map();
  #credentials;
  #stored;
  #context;
  #identity;

  constructor({ credentials = new InMemoryCredentialStore(), modelsStore = new InMemoryModelsStore(), authContext, identity } = {}) {
    this.#credentials = credentials;
    this.#stored = modelsStore;
    this.#context = authContext ?? requireHost("pith:js/host/pi-ai/auth.js").defaultProviderAuthContext();
    this.#identity = identity;
  }

  setProvider(provider) {
    this.#providers.set(provider.id, provider);
  }
  deleteProvider(id) {
    this.#providers.delete(id);
  }
  clearProviders() {
    this.#providers.clear();
  }
  getProviders() {
    return [...this.#providers.values()];
  }
  getProvider(id) {
    return this.#providers.get(id);
  }

  #of(id) {
    return id === undefined ? this.getProviders() : this.getProviders().filter((provider) => provider.id === id);
  }
  getAllModels(provider) {
    return this.#of(provider).flatMap((one) => {
      try {
        return (one.getAllModels ?? one.getModels).call(one);
      } catch {
        return [];
      }
    });
  }
  getModelsOfType(type, provider) {
    return this.getAllModels(provider).filter((model) => getModelType(model) === type);
  }
  getModels(provider) {
    return this.getModelsOfType("chat", provider);
  }
  getModelOfType(type, provider, id) {
    return this.getModelsOfType(type, provider).find((model) => model.id === id);
  }
  getModel(provider, id) {
    return this.getModelOfType("chat", provider, id);
  }

  async #credential(id, signal) {
    try {
      return await this.#credentials.read(id, { signal });
    } catch (error) {
      throw new ModelsError("auth", `The credential store failed for ${id}: ${error.message}`, { cause: error });
    }
  }
  async checkAuth(id, { signal = new AbortController().signal } = {}) {
    const provider = this.#providers.get(id);
    if (!provider) return undefined;
    const credential = await this.#credential(id, signal);
    if (credential?.type === "oauth") return provider.auth.oauth && { source: "OAuth", type: "oauth" };
    const { apiKey } = provider.auth;
    if (!apiKey) return undefined;
    if (apiKey.check) return apiKey.check({ ctx: this.#context, credential, signal });
    const found = await apiKey.resolve({ ctx: this.#context, credential, signal });
    return found && { source: found.source, type: "api_key" };
  }
  /** One refresh at a time: the store has others wait. */
  async #fresh(provider, credential, signal) {
    const expired = (one) => one?.type === "oauth" && Date.now() >= one.expires;
    if (!expired(credential)) return credential;
    try {
      return await this.#credentials.modify(
        provider.id,
        async (current) => (expired(current) ? { ...(await provider.auth.oauth.refresh(current, signal)), type: "oauth" } : undefined),
        { signal },
      );
    } catch (error) {
      throw new ModelsError("oauth", `OAuth refresh failed for ${provider.id}: ${error.message}`, { cause: error });
    }
  }
  async getAuth(asked, { signal = new AbortController().signal } = {}) {
    const model = typeof asked === "string" ? undefined : asked;
    const provider = this.#providers.get(model?.provider ?? asked);
    if (!provider) return undefined;
    const stored = await this.#credential(provider.id, signal);
    let found;
    if (stored?.type === "oauth") {
      if (!provider.auth.oauth) return undefined;
      const credential = await this.#fresh(provider, stored, signal);
      if (credential?.type !== "oauth") return undefined;
      found = { auth: await provider.auth.oauth.toAuth(credential), source: "OAuth" };
    } else {
      try {
        found = await provider.auth.apiKey?.resolve({ ctx: this.#context, credential: stored, signal });
      } catch (error) {
        throw new ModelsError("auth", `The key of ${provider.id} cannot be had: ${error.message}`, { cause: error });
      }
    }
    const headers = model && merged(model.headers, found?.auth.headers);
    return found && headers ? { ...found, auth: { ...found.auth, headers } } : found;
  }

  async #ready(id, options) {
    const providers = this.#of(id);
    const checks = await Promise.all(providers.map((provider) => this.checkAuth(provider.id, options)));
    return providers.filter((_, at) => checks[at]);
  }
  async getAllAvailable(id, options) {
    const lists = (await this.#ready(id, options)).map(async (provider) => {
      const models = this.getAllModels(provider.id);
      const credential = await this.#credential(provider.id);
      if (provider.filterAllModels) return provider.filterAllModels(models, credential);
      if (!provider.filterModels) return models;
      const kept = provider.filterModels(models.filter((model) => getModelType(model) === "chat"), credential);
      return models.filter((model) => getModelType(model) !== "chat" || kept.includes(model));
    });
    return (await Promise.all(lists)).flat();
  }
  async getAvailableOfType(type, id, options) {
    return (await this.getAllAvailable(id, options)).filter((model) => getModelType(model) === type);
  }
  getAvailable(id, options) {
    return this.getAvailableOfType("chat", id, options);
  }

  async login(id, type, interaction, options) {
    const provider = this.#providers.get(id);
    if (!provider) throw new ModelsError("provider", `Unknown provider: ${id}`);
    const way = type === "oauth" ? provider.auth.oauth : provider.auth.apiKey;
    if (typeof way?.login !== "function") throw new ModelsError("auth", `${provider.name} does not support ${type} login`);
    const signal = interaction.signal ?? new AbortController().signal;
    const asked = { signal, prompt: (prompt) => interaction.prompt(prompt), notify: (event) => interaction.notify(event) };
    const credential = await way.login(asked, options);
    signal.throwIfAborted();
    return this.#credentials.modify(id, async () => credential, { signal });
  }
  async logout(id, options) {
    await this.#credentials.delete(id, options);
  }

  async refresh({ allowNetwork = true, providers, force, signal = new AbortController().signal } = {}) {
    const errors = new Map();
    const wanted = this.getProviders().filter((provider) => provider.refreshModels && (!providers || providers.includes(provider.id)));
    await Promise.all(wanted.map(async (provider) => {
      try {
        if (!(await this.checkAuth(provider.id, { signal }))) return;
        let credential = await this.#credential(provider.id, signal);
        if (allowNetwork && provider.refreshModelsAuth !== "configured") credential = await this.#fresh(provider, credential, signal);
        if (provider.refreshModelsAuth === "configured") credential = undefined;
        const stored = await this.#stored.read(provider.id, { signal });
        const publish = async ({ persist, update } = {}) => {
          if (signal.aborted || this.#providers.get(provider.id) !== provider) return false;
          if (persist === null) await this.#stored.delete(provider.id, { signal });
          else if (persist) await this.#stored.write(provider.id, persist, { signal });
          update?.();
          return true;
        };
        await provider.refreshModels({ credential, stored, publish, allowNetwork, force, signal, baseUrl: provider.baseUrl });
      } catch (error) {
        if (!signal.aborted) errors.set(provider.id, error instanceof Error ? error : new Error(String(error)));
      }
    }));
    return { aborted: signal.aborted, errors };
  }

  /** Who answers, with the key, headers and address that the request has then. */
  async #addressed(model, { transformHeaders, ...options } = {}) {
    const provider = this.#providers.get(model.provider);
    if (!provider) throw new Error(`Unknown provider: ${model.provider}`);
    const own = options.apiKey !== undefined;
    const found = await this.getAuth(model, { signal: options.signal });
    if (!found && !own) throw new Error(`Provider is not configured: ${model.provider}`);
    const headers = merged(provider.headers, model.headers, found?.auth.headers, options.headers);
    const identity = mergeClientIdentity(this.#identity, options.identity);
    const asked = {
      ...options,
      ...(identity === undefined ? {} : { identity }),
      apiKey: options.apiKey ?? found?.auth.apiKey,
      headers: transformHeaders ? await transformHeaders(headers ?? {}) : headers,
      env: merged(found?.env, options.env),
    };
    const baseUrl = found?.auth.baseUrl;
    return { provider, model: baseUrl ? { ...model, baseUrl } : model, options: asked };
  }
  #answer(method, model, subject, options) {
    return lazyStream(model, async () => {
      const asked = await this.#addressed(model, options);
      if (typeof asked.provider[method] !== "function") throw new Error("API does not support deferred responses");
      return asked.provider[method](asked.model, subject, asked.options);
    }, undefined, options?.signal);
  }
  stream(model, context, options) {
    return this.#answer("stream", model, normalizeContext(context), options);
  }
  streamSimple(model, context, options) {
    return this.#answer("streamSimple", model, normalizeContext(context), options);
  }
  complete(...args) {
    return this.stream(...args).result();
  }
  completeSimple(...args) {
    return this.streamSimple(...args).result();
  }
  streamDeferred(model, handle, options) {
    return this.#answer("fetchDeferred", model, handle, options);
  }
  fetchDeferred(...args) {
    return this.streamDeferred(...args).result();
  }
  async cancelDeferred(model, handle, options) {
    const asked = await this.#addressed(model, options);
    await asked.provider.cancelDeferred?.(asked.model, handle, asked.options);
  }
  async #operation(method, words, failed, model, subject, options) {
    try {
      const provider = this.#providers.get(model.provider);
      if (provider && typeof provider[method] !== "function") return failed(model, `Provider ${model.provider} does not support ${words}`);
      const asked = await this.#addressed(model, options);
      return await asked.provider[method](asked.model, subject, asked.options);
    } catch (error) {
      return failed(model, error instanceof Error ? error.message : String(error));
    }
  }
  generateImages(model, context, options) {
    return this.#operation("generateImages", "image generation", noImages, model, context, options);
  }
  classify(model, context, options) {
    return this.#operation("classify", "classification", unclassified, model, context, options);
  }
}

export const createModels = (options) => new Collection(options);

/** Where the options stand among the arguments of what makes a request. */
const REQUESTS = new Set([
  "stream", "complete", "streamSimple", "completeSimple", "streamDeferred", "fetchDeferred", "cancelDeferred", "generateImages", "classify",
]);

/** The same collection with an identity that its requests have. */
export const withClientIdentity = (models, identity) =>
  new Proxy(models, {
    get(target, key) {
      const member = target[key];
      if (typeof member !== "function") return member;
      if (!REQUESTS.has(key)) return member.bind(target);
      return (model, subject, options = {}) => member.call(target, model, subject, { ...options, identity: mergeClientIdentity(identity, options.identity) });
    },
  });
