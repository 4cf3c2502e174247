// Providers of extensions: an endpoint with its models, or a stream of their own.

import { ask, later } from "./bridge.js";
import { requireHost } from "pith:native/loader";
import { lazily } from "../runtime/lazily.js";

const contexts = lazily("api/context.js");
const signals = lazily("api/signals.js");

/** What of a provider's description is code, or of no use to the program; it stays here. */
const KEPT = ["streamSimple", "stream", "refreshModels", "oauth", "auth", "images", "classifiers", "id"];

const isChat = (model) => model?.type === undefined || model.type === "chat";

/** @param {import("./record.js").Record} record */
export function registerProvider(record, nameOrProvider, config) {
  const native = typeof nameOrProvider === "object" && nameOrProvider !== null;
  const name = native ? nameOrProvider.id ?? nameOrProvider.name : nameOrProvider;
  if (typeof name !== "string" || name === "") throw new TypeError("a provider needs a name");
  const given = native ? nameOrProvider : config ?? {};
  if (!native && typeof given.streamSimple === "function" && !given.api) {
    throw new TypeError(`the provider \`${name}\` has a stream of its own and no \`api\` that its models could name`);
  }
  const before = record.providers.get(name);
  record.providers.set(name, { config: given, native });
  try {
    record.changed("provider", describe(name, given, native));
  } catch (error) {
    if (before) record.providers.set(name, before);
    else record.providers.delete(name);
    throw error;
  }
}

/** What the program needs to know. */
function describe(name, given, native) {
  const models = native ? (given.getAllModels ?? given.getModels)?.call(given) ?? [] : given.models;
  const asListed = ({ type, id, ...model }) => ({
    type, id, name: id, provider: name, api: given.api, baseUrl: given.baseUrl, input: ["text"], cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, ...model,
  });
  const data = { ...given, name: given.name ?? given.oauth?.name, models: models?.filter(isChat) ?? [] };
  for (const key of KEPT) delete data[key];
  const signsIn = native ? given.auth?.oauth !== undefined || given.auth?.apiKey?.login !== undefined : given.oauth !== undefined;
  return {
    name,
    config: data,
    native,
    replaces: models !== undefined && models !== null,
    streams: typeof (given.streamSimple ?? given.stream) === "function",
    others: models?.filter((model) => !isChat(model)).map(asListed) ?? [],
    refreshes: typeof given.refreshModels === "function",
    login: signsIn ? requireHost("pith:js/api/logins.js").describeLogin(given, native) : undefined,
    projects: typeof (native ? given.auth?.oauth && given.filterModels : given.oauth?.modifyModels) === "function",
  };
}

/** @param {import("./record.js").Record} record */
export function unregisterProvider(record, name) {
  record.providers.delete(name);
  record.changed("provider", { name });
}

/** @param {import("./record.js").Record} record */
export function registerVirtualModel(record, definition) {
  const { route, ...data } = definition ?? {};
  if (typeof data.provider !== "string" || typeof data.id !== "string" || typeof route !== "function") {
    throw new TypeError("a virtual model needs a `provider`, an `id` and a function `route`");
  }
  record.virtualModels.set(`${data.provider}/${data.id}`, definition);
  record.changed("virtualModel", { ...data, on: true });
}

export function unregisterVirtualModel(record, provider, id) {
  record.virtualModels.delete(`${provider}/${id}`);
  record.changed("virtualModel", { provider, id, on: false });
}

const STATE = "pi.virtual-model-state";

/** The API that virtual models name. */
const VIRTUAL = "pi-virtual";

/**
 * Why the conversation asks again, by what came last in it. An answer is only ever followed by a request where it failed: it
 * stays in the session, and the model is not shown it.
 */
function why(branch) {
  let said = false;
  for (const entry of branch.toReversed()) {
    const message = entry.type === "message" ? entry.message : undefined;
    if (message?.role === "user") return { reason: "user" };
    if (message?.role === "toolResult") break;
    if (message?.role === "assistant") return said ? { reason: "continuation" } : { reason: "retry", failed: message };
    if (entry.type === "custom_message") said = true;
  }
  return { reason: "continuation" };
}

/** Which model answers a request that was made of a virtual one. */
export async function routed(record, key, { direct, ...request }) {
  const definition = record.virtualModels.get(key);
  if (definition === undefined) throw new Error(`the virtual model \`${key}\` is registered no longer`);
  const { provider, id } = definition;
  const mine = (entry) => entry.type === "custom" && entry.customType === STATE && entry.data?.provider === provider && entry.data.modelId === id;
  const branch = direct ? [] : (ask("session.branch") ?? []);
  const state = branch.findLast(mine)?.data.state;
  const { reason, failed } = direct ? { reason: "direct" } : why(branch);
  const isFailed = ({ role, timestamp, stopReason }) => role === "assistant" && timestamp === failed?.timestamp && stopReason === failed.stopReason;
  const messages = request.messages.filter((message) => !isFailed(message));
  const last = messages.findLast((message) => message.role === "assistant" && message.stopReason !== "error" && message.stopReason !== "aborted");
  const gave = ({ provider, model, thinkingLevel }) => {
    const found = ask("models.find", { provider, id: model });
    // Where routing itself failed, the answer names the virtual model.
    return found && found.api !== VIRTUAL && { model: found, thinkingLevel };
  };
  const known = failed && gave(failed);
  const signal = signals().ofRun() ?? new AbortController().signal;
  const previous = (last && gave(last)) || undefined;
  const asked = { ...request, messages, reason, previous, state, signal, ...(known && { failed: { ...known, message: failed } }) };
  const route = await definition.route(asked, contexts().makeContext(record));
  if (typeof route?.model?.provider !== "string") throw new TypeError("`route` gave no model");
  if (!direct && route.state !== undefined && route.state !== state) {
    ask("entry.append", { customType: STATE, data: { provider, modelId: id, state: route.state } });
  }
  return { provider: route.model.provider, id: route.model.id, thinkingLevel: route.thinkingLevel ?? "off" };
}

/** Only what is new in an event: the message so far is known, and would make a long answer cost its square. */
function slim(event) {
  const block = () => event.partial?.content?.[event.contentIndex];
  const { type, contentIndex } = event;
  switch (type) {
    case "text_end":
      return { type, contentIndex, content: event.content ?? block()?.text ?? "", signature: block()?.textSignature };
    case "thinking_end": {
      const { thinking, thinkingSignature, redacted } = block() ?? {};
      return { type, contentIndex, content: event.content ?? thinking ?? "", signature: thinkingSignature, redacted: redacted === true };
    }
    case "toolcall_start":
      return { type, contentIndex, id: block()?.id ?? event.id ?? "", name: block()?.name ?? event.name ?? "" };
    case "text_start":
    case "thinking_start":
      return { type, contentIndex };
    case "text_delta":
    case "thinking_delta":
    case "toolcall_delta":
      return { type, contentIndex, delta: event.delta ?? "" };
    case "toolcall_end":
      return { type, contentIndex, toolCall: event.toolCall ?? block() };
    case "start":
      return { type, partial: event.partial };
    case "done":
      return { type, message: event.message };
    case "error":
      return { type, error: event.error };
    default:
      throw new TypeError(`\`${String(type)}\` is no event of an answer`);
  }
}

/** The conversation as streams take it; the prompt and the tools stand among the messages, and can be read beside them. */
function conversation(messages) {
  const { getCurrentSystemPrompt, getCurrentTools } = requireHost("@earendil-works/pi-ai");
  return Object.defineProperties({ messages }, {
    systemPrompt: { get: () => getCurrentSystemPrompt(messages) },
    tools: { get: () => getCurrentTools(messages) },
  });
}

/** A model of an extension's own stream is asked; its events go to the program one by one. */
export async function streamed(record, name, request, signal) {
  const own = record.providers.get(name);
  if (own === undefined) throw new Error(`the provider \`${name}\` is registered no longer`);
  const { config } = own;
  // Where whoever has signed in is served.
  const model = own.baseUrl ? { ...request.model, baseUrl: own.baseUrl } : request.model;
  const options = {
    ...request.options,
    ...(own.native ? await authorized(config, request.options) : undefined),
    signal,
    onPayload: (payload) => later("provider.payload", { payload }),
    onResponse: async (response) => {
      const headers = response.headers instanceof Headers ? Object.fromEntries(response.headers) : response.headers;
      await later("provider.response", { status: response.status, headers });
    },
    onProviderStreamEvent: async (data, of = model) => {
      await later("provider.streamEvent", { model: of, data });
    },
  };
  const run = config.streamSimple ?? config.stream;
  const stream = await run.call(config, model, conversation(request.messages), options);
  if (typeof stream?.[Symbol.asyncIterator] !== "function") throw new TypeError(`the stream of \`${name}\` is none`);
  for await (const event of stream) {
    ask("provider.event", { stream: request.stream, event: slim(event) });
    if (event.type === "done" || event.type === "error") return undefined;
  }
  // It ended without a last event; perhaps it was ended with a message.
  return Promise.race([stream.result?.(), new Promise((resolve) => setTimeout(resolve, 0))]);
}

/** The key and headers that a whole provider gives its own requests. */
async function authorized(provider, { apiKey, env }) {
  const resolve = provider.auth?.apiKey?.resolve;
  if (apiKey !== undefined || typeof resolve !== "function") return undefined;
  const context = { env: async (variable) => env?.[variable] ?? globalThis.process.env[variable], fileExists: async () => false };
  const found = await resolve.call(provider.auth.apiKey, { ctx: context });
  const auth = found?.auth ?? found;
  return auth ? { apiKey: auth.apiKey, ...(auth.headers ? { headers: auth.headers } : undefined) } : undefined;
}

const OPERATIONS = { image: ["images", "generateImages"], classifier: ["classifiers", "classify"] };

/** A model for pictures or classes is asked. */
export async function operated(record, name, { model, context, options }, signal) {
  const own = record.providers.get(name);
  const [map, method] = OPERATIONS[model.type] ?? [];
  const owner = own?.native ? own.config : own?.config[map]?.[model.api];
  if (typeof owner?.[method] !== "function") throw new Error(`Provider ${name} has no API implementation for "${model.api}"`);
  return owner[method](model, context, { ...options, signal });
}

/** The models a provider has now. */
export async function refreshed(record, name) {
  const { config, native } = record.providers.get(name);
  const context = {
    signal: new AbortController().signal,
    allowNetwork: true,
    force: true,
    publish: async ({ update } = {}) => void (await update?.()),
  };
  const models = await config.refreshModels(context);
  return (native ? config.getModels() : models)?.filter(isChat);
}
