/** Functions and constants of `@earendil-works/pi-ai`. */

export const AI_TELEMETRY_SCHEMA: any;
/** Variables that Anthropic's keys and tokens are found in. */
export const ANTHROPIC_API_KEY_ENV: string;
export const ANTHROPIC_AUTH_TOKEN_ENV: string;
export const ANTHROPIC_FEDERATION_RULE_ID_ENV: string;
export const ANTHROPIC_IDENTITY_TOKEN_FILE_ENV: string;
export const ANTHROPIC_OAUTH_TOKEN_ENV: string;
export const ANTHROPIC_ORGANIZATION_ID_ENV: string;
export const ANTHROPIC_SERVICE_ACCOUNT_ID_ENV: string;
export const ANTHROPIC_WORKSPACE_ID_ENV: string;
/** One answer of a model; its last message gets the time that it took. */
export class AssistantMessageEventStream extends EventStream {
  constructor();
  push(event?: any): void;
  end(result?: any): void;
}
export const CACHE_WARMING_IDLE_CONTINUATION_PROBABILITY: any;
export const CACHE_WARMING_MAX_AGE_MS: number;
export const CACHE_WARMING_MAX_IDLE_AGE_MS: number;
/** In dollars. */
export const CACHE_WARMING_MINIMUM_EXPECTED_SAVINGS: any;
export const DEFAULT_MAX_AGENT_RETRY_DELAY_MS: number;
export class EventStream {
  [Symbol.asyncIterator](): AsyncIterator<any>;
  constructor(isComplete?: any, extractResult?: any);
  done: boolean;
  push(event?: any): void;
  end(result?: any): void;
  result(): any;
  [member: string]: any;
}
export class InMemoryCredentialStore {
  constructor(...given: any[]);
  [member: string]: any;
}
export class InMemoryModelsStore {
  constructor(...given: any[]);
  [member: string]: any;
}
export class ModelsError {
  constructor(code?: any, message?: any, options?: any);
  name: string;
  code: any;
  [member: string]: any;
}
export const PI_AI_VERSION: string;
export const PI_ATTRIBUTION: any;
export class StreamingJsonParser {
  constructor(...given: any[]);
  [member: string]: any;
}
/** An enumeration in the form that every provider takes. */
export function StringEnum(values: any, options?: any): any;
export class ToolCallArgumentsStream {
  constructor(...given: any[]);
  [member: string]: any;
}
export function anthropicMessagesApi(): any;
export function appendAssistantMessageDiagnostic(message: any, diagnostic?: any): void;
export function azureOpenAIResponsesApi(): any;
export function bedrockConverseStreamApi(): any;
/** Fills in the cost of a usage, in dollars; prices are per million tokens. */
export function calculateCost(model: any, usage?: any): any;
/** The level itself or the nearest that the model has: first higher, then lower. */
export function clampThinkingLevel(model: any, level?: any): any;
export const cleanupSessionResources: any;
export function collapseSystemMessages(context: any): any;
export function complete(model: any, context?: any, options?: any): any;
export function completeSimple(model: any, context?: any, options?: any): any;
export function contentText(content: any): any;
export function createAssistantMessageDiagnostic(type: any, error?: any, details?: any): any;
export function createAssistantMessageEventStream(): any;
export const createFauxCore: any;
export function createInitialSystemMessage(systemPrompt: any, tools?: any): any;
export const createModels: any;
export const createProvider: any;
export function declarationsEqual(left: any, right?: any): boolean;
export const defaultProviderAuthContext: any;
export const envApiKeyAuth: any;
export const evaluateCacheWarming: any;
export function extractDiagnosticError(error: any): any;
export function fauxAssistantMessage(content: any, options?: any): any;
export const fauxProvider: any;
export function fauxText(text: string): any;
export function fauxThinking(thinking: any): any;
export function fauxToolCall(name: any, args?: any, options?: any): any;
/** The variables that are set, or undefined when none is. */
export function findEnvKeys(provider: any, env?: any): any;
export function formatThrownValue(value: any): string;
export const formatUserAgent: any;
export const generateImages: any;
export const generateImagesOpenRouter: any;
export function getApiProvider(api: any): any;
export function getApiProviders(): any;
export const getAttributionHeaders: any;
export const getCacheWarmingDelayMs: any;
export const getCacheWarmingRequestOptions: any;
export const getClientVersion: any;
/** All system messages as one. */
export function getCurrentSystemMessage(messages: any): any;
export function getCurrentSystemPrompt(messages: any): string;
export function getCurrentTools(messages: any): any;
export function getDeclaredTools(messages: any): any;
export function getEnvApiKey(provider: any, env?: any): any;
export const getIdentityHeaders: any;
/** Models for pictures that are built in: none. Those that an extension describes itself can be asked. */
export function getImageModel(): any;
export function getImageModels(): any;
export function getImageProviders(): any;
export const getImagesApiProvider: any;
export function getInitialSystemMessage(messages: any): any;
export function getModel(provider: any, id?: any): any;
export function getModelType(model: any): any;
export function getModels(provider: any): any;
export const getOpenCodeSessionHeaders: any;
export function getOverflowPatterns(): any;
export const getPromptCacheTtlMs: any;
export function getProviders(): any;
/** `null` in the model's map takes a level away; the two highest exist only where the map has them. */
export function getSupportedThinkingLevels(model: any): string[];
export function getSystemMessageText(message: any): string;
export function getToolStateChanges(previous: any, current?: any): any;
export function googleGenerativeAIApi(): any;
export function googleVertexApi(): any;
export function hasApi(model: any, api?: any): boolean;
export function hasNonAdditiveToolChanges(messages: any): boolean;
/** Whether a name was declared twice, with different definitions. */
export function hasToolRedefinitions(messages: any): boolean;
export const isCacheWarmingReplayable: any;
export function isContextOverflow(message: any, contextWindow?: any): boolean;
export function isModelType(model: any, type?: any): boolean;
/** Cut off below what it was meant to have: the conversation had no room, or the provider stopped it. */
export function isRecoverableLength(message: any, desiredMaxOutput?: any): boolean;
export function isRetryableAssistantError(message: any): boolean;
export const lazyApi: any;
export const lazyOAuth: any;
export const lazyStream: any;
export const mergeClientIdentity: any;
export function mistralConversationsApi(): any;
export function modelsAreEqual(a: any, b?: any): boolean;
export function normalizeContext(given: any): any;
export const openAICodexResponsesApi: any;
export function openAICompletionsApi(): any;
export function openAIResponsesApi(): any;
export function parseJsonWithRepair(json: any): any;
export function parseStreamingJson(partial: any): any;
export function parseToolCallArguments(json: any): any;
export const piMessagesApi: any;
export const radiusProvider: any;
export function registerApiProvider(given: any, sourceId?: any): void;
/** What the program has itself is there at any time, behind what is registered. */
export function registerBuiltInApiProviders(): void;
export function registerBuiltInImagesApiProviders(): void;
export const registerFauxProvider: any;
export function registerImagesApiProvider(given: any, sourceId?: any): void;
export const registerSessionResourceCleanup: any;
/** A later system message as one text; what it changes of the prompt is named. */
export function renderSystemMessageUpdate(message: any): string;
/** Control characters inside strings and escapes that JSON does not know are written as it wants them. */
export function repairJson(json: any): string;
export function resetApiProviders(): void;
export function resolveTranscript(context: any, supportsLaterSystemMessages?: any): any;
/** Which tools stand in the head of a request, and how many system messages that takes in. */
export function resolveTranscriptTools(messages: any, support?: any): any;
export const retryAssistantCall: any;
export function retryDelayMs(given: any, attempt?: any): number;
export function setBedrockProviderLoader(load: any): void;
export function setBedrockProviderModule(module: any): void;
export function stream(model: any, context?: any, options?: any): any;
export function streamAnthropic(model: any, context?: any, options?: any): any;
export function streamAzureOpenAIResponses(model: any, context?: any, options?: any): any;
export function streamGoogle(model: any, context?: any, options?: any): any;
export function streamGoogleVertex(model: any, context?: any, options?: any): any;
export function streamMistral(model: any, context?: any, options?: any): any;
export const streamOpenAICodexResponses: any;
export function streamOpenAICompletions(model: any, context?: any, options?: any): any;
export function streamOpenAIResponses(model: any, context?: any, options?: any): any;
export function streamSimple(model: any, context?: any, options?: any): any;
export function streamSimpleAnthropic(model: any, context?: any, options?: any): any;
export function streamSimpleAzureOpenAIResponses(model: any, context?: any, options?: any): any;
export function streamSimpleGoogle(model: any, context?: any, options?: any): any;
export function streamSimpleGoogleVertex(model: any, context?: any, options?: any): any;
export function streamSimpleMistral(model: any, context?: any, options?: any): any;
export const streamSimpleOpenAICodexResponses: any;
export function streamSimpleOpenAICompletions(model: any, context?: any, options?: any): any;
export function streamSimpleOpenAIResponses(model: any, context?: any, options?: any): any;
export function toToolDeclaration(given: any): any;
export function unregisterApiProviders(sourceId: any): void;
/** A UUID of version 7; later ones sort behind earlier ones, also within a millisecond. */
export function uuidv7(): string;
/** The arguments of a call, converted to the types of the tool, or an error that says what is wrong. */
export function validateToolArguments(tool: any, call?: any): any;
export function validateToolCall(tools: any, call?: any): any;
export const withClientIdentity: any;
export function withoutInitialSystemMessage(messages: any): any;
