/** Functions and constants of `@earendil-works/pi-ai`: streams, transcripts, arguments, errors, retries. */
import type { TUnsafe } from "typebox";
import type { AnthropicOptions, AzureOpenAIResponsesOptions, GoogleOptions, GoogleVertexOptions, MistralOptions, OpenAICodexResponsesOptions, OpenAICompletionsOptions, OpenAIResponsesOptions } from "./wires";
import type { AnyModel, Api, AssistantMessage, AssistantMessageEvent, Context, ImageContent, JsonObject, JsonValue, KnownProvider, Message, Model, ModelType, ModelTypeMap, ProviderEnv, SimpleStreamOptions, StreamFunction, SystemMessage, TextContent, ThinkingContent, Tool, ToolCall, ToolReference, TranscriptContext } from "./types";
import type { Models, MutableModels } from "./models";

export function contentText(content: string | readonly Content[], separator?: string): string;
export function getSystemMessageText(message: SystemMessage): string;
/** A later system message as one text; what it changes of the prompt is named. */
export function renderSystemMessageUpdate(message: SystemMessage): string;
/** A UUID of version 7; later ones sort behind earlier ones, also within a millisecond. */
export function uuidv7(timestampMs?: number): string;
export const PI_AI_VERSION: "1.6.0";
export function getCacheWarmingDelayMs(ttlMs: number): number | undefined;
export function getPromptCacheTtlMs(model: Model<Api>, options: SimpleStreamOptions | undefined): number | undefined;
export function isCacheWarmingReplayable(model: Model<Api>, options: SimpleStreamOptions | undefined): boolean;
export function getCacheWarmingRequestOptions<T extends SimpleStreamOptions>(options: T, signal: AbortSignal): T;
export function evaluateCacheWarming(model: Model<Api>, promptTokens: number, phase: CacheWarmingPhase): CacheWarmingDecision;
export type CacheWarmingAction = "warm" | "stop";
export type CacheWarmingPhase = "streaming" | "idle";
export interface CacheWarmingDecision {
  phase: CacheWarmingPhase;
  warmCost: number;
  missCost: number;
  continuationProbability: number;
  expectedSavings: number;
  economicsAvailable: boolean;
  action: CacheWarmingAction;
}
export const CACHE_WARMING_MAX_AGE_MS: number;
export const CACHE_WARMING_MAX_IDLE_AGE_MS: number;
/** In dollars. */
export const CACHE_WARMING_MINIMUM_EXPECTED_SAVINGS: 0.05;
export const CACHE_WARMING_IDLE_CONTINUATION_PROBABILITY: 0.15;
export class ModelsError extends Error {
  readonly code: ModelsErrorCode;
  constructor(code: ModelsErrorCode, message: string, options?: { cause?: unknown });
}
export type ModelsErrorCode = "model_source" | "model_validation" | "provider" | "stream" | "auth" | "oauth";
/** Functions and constants of `@earendil-works/pi-ai`. */
export const AI_TELEMETRY_SCHEMA: { readonly version: string; readonly spans: Record<string, unknown>; readonly metrics: Record<string, unknown> };
export function getModelType(model: AnyModel): ModelType;
export function isModelType<TType extends ModelType>(model: AnyModel, type: TType): model is ModelTypeMap[TType];
export function registerSessionResourceCleanup(cleanup: SessionResourceCleanup): () => void;
export function cleanupSessionResources(sessionId?: string): void;
export type SessionResourceCleanup = (sessionId?: string) => void;
/** One answer of a model; its last message gets the time that it took. */
export class AssistantMessageEventStream extends EventStream<AssistantMessageEvent, AssistantMessage> {
  constructor();
  push(event: AssistantMessageEvent): void;
  end(result?: AssistantMessage): void;
}
export function formatThrownValue(value: unknown): string;
export function extractDiagnosticError(error: unknown): DiagnosticErrorInfo;
export function createAssistantMessageDiagnostic(type: string, error: unknown, details?: JsonObject): AssistantMessageDiagnostic;
export function appendAssistantMessageDiagnostic<T extends {
  diagnostics?: AssistantMessageDiagnostic[];
}>(message: T, diagnostic: AssistantMessageDiagnostic): void;
export interface DiagnosticErrorInfo {
  name?: string;
  message: string;
  stack?: string;
  code?: string | number;
}
export interface AssistantMessageDiagnostic {
  type: string;
  timestamp: number;
  error?: DiagnosticErrorInfo;
  details?: JsonObject;
}
export function createAssistantMessageEventStream(): AssistantMessageEventStream;
export class EventStream<T, R = T> {
  protected done: boolean;
  constructor(isComplete: (event: T) => boolean, extractResult: (event: T) => R);
  push(event: T): void;
  end(result?: R): void;
  [Symbol.asyncIterator](): AsyncIterator<T>;
  result(): Promise<R>;
}
export function mergeClientIdentity(...sources: (ClientIdentity | undefined)[]): ClientIdentity | undefined;
export function getClientVersion(identity?: ClientIdentity): string;
export function formatUserAgent(identity?: ClientIdentity): string;
export function getAttributionHeaders(target: ClientIdentityTarget, identity?: ClientIdentity): Record<string, string>;
export function getOpenCodeSessionHeaders(target: ClientIdentityTarget, sessionId: string | undefined): Record<string, string> | undefined;
export function getIdentityHeaders(target: ClientIdentityTarget, identity?: ClientIdentity): Record<string, string>;
export function withClientIdentity(models: MutableModels, identity: ClientIdentity): MutableModels;
export function withClientIdentity(models: Models, identity: ClientIdentity): Models;
export type UserAgentMode = "short" | "detailed" | { custom: string };
export interface ClientAttribution {
  name: string;
  url: string;
  categories?: string[];
}
export const PI_ATTRIBUTION: ClientAttribution;
export interface ClientIdentity {
  userAgent?: UserAgentMode;
  attribution?: ClientAttribution | null;
  version?: string;
}
export interface ClientIdentityTarget {
  readonly provider: string;
  readonly baseUrl: string;
}
/** Control characters inside strings and escapes that JSON does not know are written as it wants them. */
export function repairJson(json: string): string;
export function parseJsonWithRepair<T>(json: string): T;
export function parseToolCallArguments(json: string | undefined): Pick<ToolCall, "arguments" | "argumentsError">;
export function parseStreamingJson<T = Record<string, unknown>>(partialJson: string | undefined): T;
export function isContextOverflow(message: AssistantMessage, contextWindow?: number): boolean;
/** Cut off below what it was meant to have: the conversation had no room, or the provider stopped it. */
export function isRecoverableLength(message: AssistantMessage, desiredMaxOutput: number): boolean;
export function getOverflowPatterns(): RegExp[];
export function retryDelayMs(policy: Pick<RetryPolicy, "baseDelayMs" | "maxAgentDelayMs">, attempt: number): number;
export function retryAssistantCall(produce: () => Promise<AssistantMessage>, policy: RetryPolicy | undefined, signal: AbortSignal | undefined, callbacks?: RetryCallbacks): Promise<AssistantMessage>;
export function isRetryableAssistantError(message: AssistantMessage): boolean;
export interface RetryPolicy {
  enabled: boolean;
  maxRetries: number;
  baseDelayMs: number;
  maxAgentDelayMs?: number;
}
export const DEFAULT_MAX_AGENT_RETRY_DELAY_MS: 60000;
export interface RetryCallbacks {
  onRetryScheduled?: (attempt: number, maxAttempts: number, delayMs: number, errorMessage: string) => void | Promise<void>;
  onRetryAttemptStart?: () => void | Promise<void>;
  onRetryFinished?: (success: boolean, attempt: number, finalError?: string) => void | Promise<void>;
}
export type JsonPath = readonly (string | number)[];
export type JsonChange = { readonly kind: "set"; readonly path: JsonPath; readonly value: JsonValue } | {
  readonly kind: "append";
  readonly path: JsonPath;
  readonly text: string;
};
export class StreamingJsonParser {
  append(text: string): readonly JsonChange[];
  snapshot(): JsonValue | undefined;
}
export class ToolCallArgumentsStream {
  readonly text: string;
  append(delta: string): ToolCall["arguments"];
  replace(text: string): { readonly delta: string | undefined; readonly arguments: ToolCall["arguments"] };
  finish(): Pick<ToolCall, "arguments" | "argumentsError">;
}
/** An enumeration in the form that every provider takes. */
export function StringEnum<const T extends readonly string[]>(values: T, options?: { description?: string; default?: T[number] }): TUnsafe<T[number]>;
export function createInitialSystemMessage(systemPrompt: string | undefined, tools: Tool[] | undefined): SystemMessage | undefined;
export function normalizeContext(context: Context): TranscriptContext;
export function getInitialSystemMessage(messages: TranscriptMessages): SystemMessage | undefined;
export function withoutInitialSystemMessage(messages: Message[]): Message[];
export function getCurrentTools(messages: TranscriptMessages): Tool[];
/** All system messages as one. */
export function getCurrentSystemMessage(messages: TranscriptMessages): SystemMessage | undefined;
export function getCurrentSystemPrompt(messages: TranscriptMessages): string;
export function collapseSystemMessages(context: TranscriptContext): TranscriptContext;
export function resolveTranscript(context: TranscriptContext, supportsMidConvoSystemMessages: boolean | undefined): TranscriptContext;
export function toToolDeclaration(tool: Tool): Tool;
export function declarationsEqual(left: Tool, right: Tool): boolean;
export function getToolStateChanges(previous: readonly Tool[], current: readonly Tool[]): ToolStateChanges;
export function getDeclaredTools(messages: TranscriptMessages): Tool[];
/** Whether a name was declared twice, with different definitions. */
export function hasToolRedefinitions(messages: TranscriptMessages): boolean;
export function hasNonAdditiveToolChanges(messages: TranscriptMessages): boolean;
/** Which tools stand in the head of a request, and how many system messages that takes in. */
export function resolveTranscriptTools(messages: TranscriptMessages, support: TranscriptToolSupport): TranscriptTools;
export type TranscriptMessages = readonly { role: string }[];
export interface ToolStateChanges {
  toolsAdded: Tool[];
  toolsRemoved: ToolReference[];
}
export type TranscriptToolSupport = "none" | "additions" | "changes";
export interface TranscriptTools {
  requestTools: Tool[];
  foldedSystemMessages: number;
}
export function validateToolCall(tools: Tool[], toolCall: ToolCall): any;
/** The arguments of a call, converted to the types of the tool, or an error that says what is wrong. */
export function validateToolArguments(tool: Tool, toolCall: ToolCall): any;
/** The variables that are set, or undefined when none is. */
export function findEnvKeys(provider: KnownProvider, env?: ProviderEnv): string[] | undefined;
export function findEnvKeys(provider: string, env?: ProviderEnv): string[] | undefined;
export function getEnvApiKey(provider: KnownProvider, env?: ProviderEnv): string | undefined;
export function getEnvApiKey(provider: string, env?: ProviderEnv): string | undefined;
export const ANTHROPIC_AUTH_TOKEN_ENV: "ANTHROPIC_AUTH_TOKEN";
export const ANTHROPIC_OAUTH_TOKEN_ENV: "ANTHROPIC_OAUTH_TOKEN";
/** Variables that Anthropic's keys and tokens are found in. */
export const ANTHROPIC_API_KEY_ENV: "ANTHROPIC_API_KEY";
export const ANTHROPIC_FEDERATION_RULE_ID_ENV: "ANTHROPIC_FEDERATION_RULE_ID";
export const ANTHROPIC_ORGANIZATION_ID_ENV: "ANTHROPIC_ORGANIZATION_ID";
export const ANTHROPIC_SERVICE_ACCOUNT_ID_ENV: "ANTHROPIC_SERVICE_ACCOUNT_ID";
export const ANTHROPIC_IDENTITY_TOKEN_FILE_ENV: "ANTHROPIC_IDENTITY_TOKEN_FILE";
export const ANTHROPIC_WORKSPACE_ID_ENV: "ANTHROPIC_WORKSPACE_ID";
export const streamAnthropic: StreamFunction<"anthropic-messages", AnthropicOptions>;
export const streamSimpleAnthropic: StreamFunction<"anthropic-messages", SimpleStreamOptions>;
export const streamAzureOpenAIResponses: StreamFunction<"azure-openai-responses", AzureOpenAIResponsesOptions>;
export const streamSimpleAzureOpenAIResponses: StreamFunction<"azure-openai-responses", SimpleStreamOptions>;
export const streamGoogle: StreamFunction<"google-generative-ai", GoogleOptions>;
export const streamSimpleGoogle: StreamFunction<"google-generative-ai", SimpleStreamOptions>;
export const streamGoogleVertex: StreamFunction<"google-vertex", GoogleVertexOptions>;
export const streamSimpleGoogleVertex: StreamFunction<"google-vertex", SimpleStreamOptions>;
export const streamMistral: StreamFunction<"mistral-conversations", MistralOptions>;
export const streamSimpleMistral: StreamFunction<"mistral-conversations", SimpleStreamOptions>;
/** Throws when it is used: there is no wire for OpenAI Codex: it takes sign-ins of its own programs only. */
export const streamOpenAICodexResponses: StreamFunction<"openai-codex-responses", OpenAICodexResponsesOptions>;
/** Throws when it is used: there is no wire for OpenAI Codex: it takes sign-ins of its own programs only. */
export const streamSimpleOpenAICodexResponses: StreamFunction<"openai-codex-responses", SimpleStreamOptions>;
export const streamOpenAICompletions: StreamFunction<"openai-completions", OpenAICompletionsOptions>;
export const streamSimpleOpenAICompletions: StreamFunction<"openai-completions", SimpleStreamOptions>;
export const streamOpenAIResponses: StreamFunction<"openai-responses", OpenAIResponsesOptions>;
export const streamSimpleOpenAIResponses: StreamFunction<"openai-responses", SimpleStreamOptions>;
export type Content = TextContent | ImageContent | ThinkingContent | ToolCall;
