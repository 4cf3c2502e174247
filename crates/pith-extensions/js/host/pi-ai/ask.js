// The models that the program knows, and questions to them: by name, in one piece or as a stream.

import { requireHost } from "pith:native/loader";
import { ask } from "../../api/bridge.js";
import { answer } from "../../api/answers.js";
import { ownApi, ownApis, ownStream, registerApiProvider } from "./registry.js";

export { registerApiProvider, registerBuiltInApiProviders, registerImagesApiProvider, resetApiProviders, unregisterApiProviders } from "./registry.js";

export const getModel = (provider, id) => ask("models.find", { provider, id });
export const getModels = (provider) => (ask("models.all") ?? []).filter((model) => !provider || model.provider === provider);
export const getProviders = () => [...new Set(getModels().map((model) => model.provider))];

const named = (model) => ({ provider: model.provider, id: model.id });

/** With a key of the caller's own the model is asked as the caller describes it; else as the program knows it, with its keys. */
const program = (model, context, options = {}) =>
  answer({ model: named(model), described: options.apiKey === undefined ? undefined : model }, model, context, options);

/** The answer as events; a failure is the last of them. Wires that an extension has registered go before those of the program. */
const by = (method) => (model, context, options) => {
  const own = ownStream(method, model, context, options);
  if (own) return own;
  if (!Object.hasOwn(wires, model.api) && ask("models.find", named(model)) === undefined) {
    throw new Error(`No API provider registered for api: ${model.api}`);
  }
  return program(model, context, options);
};
export const stream = by("stream");
export const streamSimple = by("streamSimple");
export const complete = (model, context, options) => stream(model, context, options).result();
export const completeSimple = (model, context, options) => streamSimple(model, context, options).result();

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

const wires = {
  "anthropic-messages": anthropicMessagesApi,
  "openai-completions": openAICompletionsApi,
  "openai-responses": openAIResponsesApi,
  "azure-openai-responses": azureOpenAIResponsesApi,
  "google-generative-ai": googleGenerativeAIApi,
  "google-vertex": googleVertexApi,
  "mistral-conversations": mistralConversationsApi,
  "bedrock-converse-stream": bedrockConverseStreamApi,
};
const wired = (api) => ({ api, ...wires[api]() });
export const getApiProvider = (api) => ownApi(api) ?? (Object.hasOwn(wires, api) ? wired(api) : undefined);
export const getApiProviders = () => [...Object.keys(wires).filter((api) => !ownApi(api)).map(wired), ...ownApis()];

const BEDROCK = "bedrock-converse-stream";
export const setBedrockProviderModule = (module) => registerApiProvider({ api: BEDROCK, stream: module.stream, streamSimple: module.streamSimple });
export const setBedrockProviderLoader = (load) => registerApiProvider({ api: BEDROCK, ...requireHost("pith:js/host/pi-ai/lazy.js").lazyApi(load) });

/** Models for pictures that are built in: none. Those that an extension describes itself can be asked. */
export const getImageModel = () => undefined;
export const getImageModels = () => [];
export const getImageProviders = () => [];
export const registerBuiltInImagesApiProviders = () => {};

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

/** Keys of the machine that are no variable: whether there are any is known when they are asked for. */
const ambient = {
  "amazon-bedrock": (env) => env("AWS_PROFILE") || (env("AWS_ACCESS_KEY_ID") && env("AWS_SECRET_ACCESS_KEY")) || env("AWS_BEARER_TOKEN_BEDROCK"),
  "google-vertex": (env) => env("GOOGLE_APPLICATION_CREDENTIALS") && env("GOOGLE_CLOUD_PROJECT") && env("GOOGLE_CLOUD_LOCATION"),
};
const reader = (env) => (name) => env?.[name] || globalThis.process.env[name];
/** The variables that are set, or undefined when none is. */
export function findEnvKeys(provider, env) {
  const found = (ask("provider.variables", { name: provider }) ?? []).filter(reader(env));
  return found.length ? found : undefined;
}
export function getEnvApiKey(provider, env) {
  const read = reader(env);
  const [name] = findEnvKeys(provider, env) ?? [];
  if (name) return read(name);
  return Object.hasOwn(ambient, provider) && ambient[provider](read) ? "<authenticated>" : undefined;
}
