// Keys: where they come from, and stores that keep them for as long as the extension runs.

import { requireHost } from "pith:native/loader";

export const defaultProviderAuthContext = () => ({
  env: async (name) => globalThis.process.env[name] || undefined,
  async fileExists(path) {
    const [{ access }, { homedir }] = [requireHost("fs/promises"), requireHost("os")];
    const whole = path === "~" || path.startsWith("~/") ? homedir() + path.slice(1) : path;
    return access(whole).then(() => true, () => false);
  },
});

export const envApiKeyAuth = (name, envVars) => ({
  name,
  async login(interaction) {
    interaction.signal?.throwIfAborted();
    const key = await interaction.prompt({ type: "secret", message: `Enter ${name}` });
    return { type: "api_key", key };
  },
  async resolve({ ctx, credential }) {
    if (credential?.key) return { auth: { apiKey: credential.key }, env: credential.env, source: "stored credential" };
    for (const variable of envVars) {
      const key = await ctx.env(variable);
      if (key) return { auth: { apiKey: key }, source: variable };
    }
    return undefined;
  },
});

export function lazyOAuth({ name, isSubscription, loginLabel, load }) {
  let loaded;
  const real = () => (loaded ??= Promise.resolve(load()).catch((error) => {
    loaded = undefined;
    throw error;
  }));
  return {
    name,
    isSubscription,
    loginLabel,
    login: async (interaction, options) => (await real()).login(interaction, options),
    refresh: async (credential, signal) => (await real()).refresh(credential, signal),
    toAuth: async (credential) => (await real()).toAuth(credential),
  };
}

/** Credentials by provider; those who change one wait for each other. */
export class InMemoryCredentialStore {
  #credentials = new Map();
  #turns = new Map();

  #inTurn(provider, signal, work) {
    const before = this.#turns.get(provider) ?? Promise.resolve();
    const done = before.then(() => {
      signal?.throwIfAborted();
      return work();
    });
    this.#turns.set(provider, done.catch(() => {}));
    return done;
  }
  async read(provider, { signal } = {}) {
    signal?.throwIfAborted();
    return this.#credentials.get(provider);
  }
  async list({ signal } = {}) {
    signal?.throwIfAborted();
    return [...this.#credentials].map(([providerId, { type }]) => ({ providerId, type }));
  }
  async modify(provider, change, { signal } = {}) {
    return this.#inTurn(provider, signal, async () => {
      const next = await change(this.#credentials.get(provider));
      if (next !== undefined) this.#credentials.set(provider, next);
      return this.#credentials.get(provider);
    });
  }
  async delete(provider, { signal } = {}) {
    await this.#inTurn(provider, signal, () => void this.#credentials.delete(provider));
  }
}

/** Catalogues by provider; what goes in and comes out are copies. */
export class InMemoryModelsStore {
  #entries = new Map();

  async read(provider, { signal } = {}) {
    signal?.throwIfAborted();
    const entry = this.#entries.get(provider);
    return entry && structuredClone(entry);
  }
  async write(provider, entry, { signal } = {}) {
    signal?.throwIfAborted();
    this.#entries.set(provider, structuredClone(entry));
  }
  async delete(provider, { signal } = {}) {
    signal?.throwIfAborted();
    this.#entries.delete(provider);
  }
}
