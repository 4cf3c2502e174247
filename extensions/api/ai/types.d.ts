/** Messages, models and streams, as types. */
import type { TSchema } from "typebox";

export type Api = string;
export type KnownApi = Api;
export type Provider = string;
export type StopReason = "stop" | "length" | "toolUse" | "error" | "aborted" | "pending";
export type ThinkingLevel = "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
export type ModelThinkingLevel = "off" | ThinkingLevel;
export type ThinkingLevelMap = { [level in ModelThinkingLevel]?: string | null };

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
  arguments: Record<string, any>;
  thoughtSignature?: string;
  [field: string]: any;
}

/** Tokens, and what they cost in dollars. */
export interface Usage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  totalTokens: number;
  cost: { input: number; output: number; cacheRead: number; cacheWrite: number; total: number };
  [field: string]: any;
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
  provider: Provider;
  model: string;
  responseId?: string;
  usage: Usage;
  stopReason: StopReason;
  errorMessage?: string;
  timestamp: number;
  [field: string]: any;
}

export interface ToolResultMessage<Details = any> {
  role: "toolResult";
  toolCallId: string;
  toolName: string;
  content: (TextContent | ImageContent)[];
  details?: Details;
  isError: boolean;
  timestamp: number;
  [field: string]: any;
}

export interface SystemMessage {
  role: "system";
  content?: string | TextContent[];
  [field: string]: any;
}

export type Message = UserMessage | AssistantMessage | ToolResultMessage;

export interface Tool<Parameters extends TSchema = TSchema> {
  name: string;
  description: string;
  parameters: Parameters;
  [field: string]: any;
}

/** What a model is sent. */
export interface Context {
  systemPrompt?: string;
  messages: Message[];
  tools?: Tool[];
}

/** The same as a transcript, in which the system prompt and tools may change on the way. */
export interface TranscriptContext {
  messages: (Message | SystemMessage | any)[];
  [field: string]: any;
}

export interface ModelCost {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  [field: string]: any;
}

export interface Model<A extends Api = Api> {
  id: string;
  name: string;
  api: A;
  provider: Provider;
  baseUrl: string;
  reasoning: boolean;
  thinkingLevelMap?: ThinkingLevelMap;
  input: ("text" | "image")[];
  /** Dollars for a million tokens. */
  cost: ModelCost;
  contextWindow: number;
  maxTokens: number;
  headers?: Record<string, string>;
  compat?: any;
  [field: string]: any;
}

export interface StreamOptions {
  temperature?: number;
  maxTokens?: number;
  signal?: AbortSignal;
  apiKey?: string;
  headers?: Record<string, string | null>;
  sessionId?: string;
  onPayload?(payload: any, model: Model): any;
  onResponse?(response: { status: number; headers: Record<string, string> }, model: Model): any;
  [option: string]: any;
}

export interface SimpleStreamOptions extends StreamOptions {
  reasoning?: ThinkingLevel;
}

/** A piece of an answer; `partial` is the message so far. */
export type AssistantMessageEvent =
  | { type: "start"; partial: AssistantMessage }
  | { type: "text_start" | "thinking_start" | "toolcall_start"; contentIndex: number; partial: AssistantMessage }
  | { type: "text_delta" | "thinking_delta" | "toolcall_delta"; contentIndex: number; delta: string; partial: AssistantMessage }
  | { type: "text_end" | "thinking_end"; contentIndex: number; content: string; partial: AssistantMessage }
  | { type: "toolcall_end"; contentIndex: number; toolCall: ToolCall; partial: AssistantMessage }
  | { type: "done"; reason: StopReason; message: AssistantMessage }
  | { type: "error"; reason: StopReason; error: AssistantMessage };

/** Events as they come, and the message in the end. */
export interface AssistantMessageEventStreamLike extends AsyncIterable<AssistantMessageEvent> {
  push(event: AssistantMessageEvent): void;
  end(message?: AssistantMessage): void;
  result(): Promise<AssistantMessage>;
}

export interface OAuthCredentials {
  refresh: string;
  access: string;
  /** Unix milliseconds. */
  expires: number;
  [field: string]: any;
}

export interface OAuthLoginCallbacks {
  onAuth(info: { url: string; instructions?: string }): void;
  onPrompt(prompt: { message: string; placeholder?: string; allowEmpty?: boolean }): Promise<string>;
  onProgress?(message: string): void;
  onManualCodeInput?(): Promise<string>;
  signal?: AbortSignal;
  [callback: string]: any;
}

export type ImagesModel = any;
export type ProviderStreams = any;
