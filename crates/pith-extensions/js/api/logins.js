// Logins that extensions conduct: what their code asks goes to the person, what it gives is kept by the program.

import { ask, later } from "./bridge.js";

/** What a question comes to when the person gives up. */
const given = (answer) => {
  if (answer === undefined || answer === null) throw new Error("Login cancelled");
  return answer;
};

/** What is asked and told of one login. */
function personOf(login) {
  const question = (what, signal) => later("login.ask", { login, question: what }, { signal });
  const tell = (news) => void ask("login.tell", { login, news });
  return {
    text: ({ message, placeholder }, signal) => question({ kind: "text", message, placeholder }, signal),
    secret: ({ message }, signal) => question({ kind: "secret", message }, signal),
    choose: ({ message, options }, signal) => question({ kind: "choice", message, options: options.map(({ id, label }) => ({ id, label })) }, signal),
    page: ({ url, instructions }) => tell({ kind: "page", url, instructions }),
    code: ({ userCode, verificationUri }) => tell({ kind: "code", code: userCode, url: verificationUri }),
    progress: (message) => tell({ kind: "progress", message: String(message) }),
  };
}

/** The form of `registerProvider(name, { oauth })`. */
function callbacks(person, signal) {
  return {
    onAuth: (info) => person.page(info),
    onDeviceCode: (info) => person.code(info),
    onPrompt: async (prompt) => {
      const answer = given(await person.text(prompt, signal));
      if (answer === "" && !prompt.allowEmpty) throw new Error("Login cancelled");
      return answer;
    },
    onProgress: (message) => person.progress(message),
    onManualCodeInput: async () => given(await person.text({ message: "Paste the code, or the address that the page ended at" }, signal)),
    onSelect: async (prompt) => (await person.choose(prompt, signal)) ?? undefined,
    signal,
  };
}

/** The form of whole providers. */
function interaction(person, signal) {
  return {
    signal,
    async prompt(prompt) {
      const until = prompt.signal ? AbortSignal.any([signal, prompt.signal]) : signal;
      const ways = { secret: person.secret, select: person.choose };
      const answer = await (ways[prompt.type] ?? person.text)(prompt, until);
      until.throwIfAborted();
      return given(answer);
    },
    notify(event) {
      if (event.type === "auth_url") person.page(event);
      else if (event.type === "device_code") person.code(event);
      else if (event.type === "info") person.progress([event.message, ...(event.links ?? []).map(({ url, label }) => (label ? `${label}: ${url}` : url))].join("\n"));
      else person.progress(event.message);
    },
  };
}

/** What a provider has to say of logins; nothing when it has none. */
export function describeLogin({ oauth, auth }, native) {
  const way = native ? (auth?.oauth ?? (auth?.apiKey?.login ? auth.apiKey : undefined)) : oauth;
  return typeof way?.login === "function" ? String(way.loginLabel ?? way.name ?? "") : undefined;
}

const provider = (record, name) => {
  const own = record.providers.get(name);
  if (own === undefined) throw new Error(`the provider \`${name}\` is registered no longer`);
  return own;
};

export async function signIn(record, name, login, signal) {
  const { config, native } = provider(record, name);
  const person = personOf(login);
  if (!native) return { ...(await config.oauth.login(callbacks(person, signal))), type: "oauth" };
  const { oauth, apiKey } = config.auth;
  return (oauth ?? apiKey).login(interaction(person, signal));
}

export async function renewed(record, name, credentials) {
  const { config, native } = provider(record, name);
  const { signal } = new AbortController();
  const next = native ? await config.auth.oauth.refresh(credentials, signal) : await config.oauth.refreshToken(credentials, signal);
  return { ...next, type: "oauth" };
}

/** What a request carries. */
export async function accessOf(record, name, credentials) {
  const own = provider(record, name);
  if (!own.native) return { key: await own.config.oauth.getApiKey(credentials) };
  const { apiKey, headers, baseUrl } = await own.config.auth.oauth.toAuth(credentials);
  own.baseUrl = baseUrl;
  return { key: apiKey, headers };
}

/** The models as they are for whoever has signed in. */
export async function projected(record, name, models, credentials) {
  const { config, native } = provider(record, name);
  if (native) return config.filterModels ? config.filterModels(models, credentials) : models;
  return config.oauth.modifyModels(models, credentials);
}
