// A provider for tests: it answers with what it was given, block by block, as a model would.

import { createAssistantMessageEventStream } from "./event-stream.js";
import { createProvider } from "./collection.js";
import { failedAnswer } from "./lazy.js";
import { registerApiProvider, unregisterApi } from "./registry.js";
import { contentText, getSystemMessageText } from "./transcript.js";

const tokens = (text) => Math.ceil(text.length / 4);
const random = () => Math.random().toString(36).slice(2);

/** What a message is in tokens: its words, roughly as a provider would see them. */
function written(message) {
  if (message.role === "system") {
    const tools = message.toolsAdded?.length ? `\ntools:${JSON.stringify(message.toolsAdded)}` : "";
    return getSystemMessageText(message) + tools;
  }
  if (message.role !== "assistant") return contentText(message.content);
  return message.content.map(blockText).join("\n");
}
function blockText(block) {
  if (block.type === "thinking") return block.thinking;
  return block.type === "toolCall" ? `${block.name}:${JSON.stringify(block.arguments)}` : block.text;
}
const promptOf = (context) => context.messages.map((message) => `${message.role}:${written(message)}`).join("\n\n");

function commonLength(a, b) {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

export function createFauxCore(options = {}) {
  const api = options.api ?? `faux:${Date.now()}:${random()}`;
  const provider = options.provider ?? "faux";
  const { min = 3, max = 5 } = options.tokenSize ?? {};
  const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const models = (options.models?.length ? options.models : [{ id: "faux-1", name: "Faux Model" }]).map((model) => ({
    id: model.id,
    name: model.name ?? model.id,
    api,
    provider,
    baseUrl: "http://localhost:0",
    reasoning: model.reasoning ?? false,
    input: model.input ?? ["text", "image"],
    inputLimits: model.inputLimits,
    cost: model.cost ?? free,
    contextWindow: model.contextWindow ?? 128000,
    maxTokens: model.maxTokens ?? 16384,
  }));
  const state = { callCount: 0, deferredFetchCount: 0, cancelledDeferred: [] };
  let steps = [];
  /** The last prompt of each session: what its provider would still have in a cache. */
  const prompts = new Map();
  const later = new Map();

  function usageFor(context, answer, { sessionId, cacheRetention } = {}) {
    const prompt = promptOf(context);
    const output = tokens(answer.content.map(blockText).join("\n"));
    const usage = { input: 0, output, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { ...free, total: 0 } };
    if (sessionId && cacheRetention !== "none") {
      const known = commonLength(prompts.get(sessionId) ?? "", prompt);
      usage.cacheRead = tokens(prompt.slice(0, known));
      usage.cacheWrite = tokens(prompt.slice(known));
      prompts.set(sessionId, prompt);
    } else usage.input = tokens(prompt);
    usage.totalTokens = usage.input + output + usage.cacheRead + usage.cacheWrite;
    return usage;
  }

  const pause = (count, signal) =>
    new Promise((resolve) => {
      if (!options.tokensPerSecond) return void Promise.resolve().then(resolve);
      const timer = setTimeout(resolve, (count / options.tokensPerSecond) * 1000);
      signal?.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
    });

  /** Tells a message event by event; gives up between two pieces when it is aborted. */
  async function play(out, message, signal) {
    const partial = { ...message, content: [] };
    const aborted = () => {
      if (!signal?.aborted) return false;
      const error = { ...partial, stopReason: "aborted", errorMessage: "Request was aborted" };
      out.push({ type: "error", reason: "aborted", error });
      return true;
    };
    const pieces = async (text, tell) => {
      let at = 0;
      do {
        const count = min + Math.floor(Math.random() * (max - min + 1));
        await pause(count, signal);
        if (aborted()) return false;
        tell(text.slice(at, at + count * 4));
        at += count * 4;
      } while (at < text.length);
      return true;
    };
    if (aborted()) return;
    out.push({ type: "start", partial: { ...partial } });
    for (const [contentIndex, block] of message.content.entries()) {
      const event = (type, more) => out.push({ type, contentIndex, ...more, partial });
      if (block.type === "toolCall") {
        partial.content.push({ ...block, arguments: {} });
        event("toolcall_start");
        if (!(await pieces(JSON.stringify(block.arguments), (delta) => event("toolcall_delta", { delta })))) return;
        partial.content[contentIndex] = block;
        event("toolcall_end", { toolCall: block });
        continue;
      }
      const kind = block.type;
      const growing = { ...block, [kind]: "" };
      partial.content.push(growing);
      event(`${kind}_start`);
      const whole = await pieces(block[kind], (delta) => {
        growing[kind] += delta;
        event(`${kind}_delta`, { delta });
      });
      if (!whole) return;
      event(`${kind}_end`, { content: block[kind] });
    }
    const { stopReason: reason } = message;
    if (reason === "error" || reason === "aborted") out.push({ type: "error", reason, error: message });
    else out.push({ type: "done", reason, message });
  }

  function failed(out, model, error, usage) {
    const message = failedAnswer(model, error);
    if (usage) message.usage = usage;
    out.push({ type: "error", reason: "error", error: message });
  }

  function stream(model, context, given = {}) {
    const out = createAssistantMessageEventStream();
    const step = steps.shift();
    state.callCount += 1;
    (async () => {
      try {
        await given.onResponse?.({ status: 200, headers: {} }, model);
        if (step === undefined) return failed(out, model, "No more faux responses queued", usageFor(context, { content: [] }, given));
        const made = structuredClone(typeof step === "function" ? await step(context, given, state, model) : step);
        const message = { ...made, api, provider, model: model.id, usage: usageFor(context, made, given), timestamp: Date.now() };
        if (!given.deferred) return await play(out, message, given.signal);
        const handle = { provider, modelId: model.id, api, id: `deferred:${Date.now()}:${random()}`, pollAfterMs: options.deferred?.pollAfterMs };
        later.set(handle.id, { message, pending: options.deferred?.pendingFetches ?? 0 });
        waiting(out, model, handle);
      } catch (error) {
        failed(out, model, error);
      }
    })();
    return out;
  }
  function waiting(out, model, deferred) {
    const message = { ...failedAnswer(model, "", "deferred"), deferred };
    delete message.errorMessage;
    out.push({ type: "done", reason: "deferred", message });
  }
  function fetchDeferred(model, handle, given = {}) {
    const out = createAssistantMessageEventStream();
    const kept = later.get(handle.id);
    state.deferredFetchCount += 1;
    (async () => {
      if (kept === undefined) return failed(out, model, `Unknown deferred response: ${handle.id}`);
      if (kept.pending > 0) {
        kept.pending -= 1;
        return waiting(out, model, handle);
      }
      await play(out, kept.message, given.signal);
    })();
    return out;
  }
  return {
    api, provider, models, stream, streamSimple: stream, fetchDeferred,
    async cancelDeferred(_model, handle) {
      state.cancelledDeferred.push(handle);
      later.delete(handle.id);
    },
    getModel: (id) => (id === undefined ? models[0] : models.find((model) => model.id === id)),
    state,
    setResponses: (responses) => void (steps = [...responses]),
    appendResponses: (responses) => void steps.push(...responses),
    getPendingResponseCount: () => steps.length,
  };
}

const told = ({ api, models, getModel, state, setResponses, appendResponses, getPendingResponseCount }) => ({
  api, models, getModel, state, setResponses, appendResponses, getPendingResponseCount,
});

/** For a collection of models. */
export function fauxProvider(options) {
  const core = createFauxCore(options);
  const auth = { apiKey: { name: "Faux", resolve: async () => ({ auth: {} }) } };
  return { provider: createProvider({ id: core.provider, auth, models: core.models, api: core }), ...told(core) };
}

/** For the functions that go by the wire. */
export function registerFauxProvider(options) {
  const core = createFauxCore(options);
  registerApiProvider(core);
  return { ...told(core), unregister: () => void unregisterApi(core.api) };
}
