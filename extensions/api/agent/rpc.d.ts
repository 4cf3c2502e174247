/** RPC: its commands and answers, and a client that starts the program. */
import type { AgentMessage, ThinkingLevel } from "../pi-agent-core";
import type { AgentSessionRuntime, PromptDisposition, QueuedInputDisposition, SessionStats } from "./agents";
import type { BashResult, JsonAgentSessionEvent, SourceInfo } from "./values";
import type { CompactionResult, SessionEntry, SessionTreeNode } from "./session";
import type { ImageContent, Model } from "../ai/types";

export interface ModelInfo {
  provider: string;
  id: string;
  contextWindow: number;
  reasoning: boolean;
}
/** Starts the program as a child and speaks RPC with it. */
export class RpcClient {
  constructor(options?: RpcClientOptions);
  start(): Promise<void>;
  stop(): Promise<void>;
  onEvent(listener: RpcEventListener): () => void;
  getStderr(): string;
  prompt(message: string, images?: ImageContent[], streamingBehavior?: "steer" | "followUp"): Promise<PromptDisposition>;
  steer(message: string, images?: ImageContent[]): Promise<QueuedInputDisposition>;
  followUp(message: string, images?: ImageContent[]): Promise<QueuedInputDisposition>;
  abort(): Promise<void>;
  clearQueue(): Promise<{ steering: string[]; followUp: string[] }>;
  newSession(parentSession?: string): Promise<{ cancelled: boolean }>;
  getState(): Promise<RpcSessionState>;
  setModel(provider: string, modelId: string): Promise<{ provider: string; id: string }>;
  cycleModel(): Promise<{ model: { provider: string; id: string }; thinkingLevel: ThinkingLevel; isScoped: boolean } | null>;
  getAvailableModels(): Promise<ModelInfo[]>;
  setThinkingLevel(level: ThinkingLevel): Promise<void>;
  cycleThinkingLevel(): Promise<{ level: ThinkingLevel } | null>;
  getAvailableThinkingLevels(): Promise<ThinkingLevel[]>;
  setSteeringMode(mode: "all" | "one-at-a-time"): Promise<void>;
  setFollowUpMode(mode: "all" | "one-at-a-time"): Promise<void>;
  compact(customInstructions?: string): Promise<CompactionResult>;
  setAutoCompaction(enabled: boolean): Promise<void>;
  setAutoRetry(enabled: boolean): Promise<void>;
  abortRetry(): Promise<void>;
  bash(command: string): Promise<BashResult>;
  abortBash(): Promise<void>;
  getSessionStats(): Promise<SessionStats>;
  exportHtml(outputPath?: string): Promise<{ path: string }>;
  switchSession(sessionPath: string): Promise<{ cancelled: boolean }>;
  fork(entryId: string): Promise<{ text: string; cancelled: boolean }>;
  clone(): Promise<{ cancelled: boolean }>;
  getForkMessages(): Promise<Array<{ entryId: string; text: string }>>;
  getEntries(since?: string): Promise<{ entries: SessionEntry[]; leafId: string | null }>;
  getTree(): Promise<{ tree: SessionTreeNode[]; leafId: string | null }>;
  getLastAssistantText(): Promise<string | null>;
  setSessionName(name: string): Promise<void>;
  getMessages(): Promise<AgentMessage[]>;
  getCommands(): Promise<RpcSlashCommand[]>;
  waitForIdle(timeout?: number): Promise<void>;
  /** All events until the agent has nothing more to do. */
  collectEvents(timeout?: number): Promise<JsonAgentSessionEvent[]>;
  promptAndWait(message: string, images?: ImageContent[], timeout?: number): Promise<JsonAgentSessionEvent[]>;
}
export interface RpcClientOptions {
  cliPath?: string;
  cwd?: string;
  env?: Record<string, string>;
  provider?: string;
  model?: string;
  args?: string[];
}
/** A line that RPC takes. */
export type RpcCommand = { id?: string; type: "prompt"; message: string; images?: ImageContent[]; streamingBehavior?: "steer" | "followUp" } | {
  id?: string;
  type: "steer";
  message: string;
  images?: ImageContent[];
} | { id?: string; type: "follow_up"; message: string; images?: ImageContent[] } | { id?: string; type: "abort" } | {
  id?: string;
  type: "clear_queue";
} | { id?: string; type: "new_session"; parentSession?: string } | { id?: string; type: "get_state" } | {
  id?: string;
  type: "set_model";
  provider: string;
  modelId: string;
} | { id?: string; type: "cycle_model" } | { id?: string; type: "get_available_models" } | {
  id?: string;
  type: "set_thinking_level";
  level: ThinkingLevel;
} | { id?: string; type: "cycle_thinking_level" } | { id?: string; type: "get_available_thinking_levels" } | {
  id?: string;
  type: "set_steering_mode";
  mode: "all" | "one-at-a-time";
} | { id?: string; type: "set_follow_up_mode"; mode: "all" | "one-at-a-time" } | { id?: string; type: "compact"; customInstructions?: string } | {
  id?: string;
  type: "set_auto_compaction";
  enabled: boolean;
} | { id?: string; type: "set_auto_retry"; enabled: boolean } | { id?: string; type: "abort_retry" } | {
  id?: string;
  type: "bash";
  command: string;
  excludeFromContext?: boolean;
} | { id?: string; type: "abort_bash" } | { id?: string; type: "get_session_stats" } | { id?: string; type: "export_html"; outputPath?: string } | {
  id?: string;
  type: "switch_session";
  sessionPath: string;
} | { id?: string; type: "fork"; entryId: string } | { id?: string; type: "clone" } | { id?: string; type: "get_fork_messages" } | {
  id?: string;
  type: "get_entries";
  since?: string;
} | { id?: string; type: "get_tree" } | { id?: string; type: "get_last_assistant_text" } | { id?: string; type: "set_session_name"; name: string } | {
  id?: string;
  type: "get_messages";
} | { id?: string; type: "get_commands" };
export type RpcEventListener = (event: JsonAgentSessionEvent) => void;
/** What an extension asks or shows, over RPC. */
export type RpcExtensionUIRequest = {
  type: "extension_ui_request";
  id: string;
  method: "select";
  title: string;
  options: string[];
  timeout?: number;
} | { type: "extension_ui_request"; id: string; method: "confirm"; title: string; message: string; timeout?: number } | {
  type: "extension_ui_request";
  id: string;
  method: "input";
  title: string;
  placeholder?: string;
  timeout?: number;
} | { type: "extension_ui_request"; id: string; method: "editor"; title: string; prefill?: string } | {
  type: "extension_ui_request";
  id: string;
  method: "notify";
  message: string;
  notifyType?: "info" | "warning" | "error";
} | { type: "extension_ui_request"; id: string; method: "setStatus"; statusKey: string; statusText: string | undefined } | {
  type: "extension_ui_request";
  id: string;
  method: "setWidget";
  widgetKey: string;
  widgetLines: string[] | undefined;
  widgetPlacement?: "aboveEditor" | "belowEditor";
} | { type: "extension_ui_request"; id: string; method: "setTitle"; title: string } | {
  type: "extension_ui_request";
  id: string;
  method: "set_editor_text";
  text: string;
};
/** What the person says to it. */
export type RpcExtensionUIResponse = { type: "extension_ui_response"; id: string; value: string } | {
  type: "extension_ui_response";
  id: string;
  confirmed: boolean;
} | { type: "extension_ui_response"; id: string; cancelled: true };
/** Its answer. */
export type RpcResponse = { id?: string; type: "response"; command: "prompt"; success: true; data: { disposition: PromptDisposition } } | {
  id?: string;
  type: "response";
  command: "steer";
  success: true;
  data: { disposition: QueuedInputDisposition };
} | { id?: string; type: "response"; command: "follow_up"; success: true; data: { disposition: QueuedInputDisposition } } | {
  id?: string;
  type: "response";
  command: "abort";
  success: true;
} | { id?: string; type: "response"; command: "clear_queue"; success: true; data: { steering: string[]; followUp: string[] } } | {
  id?: string;
  type: "response";
  command: "new_session";
  success: true;
  data: { cancelled: boolean };
} | { id?: string; type: "response"; command: "get_state"; success: true; data: RpcSessionState } | {
  id?: string;
  type: "response";
  command: "set_model";
  success: true;
  data: Model<any>;
} | {
  id?: string;
  type: "response";
  command: "cycle_model";
  success: true;
  data: { model: Model<any>; thinkingLevel: ThinkingLevel; isScoped: boolean } | null;
} | { id?: string; type: "response"; command: "get_available_models"; success: true; data: { models: Model<any>[] } } | {
  id?: string;
  type: "response";
  command: "set_thinking_level";
  success: true;
} | { id?: string; type: "response"; command: "cycle_thinking_level"; success: true; data: { level: ThinkingLevel } | null } | {
  id?: string;
  type: "response";
  command: "get_available_thinking_levels";
  success: true;
  data: { levels: ThinkingLevel[] };
} | { id?: string; type: "response"; command: "set_steering_mode"; success: true } | {
  id?: string;
  type: "response";
  command: "set_follow_up_mode";
  success: true;
} | { id?: string; type: "response"; command: "compact"; success: true; data: CompactionResult } | {
  id?: string;
  type: "response";
  command: "set_auto_compaction";
  success: true;
} | { id?: string; type: "response"; command: "set_auto_retry"; success: true } | {
  id?: string;
  type: "response";
  command: "abort_retry";
  success: true;
} | { id?: string; type: "response"; command: "bash"; success: true; data: BashResult } | {
  id?: string;
  type: "response";
  command: "abort_bash";
  success: true;
} | { id?: string; type: "response"; command: "get_session_stats"; success: true; data: SessionStats } | {
  id?: string;
  type: "response";
  command: "export_html";
  success: true;
  data: { path: string };
} | { id?: string; type: "response"; command: "switch_session"; success: true; data: { cancelled: boolean } } | {
  id?: string;
  type: "response";
  command: "fork";
  success: true;
  data: { text: string; cancelled: boolean };
} | { id?: string; type: "response"; command: "clone"; success: true; data: { cancelled: boolean } } | {
  id?: string;
  type: "response";
  command: "get_fork_messages";
  success: true;
  data: { messages: Array<{ entryId: string; text: string }> };
} | { id?: string; type: "response"; command: "get_entries"; success: true; data: { entries: SessionEntry[]; leafId: string | null } } | {
  id?: string;
  type: "response";
  command: "get_tree";
  success: true;
  data: { tree: SessionTreeNode[]; leafId: string | null };
} | { id?: string; type: "response"; command: "get_last_assistant_text"; success: true; data: { text: string | null } } | {
  id?: string;
  type: "response";
  command: "set_session_name";
  success: true;
} | { id?: string; type: "response"; command: "get_messages"; success: true; data: { messages: AgentMessage[] } } | {
  id?: string;
  type: "response";
  command: "get_commands";
  success: true;
  data: { commands: RpcSlashCommand[] };
} | { id?: string; type: "response"; command: string; success: false; error: string };
export interface RpcSessionState {
  model?: Model<any>;
  thinkingLevel: ThinkingLevel;
  isStreaming: boolean;
  isCompacting: boolean;
  steeringMode: "all" | "one-at-a-time";
  followUpMode: "all" | "one-at-a-time";
  sessionFile?: string;
  sessionId: string;
  sessionName?: string;
  autoCompactionEnabled: boolean;
  messageCount: number;
  pendingMessageCount: number;
}
/** Throws when it is used: the program begins in Rust; start it as a child. */
export function runRpcMode(runtimeHost: AgentSessionRuntime): Promise<never>;
export interface RpcSlashCommand {
  name: string;
  description?: string;
  source: "extension" | "prompt" | "skill";
  sourceInfo: SourceInfo;
}
