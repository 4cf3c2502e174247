/** The events: what a handler is given, and what it may answer. Names and order are Pi's. */
import type { AgentMessage, AgentToolResult, ThinkingLevel } from "../pi-agent-core";
import type { AssistantMessageEvent, ImageContent, Model, TextContent, ToolResultMessage, Usage } from "../ai/types";
import type { BashOperations, Skill } from "./tools";
import type { BranchSummaryEntry, CompactionEntry, CompactionLimits, CompactionResult, FileOperations, SessionEntry } from "./session";
import type { BoundaryState, McpServersChangeEvent, SessionBoundaryDraft, ToolCallEvent, ToolResultEvent } from "./runner";
import type { CacheWarmingDecisionEvent, CacheWarmingDecisionEventResult } from "./values";

type Content = TextContent | ImageContent;

/** Before anything of a project is read. Only for extensions of the person and of `-e`; the first that decides wins. */
export interface ProjectTrustEvent { type: "project_trust"; cwd: string }
export interface ProjectTrustEventResult { trusted: "yes" | "no" | "undecided"; remember?: boolean }

/** Which skills, templates and themes there are besides; paths are taken from the extension's folder. */
export interface ResourcesDiscoverEvent { type: "resources_discover"; cwd: string; reason: "startup" | "reload" }
export interface ResourcesDiscoverResult { skillPaths?: string[]; promptPaths?: string[]; themePaths?: string[] }

/** A session is in force. `previousSessionFile` is told when it took the place of another. */
export interface SessionStartEvent { type: "session_start"; reason: "startup" | "reload" | "new" | "resume" | "fork"; previousSessionFile?: string }
export interface SessionInfoChangedEvent { type: "session_info_changed"; name: string | undefined }
/** Another session is about to begin (`new`) or to be opened (`resume`). What answers `cancel` keeps this one. */
export interface SessionBeforeSwitchEvent { type: "session_before_switch"; reason: "new" | "resume"; targetSessionFile?: string }
export interface SessionBeforeForkEvent { type: "session_before_fork"; entryId: string; position: "before" | "at" }
export interface CancelResult { cancel?: boolean; skipConversationRestore?: boolean }
/** The conversation is about to be summed up. `compaction` takes the place of the summary that the model would make. */
export interface SessionBeforeCompactEvent {
  type: "session_before_compact";
  preparation: {
    firstKeptEntryId: string;
    messagesToSummarize: AgentMessage[];
    turnPrefixMessages: AgentMessage[];
    isSplitTurn: boolean;
    tokensBefore: number;
    previousSummary?: string;
    fileOps: FileOperations;
    settings: CompactionLimits;
  };
  branchEntries: SessionEntry[];
  customInstructions?: string;
  reason: "manual" | "threshold" | "overflow";
  willRetry: boolean;
  /** Fires when the person gives it up. */
  signal: AbortSignal;
}
export interface SessionBeforeCompactResult {
  cancel?: boolean;
  compaction?: CompactionResult;
}
export interface SessionCompactEvent { type: "session_compact"; compactionEntry: CompactionEntry; fromExtension: boolean; reason: "manual" | "threshold" | "overflow"; willRetry: boolean }
export interface SessionCompactFailedEvent { type: "session_compact_failed"; reason: string; aborted: boolean; willRetry: boolean; fromExtension: boolean; errorMessage?: string }
/** Where it goes from one place of a session to another, and what is left behind. */
export interface TreePreparation {
  targetId: string;
  oldLeafId: string | null;
  commonAncestorId: string | null;
  entriesToSummarize: SessionEntry[];
  userWantsSummary: boolean;
  customInstructions?: string;
  replaceInstructions?: boolean;
  label?: string;
}
/** Another place of the session is about to be gone to. `summary` is kept of what is left behind. */
export interface SessionBeforeTreeEvent { type: "session_before_tree"; preparation: TreePreparation; signal: AbortSignal }
export interface SessionBeforeTreeResult { cancel?: boolean; summary?: { summary: string; details?: unknown; usage?: Usage }; customInstructions?: string; replaceInstructions?: boolean; label?: string }
export interface SessionTreeEvent { type: "session_tree"; oldLeafId: string | null; newLeafId: string | null; summaryEntry?: BranchSummaryEntry; fromExtension?: boolean }
/** The session, or the program, ends. Nothing is asked any more. */
export interface SessionShutdownEvent { type: "session_shutdown"; reason: "quit" | "reload" | "new" | "resume" | "fork"; targetSessionFile?: string }

/** What was put in, before it is expanded. The first answer other than `continue` or `transform` ends the walk. */
export interface InputEvent { type: "input"; text: string; images?: ImageContent[]; source: "interactive" | "rpc" | "extension"; streamingBehavior?: "steer" | "followUp" }
export type InputEventResult =
  | { action: "continue" }
  | { action: "transform"; text: string; images?: ImageContent[] }
  | { action: "handled" }
  /** Pith's own: it is not sent, and the person is told why. */
  | { action: "block"; reason?: string };

export interface BuildSystemPromptOptions {
  customPrompt?: string;
  selectedTools: string[];
  toolSnippets: Record<string, string>;
  promptGuidelines: string[];
  /** Further sections, each in a tag of its name. */
  sections: Record<string, string>;
  appendSystemPrompt?: string;
  cwd: string;
  contextFiles?: { path: string; content: string }[];
  skills?: Skill[];
  forceSystemPrompt?: string;
  hiddenTools?: string[];
  toolGuidelines?: Record<string, string[]>;
}

/** Once per run. `systemPromptOptions` may be edited in place; a returned `systemPrompt` is the whole prompt. */
export interface BeforeAgentStartEvent {
  type: "before_agent_start";
  /** Whether the person said it or an extension. */
  messageType: "user" | "custom";
  prompt: string;
  images?: ImageContent[];
  readonly systemPrompt: string;
  systemPromptOptions: BuildSystemPromptOptions;
}
export interface BeforeAgentStartEventResult {
  message?: { customType: string; content: string | Content[]; display?: boolean; details?: unknown };
  systemPrompt?: string;
}
export interface AgentStartEvent { type: "agent_start" }
export interface AgentEndEvent { type: "agent_end"; messages: AgentMessage[] }
export interface TurnStartEvent { type: "turn_start"; turnIndex: number; timestamp: number }
/** Entries may be proposed, and whether it goes on. */
export interface BoundaryEventResult { entries?: SessionBoundaryDraft[]; continue?: boolean }
export interface TurnEndEvent extends BoundaryState { type: "turn_end"; turnIndex: number; message: AgentMessage; toolResults: ToolResultMessage[]; messageEntryId: string; toolResultEntryIds: string[] }
export interface AgentBeforeSettleEvent extends BoundaryState { type: "agent_before_settle" }
/** Nothing is left to do. */
export interface AgentSettledEvent { type: "agent_settled"; aborted?: boolean }

export interface MessageStartEvent { type: "message_start"; message: AgentMessage }
/** With every piece of an answer: five seconds of time of one's own, and best less. */
export interface MessageUpdateEvent { type: "message_update"; message: AgentMessage; assistantMessageEvent: AssistantMessageEvent }
/** A message is whole. What is returned takes its place, in the session too; its role stays. */
export interface MessageEndEvent { type: "message_end"; message: AgentMessage }
export interface MessageEndEventResult { message?: AgentMessage }

/** Once per request: what is sent of the conversation. The session keeps all of it. */
export interface ContextEvent { type: "context"; messages: AgentMessage[] }
export interface ContextEventResult { messages?: AgentMessage[] }
/** The same with the system prompt and tools as messages. */
export interface ContextWithSystemEvent { type: "context_with_system"; messages: AgentMessage[] }
/** Headers may be edited in place; `null` takes one away. */
export interface BeforeProviderHeadersEvent { type: "before_provider_headers"; headers: Record<string, string | null> }
/** The body as it is sent. Edit it in place, or return another. */
export interface BeforeProviderRequestEvent { type: "before_provider_request"; payload: unknown }
export interface AfterProviderResponseEvent { type: "after_provider_response"; status: number; headers: Record<string, string> }
/** Each event of a provider's stream, as it came. */
export interface ProviderStreamEvent { type: "provider_stream_event"; provider: string; api: string; model: string; data: unknown }

export interface ModelSelectEvent { type: "model_select"; model: Model<any>; previousModel: Model<any> | undefined; source: "set" | "cycle" | "restore" }
export interface ThinkingLevelSelectEvent { type: "thinking_level_select"; level: ThinkingLevel; previousLevel: ThinkingLevel }

/** `parentToolCallId` names the call whose tool makes this one, in these three. */
export interface ToolExecutionStartEvent { type: "tool_execution_start"; toolCallId: string; toolName: string; args: any; parentToolCallId?: string }
export interface ToolExecutionUpdateEvent { type: "tool_execution_update"; toolCallId: string; toolName: string; args: any; partialResult: any; parentToolCallId?: string }
export interface ToolExecutionEndEvent { type: "tool_execution_end"; toolCallId: string; toolName: string; result: any; isError: boolean; durationMs?: number; parentToolCallId?: string }

export interface ToolCallEventResult { block?: boolean; reason?: string; terminate?: boolean }
export interface ToolResultEventResult { content?: Content[]; details?: unknown; structuredContent?: unknown; isError?: boolean; usage?: Usage }

/** A command that the person typed with `!`. Answer with its result, or with operations that run it elsewhere. */
export interface UserBashEvent { type: "user_bash"; command: string; excludeFromContext: boolean; cwd: string }
export interface UserBashEventResult {
  operations?: BashOperations;
  result?: { output: string; exitCode: number | undefined; cancelled: boolean; truncated: boolean; fullOutputPath?: string };
}
export interface UiPromptEvent { type: "ui_prompt_start" | "ui_prompt_end"; reason: "ui_prompt"; kind: string; title?: string }

/** Every event: what is told, and what may be answered. */
export interface ExtensionEvents {
  project_trust: [ProjectTrustEvent, ProjectTrustEventResult];
  resources_discover: [ResourcesDiscoverEvent, ResourcesDiscoverResult];
  session_start: [SessionStartEvent, void];
  session_info_changed: [SessionInfoChangedEvent, void];
  session_before_switch: [SessionBeforeSwitchEvent, CancelResult];
  session_before_fork: [SessionBeforeForkEvent, CancelResult];
  session_before_compact: [SessionBeforeCompactEvent, SessionBeforeCompactResult];
  session_compact: [SessionCompactEvent, void];
  session_compact_failed: [SessionCompactFailedEvent, void];
  session_before_tree: [SessionBeforeTreeEvent, SessionBeforeTreeResult];
  session_tree: [SessionTreeEvent, void];
  session_shutdown: [SessionShutdownEvent, void];
  input: [InputEvent, InputEventResult];
  before_agent_start: [BeforeAgentStartEvent, BeforeAgentStartEventResult];
  agent_start: [AgentStartEvent, void];
  agent_end: [AgentEndEvent, void];
  turn_start: [TurnStartEvent, void];
  turn_end: [TurnEndEvent, BoundaryEventResult];
  agent_before_settle: [AgentBeforeSettleEvent, BoundaryEventResult];
  agent_settled: [AgentSettledEvent, void];
  message_start: [MessageStartEvent, void];
  message_update: [MessageUpdateEvent, void];
  message_end: [MessageEndEvent, MessageEndEventResult];
  context: [ContextEvent, ContextEventResult];
  context_with_system: [ContextWithSystemEvent, { messages?: AgentMessage[] }];
  before_provider_headers: [BeforeProviderHeadersEvent, void];
  before_provider_request: [BeforeProviderRequestEvent, unknown];
  after_provider_response: [AfterProviderResponseEvent, void];
  provider_stream_event: [ProviderStreamEvent, void];
  cache_warming_decision: [CacheWarmingDecisionEvent, CacheWarmingDecisionEventResult];
  mcp_servers_change: [McpServersChangeEvent, void];
  model_select: [ModelSelectEvent, void];
  thinking_level_select: [ThinkingLevelSelectEvent, void];
  tool_execution_start: [ToolExecutionStartEvent, void];
  tool_call: [ToolCallEvent, ToolCallEventResult];
  tool_execution_update: [ToolExecutionUpdateEvent, void];
  tool_result: [ToolResultEvent, ToolResultEventResult];
  tool_execution_end: [ToolExecutionEndEvent, void];
  user_bash: [UserBashEvent, UserBashEventResult];
  ui_prompt_start: [UiPromptEvent, void];
  ui_prompt_end: [UiPromptEvent, void];
}

export type { AgentToolResult };
