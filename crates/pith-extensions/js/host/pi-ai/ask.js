// The models that the program knows, and questions to them: by name, in one piece or as a stream.

import { ask } from "../../api/bridge.js";
import { answer } from "../../api/answers.js";

export const getModel = (provider, id) => ask("models.find", { provider, id });
export const getModels = (provider) => (ask("models.all") ?? []).filter((model) => !provider || model.provider === provider);
export const getProviders = () => [...new Set(getModels().map((model) => model.provider))];

const named = (model) => ({ provider: model.provider, id: model.id });

/**
 * The answer as events; a failure is the last of them. With a key of the caller's own the model is asked as the caller
 * describes it; else as the program knows it, with the program's keys.
 */
export const stream = (model, context, options = {}) =>
  answer({ model: named(model), described: options.apiKey === undefined ? undefined : model }, model, context, options);

export const streamSimple = stream;
export const complete = (model, context, options) => stream(model, context, options).result();
export const completeSimple = complete;

/** A wire of the program's own: asks a model as it is described, in this wire whatever the model names. */
const wire = (api) => () => {
  const run = (model, context, options = {}) => {
    const described = { ...model, api };
    return answer({ model: named(model), described }, described, context, options);
  };
  return { stream: run, streamSimple: run };
};
export const anthropicMessagesApi = wire("anthropic-messages");
export const openAICompletionsApi = wire("openai-completions");
export const openAIResponsesApi = wire("openai-responses");
export const azureOpenAIResponsesApi = wire("azure-openai-responses");
export const googleGenerativeAIApi = wire("google-generative-ai");
export const googleVertexApi = wire("google-vertex");
export const mistralConversationsApi = wire("mistral-conversations");
export const bedrockConverseStreamApi = wire("bedrock-converse-stream");

/** The older functions, one for each wire. */
const [anthropic, completions, responses, azure, google, vertex, mistral] = [
  anthropicMessagesApi, openAICompletionsApi, openAIResponsesApi, azureOpenAIResponsesApi, googleGenerativeAIApi, googleVertexApi, mistralConversationsApi,
].map((make) => make().stream);
export {
  anthropic as streamAnthropic, anthropic as streamSimpleAnthropic, completions as streamOpenAICompletions, completions as streamSimpleOpenAICompletions,
  responses as streamOpenAIResponses, responses as streamSimpleOpenAIResponses, azure as streamAzureOpenAIResponses,
  azure as streamSimpleAzureOpenAIResponses, google as streamGoogle, google as streamSimpleGoogle, vertex as streamGoogleVertex,
  vertex as streamSimpleGoogleVertex, mistral as streamMistral, mistral as streamSimpleMistral,
};

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
