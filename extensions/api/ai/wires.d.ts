/** What single wires take besides, and in what their hosts differ. */
import type { Api, AssistantMessage, AssistantMessageEvent, Model, ProviderStreams, StreamOptions, ThinkingBudgets, ToolCall } from "./types";
import type { AssistantMessageEventStream } from "./values";
import type { ThinkingLevel } from "./models";

export type AnthropicEffort = "low" | "medium" | "high" | "xhigh" | "max";
export interface AnthropicOptions extends StreamOptions {
  thinkingEnabled?: boolean;
  thinkingBudgetTokens?: number;
  effort?: AnthropicEffort;
  thinkingDisplay?: AnthropicThinkingDisplay;
  interleavedThinking?: boolean;
  toolChoice?: "auto" | "any" | "none" | { type: "tool"; name: string };
  client?: unknown;
}
export type AnthropicThinkingDisplay = "summarized" | "omitted";
export interface AzureOpenAIResponsesOptions extends AzureEndpointOptions {
  reasoningEffort?: "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
  toolChoice?: unknown;
  reasoningSummary?: "auto" | "detailed" | "concise" | null;
}
export interface BedrockOptions extends StreamOptions {
  region?: string;
  profile?: string;
  toolChoice?: "auto" | "any" | "none" | { type: "tool"; name: string };
  reasoning?: ThinkingLevel;
  thinkingBudgets?: ThinkingBudgets;
  interleavedThinking?: boolean;
  thinkingDisplay?: BedrockThinkingDisplay;
  requestMetadata?: Record<string, string>;
  bearerToken?: string;
}
export type BedrockThinkingDisplay = "summarized" | "omitted";
export interface GoogleOptions extends StreamOptions {
  toolChoice?: "auto" | "none" | "any";
  thinking?: { enabled: boolean; budgetTokens?: number; level?: GoogleApiThinkingLevel };
}
export type GoogleApiThinkingLevel = "THINKING_LEVEL_UNSPECIFIED" | "MINIMAL" | "LOW" | "MEDIUM" | "HIGH";
export type ResolvedGoogleThinkingLevel = Exclude<ThinkingLevel, "xhigh" | "max">;
export interface GoogleVertexOptions extends StreamOptions {
  toolChoice?: "auto" | "none" | "any";
  thinking?: { enabled: boolean; budgetTokens?: number; level?: GoogleApiThinkingLevel };
  project?: string;
  location?: string;
}
export interface MistralOptions extends StreamOptions {
  toolChoice?: "auto" | "none" | "any" | "required" | { type: "function"; function: { name: string } };
  promptMode?: "reasoning";
  reasoningEffort?: MistralReasoningEffort;
}
export interface OpenAICodexResponsesOptions extends StreamOptions {
  reasoningEffort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
  reasoningSummary?: "auto" | "concise" | "detailed" | "off" | "on" | null;
  serviceTier?: unknown;
  textVerbosity?: "low" | "medium" | "high";
  toolChoice?: "auto" | "none" | "required";
}
export interface OpenAICodexWebSocketDebugStats {
  requests: number;
  connectionsCreated: number;
  connectionsReused: number;
  cachedContextRequests: number;
  storeTrueRequests: number;
  fullContextRequests: number;
  deltaRequests: number;
  lastInputItems: number;
  lastDeltaInputItems?: number;
  lastPreviousResponseId?: string;
  websocketFailures: number;
  sseFallbacks: number;
  websocketFallbackActive?: boolean;
  lastWebSocketError?: string;
}
export interface OpenAICompletionsOptions extends StreamOptions {
  toolChoice?: unknown;
  reasoningEffort?: "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
  thinkingBudgets?: ThinkingBudgets;
}
export interface OpenAIResponsesOptions extends StreamOptions {
  reasoningEffort?: "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
  reasoningSummary?: "auto" | "detailed" | "concise" | null;
  serviceTier?: unknown;
  toolChoice?: unknown;
}
export type PiMessagesEvent = { type: "start" } | { type: "text_start"; contentIndex: number } | {
  type: "text_delta";
  contentIndex: number;
  delta: string;
} | { type: "text_end"; contentIndex: number; content: string; contentSignature?: string } | { type: "thinking_start"; contentIndex: number } | {
  type: "thinking_delta";
  contentIndex: number;
  delta: string;
} | { type: "thinking_end"; contentIndex: number; content: string; contentSignature?: string; redacted?: boolean } | {
  type: "toolcall_start";
  contentIndex: number;
  id: string;
  toolName: string;
} | { type: "toolcall_delta"; contentIndex: number; delta: string } | { type: "toolcall_end"; contentIndex: number; toolCall: ToolCall } | {
  type: "done";
  reason: Extract<PiMessagesStopReason, "stop" | "length" | "toolUse">;
  usage: PiMessagesUsage;
  responseId?: string;
  responseModel?: string;
  providerThinkingLevel?: string;
  rewrite?: PiMessagesRewriteImpact;
} | {
  type: "error";
  reason: Extract<PiMessagesStopReason, "aborted" | "error">;
  usage: PiMessagesUsage;
  errorMessage?: string;
  responseId?: string;
  responseModel?: string;
  providerThinkingLevel?: string;
  rewrite?: PiMessagesRewriteImpact;
};
export interface PiMessagesOptions extends StreamOptions {
  reasoning?: ThinkingLevel;
  toolChoice?: "auto" | "none" | "required" | { type: "function"; function: { name: string } };
  debug?: boolean;
}
export type PiMessagesRewriteImpact = {
  policyId: string;
  policyVersion: number;
  changed: boolean;
  tokenCountChange: number;
  messageCountChange: number;
  systemPromptChanged: boolean;
};
export function lazyStream(model: Model<Api>, setup: () => Promise<AsyncIterable<AssistantMessageEvent>>, observer?: LazyStreamObserver, signal?: AbortSignal): AssistantMessageEventStream;
export function lazyApi(load: () => Promise<ProviderStreams>, capabilities?: LazyApiCapabilities): ProviderStreams;
export interface LazyStreamObserver {
  onEvent?(event: AssistantMessageEvent): void;
  onResult?(result: AssistantMessage | undefined): void;
}
export interface LazyApiCapabilities {
  fetchDeferred?: boolean;
  cancelDeferred?: boolean;
}
export interface AnthropicAllowedFallbackModel {
  provider: string;
  model: string;
  cost: {
    input: number;
    output: number;
    cacheRead: number;
    cacheWrite: number;
    tiers?: { input: number; output: number; cacheRead: number; cacheWrite: number; inputTokensAbove: number }[];
  };
}
export interface AnthropicMessagesCompat {
  supportsEagerToolInputStreaming?: boolean;
  supportsLongCacheRetention?: boolean;
  sendSessionAffinityHeaders?: boolean;
  sessionAffinityFormat?: 'openrouter';
  supportsCacheControlOnTools?: boolean;
  supportsTemperature?: boolean;
  forceAdaptiveThinking?: boolean;
  allowEmptySignature?: boolean;
  supportsStrictTools?: boolean;
  supportsMidConvoEffort?: boolean;
  supportsMidConvoSystemMessages?: boolean;
  supportsMidConvoToolChanges?: boolean;
  supportsMessageThreads?: boolean;
  allowedFallbackModels?: {
      provider: string;
      model: string;
      cost: {
        input: number;
        output: number;
        cacheRead: number;
        cacheWrite: number;
        tiers?: { input: number; output: number; cacheRead: number; cacheWrite: number; inputTokensAbove: number }[];
      };
    }[];
}
export interface BedrockCompat {
  supportsStrictMode?: boolean;
}
export type ChatTemplateKwargValue = null | string | number | boolean | {
  "$var": ('thinking.budget' | 'thinking.effort' | 'thinking.enabled');
  omitWhenOff?: boolean;
};
export interface MistralConversationsCompat {
  supportsMidConvoSystemMessages?: boolean;
  supportsStrictMode?: boolean;
}
export interface OpenAICompletionsCompat {
  supportsStore?: boolean;
  supportsDeveloperRole?: boolean;
  supportsReasoningEffort?: boolean;
  supportsUsageInStreaming?: boolean;
  supportsFinishReason?: boolean;
  maxTokensField?: ('max_completion_tokens' | 'max_tokens');
  requiresToolResultName?: boolean;
  requiresAssistantAfterToolResult?: boolean;
  requiresNonNullAssistantContent?: boolean;
  requiresToolsWithToolHistory?: boolean;
  requiresThinkingAsText?: boolean;
  requiresReasoningContentOnAssistantMessages?: boolean;
  thinkingFormat?: ('openrouter' | 'ant-ling' | 'baseten' | 'chat-template' | 'deepseek' | 'openai' | 'qwen' | 'qwen-chat-template' | 'string-thinking' | 'together' | 'zai');
  chatTemplateKwargs?: Record<string, null | string | number | boolean | {
  "$var": ('thinking.budget' | 'thinking.effort' | 'thinking.enabled');
  omitWhenOff?: boolean;
}>;
  chatTemplateArgs?: Record<string, null | string | number | boolean | {
  "$var": ('thinking.budget' | 'thinking.effort' | 'thinking.enabled');
  omitWhenOff?: boolean;
}>;
  openRouterRouting?: {
    allow_fallbacks?: boolean;
    require_parameters?: boolean;
    data_collection?: ('allow' | 'deny');
    zdr?: boolean;
    enforce_distillable_text?: boolean;
    order?: string[];
    only?: string[];
    ignore?: string[];
    quantizations?: string[];
    sort?: (string | { by?: string; partition?: (null | string) });
    max_price?: {
      prompt?: (string | number);
      completion?: (string | number);
      image?: (string | number);
      audio?: (string | number);
      request?: (string | number);
    };
    preferred_min_throughput?: (number | { p50?: number; p75?: number; p90?: number; p99?: number });
    preferred_max_latency?: (number | { p50?: number; p75?: number; p90?: number; p99?: number });
  };
  vercelGatewayRouting?: { only?: string[]; order?: string[] };
  zaiToolStream?: boolean;
  thinkingTokenBudgetField?: ('thinking_budget' | 'thinking_budget_tokens' | 'thinking_token_budget');
  supportsThinkingTokenBudget?: boolean;
  supportsOpenAIGrammarTools?: boolean;
  supportsMidConvoSystemMessages?: boolean;
  supportsMidConvoToolAdditions?: boolean;
  supportsStrictMode?: boolean;
  cacheControlFormat?: 'anthropic';
  sendSessionAffinityHeaders?: boolean;
  sessionAffinityFormat?: ('openrouter' | 'openai' | 'openai-nosession');
  promptCacheKeyMode?: ('auto' | 'disabled' | 'enabled');
  supportsLongCacheRetention?: boolean;
  vllmPriority?: number;
}
export interface OpenAIResponsesCompat {
  supportsDeveloperRole?: boolean;
  supportsMidConvoSystemMessages?: boolean;
  sessionAffinityFormat?: ('openrouter' | 'openai' | 'openai-nosession');
  promptCacheKeyMode?: ('auto' | 'disabled' | 'enabled');
  supportsLongCacheRetention?: boolean;
  supportsStrictMode?: boolean;
  supportsOpenAIGrammarTools?: boolean;
  supportsAdditionalTools?: boolean;
  supportsToolSearch?: boolean;
  supportsExplicitPromptCacheMode?: boolean;
  supportsMidConvoEffort?: boolean;
  supportsMaxOutputTokens?: boolean;
}
export interface OpenRouterRouting {
  allow_fallbacks?: boolean;
  require_parameters?: boolean;
  data_collection?: ('allow' | 'deny');
  zdr?: boolean;
  enforce_distillable_text?: boolean;
  order?: string[];
  only?: string[];
  ignore?: string[];
  quantizations?: string[];
  sort?: (string | { by?: string; partition?: (null | string) });
  max_price?: {
    prompt?: (string | number);
    completion?: (string | number);
    image?: (string | number);
    audio?: (string | number);
    request?: (string | number);
  };
  preferred_min_throughput?: (number | { p50?: number; p75?: number; p90?: number; p99?: number });
  preferred_max_latency?: (number | { p50?: number; p75?: number; p90?: number; p99?: number });
}
export type SessionAffinityFormat = 'openrouter' | 'openai' | 'openai-nosession';
export interface SystemOneCompat {
  imageInput?: ('assets' | 'images' | 'state-image-urls');
  sendImageOptInHeader?: boolean;
}
export type ThinkingTokenBudgetField = 'thinking_budget' | 'thinking_budget_tokens' | 'thinking_token_budget';
export interface VercelGatewayRouting {
  only?: string[];
  order?: string[];
}
export const anthropicMessagesApi: () => ProviderStreams;
export const azureOpenAIResponsesApi: () => ProviderStreams;
export function setBedrockProviderModule(module: ProviderStreams): void;
export function setBedrockProviderLoader(load: () => Promise<ProviderStreams>): void;
export const bedrockConverseStreamApi: () => ProviderStreams;
export const googleGenerativeAIApi: () => ProviderStreams;
export const googleVertexApi: () => ProviderStreams;
export const mistralConversationsApi: () => ProviderStreams;
/** Throws when it is used: there is no wire for OpenAI Codex: it takes sign-ins of its own programs only. */
export const openAICodexResponsesApi: () => ProviderStreams;
export const openAICompletionsApi: () => ProviderStreams;
export const openAIResponsesApi: () => ProviderStreams;
/** Throws when it is used: there is no wire for the gateway that speaks pi-messages. */
export const piMessagesApi: () => ProviderStreams;
export interface AzureEndpointOptions extends StreamOptions {
  azureApiVersion?: string;
  azureResourceName?: string;
  azureBaseUrl?: string;
  azureDeploymentName?: string;
}
export type MistralReasoningEffort = "none" | "low" | "medium" | "high" | "max";
export type PiMessagesStopReason = AssistantMessage["stopReason"];
export type PiMessagesUsage = AssistantMessage["usage"];
