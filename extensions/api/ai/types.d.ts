/** Messages, streams and their options. */
import type { AnthropicMessagesCompat, AnthropicOptions, AzureOpenAIResponsesOptions, BedrockCompat, BedrockOptions, GoogleOptions, GoogleVertexOptions, MistralConversationsCompat, MistralOptions, OpenAICodexResponsesOptions, OpenAICompletionsCompat, OpenAICompletionsOptions, OpenAIResponsesCompat, OpenAIResponsesOptions, PiMessagesOptions } from "./wires";
import type { AssistantMessageDiagnostic, AssistantMessageEventStream, ClientIdentity } from "./values";
import type { CacheRetention, ClassifierApi, ClassifierModel, ImageApi, ImageModel, ModelCost, ModelInputLimits, ModelInputModality, ModelPromptCache, ModelThinkingLevel, ThinkingLevel, ThinkingLevelMap } from "./models";

export type KnownApi = "openai-completions" | "mistral-conversations" | "openai-responses" | "azure-openai-responses" | "openai-codex-responses" | "anthropic-messages" | "bedrock-converse-stream" | "google-generative-ai" | "google-vertex" | "pi-messages";
export type Api = KnownApi | (string & {});
export type KnownProvider = "amazon-bedrock" | "ant-ling" | "anthropic" | "google" | "google-vertex" | "openai" | "azure" | "openai-codex" | "radius" | "typesafe" | "nvidia" | "deepseek" | "github-copilot" | "xai" | "groq" | "cerebras" | "openrouter" | "vercel-ai-gateway" | "zai" | "zai-coding-cn" | "mistral" | "minimax" | "minimax-cn" | "moonshotai" | "moonshotai-cn" | "huggingface" | "fireworks" | "together" | "baseten" | "opencode" | "opencode-go" | "kimi-coding" | "meta" | "cloudflare-workers-ai" | "cloudflare-ai-gateway" | "qwen-token-plan" | "qwen-token-plan-cn" | "qwen-token-plan-individual" | "qwen-token-plan-individual-cn" | "xiaomi" | "xiaomi-token-plan-cn" | "xiaomi-token-plan-ams" | "xiaomi-token-plan-sgp";
export type ProviderId = KnownProvider | string;
export type ToolChoice = "auto" | "none";
export type SamplingParams = Record<string, unknown>;
export type SamplingParamsByThinkingLevel = Partial<Record<ModelThinkingLevel, SamplingParams>>;
export interface ThinkingBudgets {
  minimal?: number;
  low?: number;
  medium?: number;
  high?: number;
}
export type Transport = "sse" | "websocket" | "websocket-cached" | "auto";
export type ProviderEnv = Record<string, string>;
export type ProviderHeaders = Record<string, string | null>;
export type FetchFunction = typeof globalThis.fetch;
export interface ProviderResponse {
  status: number;
  headers: Record<string, string>;
}
export interface ProviderRequestOptions<TModel = Model<Api>> {
  signal?: AbortSignal;
  telemetry?: unknown;
  apiKey?: string;
  fetch?: FetchFunction;
  env?: ProviderEnv;
  onPayload?: (payload: unknown, model: TModel) => unknown | Promise<unknown>;
  onResponse?: (response: ProviderResponse, model: TModel) => void | Promise<void>;
  headers?: ProviderHeaders;
  identity?: ClientIdentity;
  timeoutMs?: number;
  maxRetries?: number;
  maxRetryDelayMs?: number;
}
export interface StreamOptions extends ProviderRequestOptions<Model<Api>> {
  onResponse?: (response: ProviderResponse, model: Model<Api>) => void | Promise<void>;
  onProviderStreamEvent?: (data: unknown, model: Model<Api>) => void | Promise<void>;
  temperature?: number;
  samplingParams?: SamplingParams;
  maxTokens?: number;
  transport?: Transport;
  cacheRetention?: CacheRetention;
  sessionId?: string;
  disableContinuation?: boolean;
  websocketConnectTimeoutMs?: number;
  metadata?: Record<string, unknown>;
}
export type ProviderStreamOptions = StreamOptions & Record<string, unknown>;
export interface DeferredFetchOptions extends ProviderRequestOptions<Model<Api>> {
  wait?: number;
}
export type DeferredCancelOptions = ProviderRequestOptions<Model<Api>>;
export interface ApiOptionsMap {
  "anthropic-messages": AnthropicOptions;
  "openai-completions": OpenAICompletionsOptions;
  "openai-responses": OpenAIResponsesOptions;
  "openai-codex-responses": OpenAICodexResponsesOptions;
  "azure-openai-responses": AzureOpenAIResponsesOptions;
  "google-generative-ai": GoogleOptions;
  "google-vertex": GoogleVertexOptions;
  "mistral-conversations": MistralOptions;
  "bedrock-converse-stream": BedrockOptions;
  "pi-messages": PiMessagesOptions;
}
export type ApiStreamOptions<TApi extends Api> = TApi extends keyof ApiOptionsMap ? ApiOptionsMap[TApi] : StreamOptions & Record<string, unknown>;
export interface ProviderStreams {
  stream(model: Model<Api>, context: TranscriptContext, options?: StreamOptions): AssistantMessageEventStream;
  streamSimple(model: Model<Api>, context: TranscriptContext, options?: SimpleStreamOptions): AssistantMessageEventStream;
  fetchDeferred?(model: Model<Api>, handle: DeferredHandle, options?: DeferredFetchOptions): AssistantMessageEventStream;
  cancelDeferred?(model: Model<Api>, handle: DeferredHandle, options?: DeferredCancelOptions): Promise<void>;
}
export interface SimpleStreamOptions extends StreamOptions {
  toolChoice?: ToolChoice;
  reasoning?: ThinkingLevel;
  deferred?: boolean | { window?: "15m" | "1h" | "24h" };
  thinkingBudgets?: ThinkingBudgets;
}
export type StreamFunction<TApi extends Api = Api, TOptions extends StreamOptions = StreamOptions> = (model: Model<TApi>, context: TranscriptContext, options?: TOptions) => AssistantMessageEventStream;
export interface TextSignatureV1 {
  v: 1;
  id: string;
  phase?: "commentary" | "final_answer";
}
export interface TextContent {
  type: "text";
  text: string;
  textSignature?: string;
}
export interface ThinkingContent {
  type: "thinking";
  thinking: string;
  thinkingSignature?: string;
  redacted?: boolean;
}
/** A picture; `data` is base64. */
export interface ImageContent {
  type: "image";
  data: string;
  mimeType: string;
}
export interface ToolCall {
  type: "toolCall";
  id: string;
  name: string;
  arguments: JsonObject;
  thoughtSignature?: string;
  namespace?: string;
  argumentsError?: string;
}
/** Tokens, and what they cost in dollars. */
export interface Usage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  cacheWrite1h?: number;
  reasoning?: number;
  totalTokens: number;
  cost: { input: number; output: number; cacheRead: number; cacheWrite: number; total: number; totalFromProvider?: boolean };
}
export type StopReason = "pending" | "stop" | "length" | "toolUse" | "error" | "aborted" | "deferred";
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };
export type JsonRepresentation<T> = T;
export interface DeferredHandle {
  provider: string;
  modelId: string;
  api: string;
  id: string;
  expiresAt?: number;
  pollAfterMs?: number;
  data?: JsonValue;
}
export interface SystemMessage {
  role: "system";
  content: string | TextContent[];
  sections?: Record<string, string | null>;
  toolsAdded?: Tool[];
  toolsRemoved?: ToolReference[];
  timestamp: number;
}
export interface UserMessage {
  role: "user";
  content: string | (TextContent | ImageContent)[];
  /** Unix milliseconds. */
  timestamp: number;
}
export interface AssistantMessage {
  role: "assistant";
  content: (TextContent | ThinkingContent | ToolCall)[];
  api: Api;
  provider: ProviderId;
  model: string;
  responseModel?: string;
  responseId?: string;
  providerThinkingLevel?: string;
  thinkingLevel?: ModelThinkingLevel;
  diagnostics?: AssistantMessageDiagnostic[];
  usage: Usage;
  stopReason: StopReason;
  deferred?: DeferredHandle;
  errorMessage?: string;
  rawStopReason?: string;
  endTurn?: boolean;
  timestamp: number;
  durationMs?: number;
}
export interface NestedToolCallRecord {
  id: string;
  name: string;
  arguments?: JsonObject;
  argumentsBytes?: number;
  status: "ok" | "error" | "unfinished";
  durationMs?: number;
  error?: string;
}
export interface NestedToolCalls {
  calls: NestedToolCallRecord[];
  complete: boolean;
}
export interface ToolResultMessage<TDetails = any> {
  role: "toolResult";
  toolCallId: string;
  toolName: string;
  content: (TextContent | ImageContent)[];
  /** What the session and renderers get besides; plain data. */
  details?: TDetails;
  nestedCalls?: NestedToolCalls;
  usage?: Usage;
  isError: boolean;
  /** Unix milliseconds. */
  timestamp: number;
  durationMs?: number;
}
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolResultMessage;
export type GrammarFormat = "openai_lark" | "openai_regex";
export type GrammarVariants = Partial<Record<GrammarFormat, string>>;
export type ConstrainedSamplingConfig = { type: "json_schema"; strict: "prefer" | "require" } | { type: "grammar"; variants: GrammarVariants };
export interface Tool<TParameters extends object = object> {
  name: string;
  description: string;
  parameters: TParameters;
  constrainedSampling?: false | ConstrainedSamplingConfig;
}
export interface ToolReference {
  name: string;
}
/** What a model is sent. */
export interface Context {
  systemPrompt?: string;
  messages: Message[];
  tools?: Tool[];
}
/** The same as a transcript, in which the system prompt and tools may change on the way. */
export type TranscriptContext = { messages: Message[] };
/** A piece of an answer; `partial` is the message so far. */
export type AssistantMessageEvent = { type: "start"; partial: AssistantMessage } | {
  type: "text_start";
  contentIndex: number;
  partial: AssistantMessage;
} | { type: "text_delta"; contentIndex: number; delta: string; partial: AssistantMessage } | {
  type: "text_end";
  contentIndex: number;
  content: string;
  partial: AssistantMessage;
} | { type: "thinking_start"; contentIndex: number; partial: AssistantMessage } | {
  type: "thinking_delta";
  contentIndex: number;
  delta: string;
  partial: AssistantMessage;
} | { type: "thinking_end"; contentIndex: number; content: string; partial: AssistantMessage } | {
  type: "toolcall_start";
  contentIndex: number;
  partial: AssistantMessage;
} | { type: "toolcall_delta"; contentIndex: number; delta: string; partial: AssistantMessage } | {
  type: "toolcall_end";
  contentIndex: number;
  toolCall: ToolCall;
  partial: AssistantMessage;
} | { type: "done"; reason: Extract<StopReason, "stop" | "length" | "toolUse" | "deferred">; message: AssistantMessage } | {
  type: "error";
  reason: Extract<StopReason, "aborted" | "error">;
  error: AssistantMessage;
};
export interface BaseModel<TApi extends string> {
  id: string;
  name: string;
  api: TApi;
  provider: ProviderId;
  baseUrl: string;
  input: ModelInputModality[];
  inputLimits?: ModelInputLimits;
  cost: ModelCost;
  headers?: Record<string, string>;
}
/** A model that answers with text. */
export interface Model<TApi extends Api> extends BaseModel<TApi> {
  type?: "chat";
  reasoning: boolean;
  thinkingLevelMap?: ThinkingLevelMap;
  promptCache?: ModelPromptCache;
  contextWindow: number;
  maxTokens: number;
  samplingParams?: SamplingParams;
  samplingParamsByThinkingLevel?: SamplingParamsByThinkingLevel;
  compat?: TApi extends "openai-completions" ? OpenAICompletionsCompat : TApi extends "openai-responses" | "azure-openai-responses" | "openai-codex-responses" ? OpenAIResponsesCompat : TApi extends "anthropic-messages" ? AnthropicMessagesCompat : TApi extends "bedrock-converse-stream" ? BedrockCompat : TApi extends "mistral-conversations" ? MistralConversationsCompat : never;
}
export interface ModelTypeMap {
  chat: Model<Api>;
  image: ImageModel<ImageApi>;
  classifier: ClassifierModel<ClassifierApi>;
}
export type ModelType = keyof ModelTypeMap;
export type AnyModel = ModelTypeMap[ModelType];
