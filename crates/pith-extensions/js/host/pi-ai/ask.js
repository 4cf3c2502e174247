// The models that the program knows, and questions to them: by name, in one piece or as a stream.

import { ask, later } from "../../api/bridge.js";
import { AssistantMessageEventStream } from "./event-stream.js";

export const getModel = (provider, id) => ask("models.find", { provider, id });
export const getModels = (provider) => (ask("models.all") ?? []).filter((model) => !provider || model.provider === provider);
export const getProviders = () => [...new Set(getModels().map((model) => model.provider))];

/** The answer as events; a failure is the last of them. */
export function stream(model, context, { signal, ...options } = {}) {
  const out = new AssistantMessageEventStream();
  const named = { provider: model.provider, id: model.id };
  later("llm.stream", { model: named, context, options }, { signal, onEvent: (event) => out.push(event) }).then(
    (message) => out.end(message),
    (error) => out.push({ type: "error", reason: signal?.aborted ? "aborted" : "error", error: failed(model, error, signal) }),
  );
  return out;
}

function failed(model, error, signal) {
  const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };
  return {
    role: "assistant", content: [], api: model.api, provider: model.provider, model: model.id, usage: nothing,
    stopReason: signal?.aborted ? "aborted" : "error", errorMessage: error.message, timestamp: Date.now(),
  };
}

export const streamSimple = stream;
export const complete = (model, context, options) => stream(model, context, options).result();
export const completeSimple = complete;

/** A wire of the program's own; the model decides which it is. */
const wire = (api) => () => ({
  stream: (model, context, options) => stream({ ...model, api }, context, options),
  streamSimple: (model, context, options) => streamSimple({ ...model, api }, context, options),
});
export const anthropicMessagesApi = wire("anthropic-messages");
export const openAICompletionsApi = wire("openai-completions");
export const openAIResponsesApi = wire("openai-responses");
export const azureOpenAIResponsesApi = wire("azure-openai-responses");
export const googleGenerativeAIApi = wire("google-generative-ai");
export const googleVertexApi = wire("google-vertex");
export const mistralConversationsApi = wire("mistral-conversations");

const variables = {
  anthropic: ["ANTHROPIC_OAUTH_TOKEN", "ANTHROPIC_API_KEY"], openai: ["OPENAI_API_KEY"], google: ["GEMINI_API_KEY"], groq: ["GROQ_API_KEY"],
  cerebras: ["CEREBRAS_API_KEY"], xai: ["XAI_API_KEY"], openrouter: ["OPENROUTER_API_KEY"], mistral: ["MISTRAL_API_KEY"], deepseek: ["DEEPSEEK_API_KEY"],
  zai: ["ZAI_API_KEY"], "vercel-ai-gateway": ["AI_GATEWAY_API_KEY"], huggingface: ["HF_TOKEN"], "github-copilot": ["COPILOT_GITHUB_TOKEN"],
};
export const findEnvKeys = (provider) => (variables[provider] ?? []).filter((name) => globalThis.process.env[name]);
export const getEnvApiKey = (provider) => {
  const [name] = findEnvKeys(provider);
  return name && globalThis.process.env[name];
};
