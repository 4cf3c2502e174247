/** What is behind `pi`: the events of tools, drafts of entries, renderers, and a runner for extensions of one's own. */
import type { TSchema } from "typebox";
import type { AfterProviderResponseEvent, AgentBeforeSettleEvent, AgentEndEvent, AgentSettledEvent, AgentStartEvent, BeforeAgentStartEvent, BeforeProviderHeadersEvent, BeforeProviderRequestEvent, BuildSystemPromptOptions, ContextEvent, ContextWithSystemEvent, InputEvent, InputEventResult, MessageEndEvent, MessageStartEvent, MessageUpdateEvent, ModelSelectEvent, ProjectTrustEvent, ProjectTrustEventResult, ProviderStreamEvent, ResourcesDiscoverEvent, SessionBeforeCompactEvent, SessionBeforeCompactResult, SessionBeforeForkEvent, SessionBeforeSwitchEvent, SessionBeforeTreeEvent, SessionBeforeTreeResult, SessionCompactEvent, SessionCompactFailedEvent, SessionInfoChangedEvent, SessionShutdownEvent, SessionStartEvent, SessionTreeEvent, ThinkingLevelSelectEvent, ToolCallEventResult, ToolExecutionEndEvent, ToolExecutionStartEvent, ToolExecutionUpdateEvent, ToolResultEventResult, TurnEndEvent, TurnStartEvent, UserBashEvent, UserBashEventResult } from "./events";
import type { AgentMessage, AgentTool, AgentToolCallOutcome, AgentToolUpdateCallback, ThinkingLevel } from "../pi-agent-core";
import type { AnyModel, Api, ImageContent, JsonValue, Message, Model, ProviderHeaders, SimpleStreamOptions, TextContent, TranscriptContext, Usage } from "../ai/types";
import type { AssistantMessageEventStream } from "../ai/values";
import type { AutocompleteItem, AutocompleteProvider, Component, KeyId, Keybinding, KeybindingsConfig } from "../tui/types";
import type { BashToolDetails, BashToolInput, EditToolDetails, EditToolInput, FindToolDetails, FindToolInput, GrepToolDetails, GrepToolInput, LsToolDetails, LsToolInput, PowerShellToolDetails, PowerShellToolInput, ReadToolDetails, ReadToolInput, WriteToolInput } from "./tools";
import type { CacheWarmingDecisionEvent, McpServerRegistry, ModelRoute, ModelRouteRequest, NormalizedBuildSystemPromptOptions, RegisteredMcpServer, ResourceDiagnostic, SlashCommandInfo, SourceInfo, VirtualModelDefinition } from "./values";
import type { ClassifierApi, ImageApi, Provider, ProviderClassifier, ProviderImages, RefreshModelsContext } from "../ai/models";
import type { CompactionResult, ContextEditEntry, CustomEntry, CustomMessage, ProjectedSessionEntry, SessionManager } from "./session";
import type { EventBus, ExtensionFactory, ToolDefinition } from "./api";
import type { ExtensionCommandContext, ExtensionContext, ExtensionToolContext, ExtensionUIContext, ReplacedSessionContext } from "./context";
import type { ModelRegistry, ScopedModel } from "./agents";
import type { OAuthCredentials } from "../ai/logins";
import type { OAuthLoginCallbacks } from "../ai/compat";
import type { Settings } from "./settings";
import type { Theme } from "./components";

export type AgentActivityOutcome = "completed" | "aborted" | "error";
export type AgentBeforeSettleEventResult = BoundaryResult;
export type AutocompleteProviderFactory = (current: AutocompleteProvider) => AutocompleteProvider;
export interface BashToolCallEvent extends ToolCallEventBase {
  toolName: "bash";
  input: BashToolInput;
}
export interface BeforeAgentStartCustomEvent extends BeforeAgentStartEventBase {
  messageType: "custom";
  message: CustomMessage;
}
export interface BeforeAgentStartUserEvent extends BeforeAgentStartEventBase {
  messageType: "user";
  prompt: string;
  images?: ImageContent[];
}
export type BeforeProviderRequestEventResult = unknown;
export interface BoundaryContextPreview {
  contextEntries: ProjectedSessionEntry[];
  contextMessages: AgentMessage[];
  llmMessages: Message[];
  pendingMessages: AgentMessage[];
  canContinue: boolean;
}
export interface BoundaryResult {
  entries?: SessionBoundaryDraft[];
  continue?: boolean;
}
export interface BoundaryState {
  entries: SessionBoundaryDraft[];
  continue: boolean;
  context: BoundaryContextPreview;
  outcome: AgentActivityOutcome;
}
export interface CompactionEntryDraft {
  type: "compaction";
  summary: string;
  firstKeptEntryId: string | null;
  details?: unknown;
  usage?: Usage;
}
export interface CompactOptions {
  customInstructions?: string;
  onComplete?: (result: CompactionResult) => void;
  onError?: (error: Error) => void;
}
export interface ContextEditEntryDraft {
  type: "context_edit";
  targetId: string;
  replacement: ContextEditEntry["replacement"];
}
export interface ContextUsage {
  tokens: number | null;
  contextWindow: number;
  percent: number | null;
}
export interface CustomEntryDraft {
  type: "custom";
  customType: string;
  data?: unknown;
}
export interface CustomMessageEntryDraft {
  type: "custom_message";
  customType: string;
  content: string | (TextContent | ImageContent)[];
  display: boolean;
  details?: unknown;
}
export interface CustomToolCallEvent extends ToolCallEventBase {
  toolName: string;
  input: Record<string, unknown>;
}
export interface EditToolCallEvent extends ToolCallEventBase {
  toolName: "edit";
  input: EditToolInput;
}
export type EntryRenderer<T = unknown> = (entry: CustomEntry<T>, options: EntryRenderOptions, theme: Theme) => Component | undefined;
export interface EntryRenderOptions extends KeybindingHints {
  expanded: boolean;
}
export interface ExecuteToolOptions {
  signal?: AbortSignal;
  onUpdate?: AgentToolUpdateCallback;
}
export interface Extension {
  path: string;
  resolvedPath: string;
  hidden?: boolean;
  replaceable?: boolean;
  sourceInfo: SourceInfo;
  handlers: Map<string, HandlerFn[]>;
  tools: Map<string, RegisteredTool>;
  messageRenderers: Map<string, MessageRenderer>;
  toolRenderers?: ToolRendererResolver[];
  markdownTransformer?: MarkdownTransformerRegistration;
  entryRenderers?: Map<string, EntryRenderer>;
  commands: Map<string, RegisteredCommand>;
  flags: Map<string, ExtensionFlag>;
  shortcuts: Map<KeyId, ExtensionShortcut>;
}
export interface ExtensionActions {
  sendMessage: SendMessageHandler;
  sendUserMessage: SendUserMessageHandler;
  appendEntry: AppendEntryHandler;
  setSessionName: SetSessionNameHandler;
  getSessionName: GetSessionNameHandler;
  setLabel: SetLabelHandler;
  getActiveTools: GetActiveToolsHandler;
  getAllTools: GetAllToolsHandler;
  getSettings: GetSettingsHandler;
  setActiveTools: SetActiveToolsHandler;
  refreshTools: RefreshToolsHandler;
  getCommands: GetCommandsHandler;
  setModel: SetModelHandler;
  getThinkingLevel: GetThinkingLevelHandler;
  setThinkingLevel: SetThinkingLevelHandler;
}
export interface ExtensionCommandContextActions {
  waitForIdle: () => Promise<void>;
  newSession: (options?: {
    parentSession?: string;
    setup?: (sessionManager: SessionManager) => Promise<void>;
    withSession?: (ctx: ReplacedSessionContext) => Promise<void>;
  }) => Promise<{ cancelled: boolean }>;
  fork: (entryId: string, options?: { position?: "before" | "at"; withSession?: (ctx: ReplacedSessionContext) => Promise<void> }) => Promise<{
    cancelled: boolean;
  }>;
  navigateTree: (targetId: string, options?: {
    summarize?: boolean;
    customInstructions?: string;
    replaceInstructions?: boolean;
    label?: string;
  }) => Promise<{ cancelled: boolean }>;
  switchSession: (sessionPath: string, options?: { withSession?: (ctx: ReplacedSessionContext) => Promise<void> }) => Promise<{ cancelled: boolean }>;
  reload: () => Promise<void>;
}
export interface ExtensionContextActions {
  getModel: () => Model<any> | undefined;
  getScopedModels: () => readonly ScopedModel[];
  isIdle: () => boolean;
  isProjectTrusted: () => boolean;
  getSignal: () => AbortSignal | undefined;
  abort: () => void;
  hasPendingMessages: () => boolean;
  shutdown: () => void;
  getContextUsage: () => ContextUsage | undefined;
  compact: (options?: CompactOptions) => void;
  getSystemPrompt: () => string;
  getSystemPromptOptions?: () => BuildSystemPromptOptions;
  executeTool?: (callerId: string, name: string, args: unknown, options: ExecuteToolOptions) => Promise<AgentToolCallOutcome>;
  getCallableTools?: () => readonly AgentTool[];
}
export interface ExtensionError {
  extensionPath: string;
  event: string;
  error: string;
  stack?: string;
}
export type ExtensionEvent = ProjectTrustEvent | ResourcesDiscoverEvent | McpServersChangeEvent | SessionEvent | ContextEvent | ContextWithSystemEvent | CacheWarmingDecisionEvent | BeforeProviderRequestEvent | BeforeProviderHeadersEvent | AfterProviderResponseEvent | ProviderStreamEvent | BeforeAgentStartEvent | AgentStartEvent | AgentEndEvent | AgentBeforeSettleEvent | AgentSettledEvent | UIPromptStartEvent | UIPromptEndEvent | TurnStartEvent | TurnEndEvent | MessageStartEvent | MessageUpdateEvent | MessageEndEvent | ToolExecutionStartEvent | ToolExecutionUpdateEvent | ToolExecutionEndEvent | ModelSelectEvent | ThinkingLevelSelectEvent | UserBashEvent | InputEvent | ToolCallEvent | ToolResultEvent;
export interface ExtensionFlag {
  name: string;
  description?: string;
  type: "boolean" | "string";
  default?: boolean | string;
  extensionPath: string;
}
export interface ExtensionRuntime extends ExtensionRuntimeState, ExtensionActions {
}
export interface ExtensionShortcut {
  shortcut: KeyId;
  description?: string;
  handler: (ctx: ExtensionContext) => Promise<void> | void;
  extensionPath: string;
}
export interface ExtensionUIDialogOptions {
  signal?: AbortSignal;
  timeout?: number;
}
export interface ExtensionVirtualModel<TState = unknown> extends Omit<VirtualModelDefinition<TState>, "route"> {
  route(request: ModelRouteRequest<TState>, ctx: ExtensionContext): ModelRoute<TState> | Promise<ModelRoute<TState>>;
}
export interface ExtensionWidgetOptions {
  placement?: WidgetPlacement;
}
export interface FindToolCallEvent extends ToolCallEventBase {
  toolName: "find";
  input: FindToolInput;
}
export interface GrepToolCallEvent extends ToolCallEventBase {
  toolName: "grep";
  input: GrepToolInput;
}
export type InlineExtension = ExtensionFactory | {
  name: string;
  factory: ExtensionFactory;
  hidden?: boolean;
  replaceable?: boolean;
  builtin?: boolean;
};
export type InputSource = "interactive" | "rpc" | "extension";
export interface KeybindingHints {
  keyText(keybinding: Keybinding): string;
  keyHint(keybinding: Keybinding, description: string): string;
}
export interface LoadExtensionsResult {
  extensions: Extension[];
  errors: Array<{ path: string; error: string }>;
  warnings?: Array<{ path: string; warning: string }>;
  runtime: ExtensionRuntime;
}
export interface LsToolCallEvent extends ToolCallEventBase {
  toolName: "ls";
  input: LsToolInput;
}
export type MarkdownMessageType = "user" | "assistant" | "assistant-thinking" | "custom" | "summary" | "changelog";
export interface MarkdownTransformContext {
  messageType: MarkdownMessageType;
  isStreaming: boolean;
  availableWidth: number;
  messageId?: string;
  timestamp?: string;
}
export type MarkdownTransformer = (markdown: string, context: MarkdownTransformContext) => string;
export interface MarkdownTransformerOptions {
  messageTypes?: readonly MarkdownMessageType[];
}
export interface MarkdownTransformerRegistration {
  transformer: MarkdownTransformer;
  messageTypes: ReadonlySet<MarkdownMessageType>;
}
/** Known by name, and never told: there are no MCP servers. */
export interface McpServersChangeEvent {
  type: "mcp_servers_change";
  servers: RegisteredMcpServer[];
}
export type MessageRenderer<T = unknown> = (message: CustomMessage<T>, options: MessageRenderOptions, theme: Theme) => Component | undefined;
export interface MessageRenderOptions extends KeybindingHints {
  expanded: boolean;
  outputPad: number;
}
export type ModelSelectSource = "set" | "cycle" | "restore";
export interface PowerShellToolCallEvent extends ToolCallEventBase {
  toolName: "powershell";
  input: PowerShellToolInput;
}
export interface ProjectTrustContext {
  cwd: string;
  mode: ExtensionMode;
  hasUI: boolean;
  ui: Pick<ExtensionUIContext, "select" | "confirm" | "input" | "notify">;
}
export type ProjectTrustEventDecision = "yes" | "no" | "undecided";
export type ProjectTrustHandler = (event: ProjectTrustEvent, ctx: ProjectTrustContext) => Promise<ProjectTrustEventResult> | ProjectTrustEventResult;
export interface ProviderConfig {
  name?: string;
  baseUrl?: string;
  /** A key, the name of a variable, or `!command`. */
  apiKey?: string;
  /** The wire: `openai-completions`, `anthropic-messages` and so on, or one of your own with `streamSimple`. */
  api?: Api;
  /** Answers without a wire of the program. Failures are an event `error`; nothing is thrown. */
  streamSimple?: (model: Model<Api>, context: TranscriptContext, options?: SimpleStreamOptions) => AssistantMessageEventStream;
  images?: Partial<Record<ImageApi, ProviderImages>>;
  classifiers?: Partial<Record<ClassifierApi, ProviderClassifier>>;
  headers?: Record<string, string>;
  authHeader?: boolean;
  models?: ProviderModelConfig[];
  refreshModels?(context: RefreshModelsContext): Promise<ProviderModelConfig[]>;
  oauth?: {
    name: string;
    isSubscription?: boolean;
    usesCallbackServer?: boolean;
    login(callbacks: OAuthLoginCallbacks): Promise<OAuthCredentials>;
    refreshToken(credentials: OAuthCredentials, signal: AbortSignal): Promise<OAuthCredentials>;
    getApiKey(credentials: OAuthCredentials): string;
    modifyModels?(models: Model<Api>[], credentials: OAuthCredentials): Model<Api>[];
  };
}
export type ProviderModelConfig = ProviderChatModelConfig | ProviderImageModelConfig | ProviderClassifierModelConfig;
export interface ReadToolCallEvent extends ToolCallEventBase {
  toolName: "read";
  input: ReadToolInput;
}
export interface RegisteredCommand {
  name: string;
  sourceInfo: SourceInfo;
  description?: string;
  getArgumentCompletions?: (argumentPrefix: string) => AutocompleteItem[] | null | Promise<AutocompleteItem[] | null>;
  handler: (args: string, ctx: ExtensionCommandContext) => Promise<void>;
}
export interface RegisteredTool {
  definition: ToolDefinition;
  sourceInfo: SourceInfo;
}
export interface ResolvedCommand extends RegisteredCommand {
  invocationName: string;
}
export interface SessionBeforeForkResult {
  cancel?: boolean;
  skipConversationRestore?: boolean;
}
export interface SessionBeforeSwitchResult {
  cancel?: boolean;
}
export type SessionBoundaryDraft = CustomEntryDraft | CustomMessageEntryDraft | ContextEditEntryDraft | CompactionEntryDraft;
export type TerminalInputHandler = (data: string) => { consume?: boolean; data?: string } | undefined;
export interface ToolAnnotations {
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}
/**
 * Before a tool runs. `input` may be edited in place and is validated again. What is thrown, or not answered in time, blocks
 * the call: a gate fails closed.
 */
export type ToolCallEvent = BashToolCallEvent | PowerShellToolCallEvent | ReadToolCallEvent | EditToolCallEvent | WriteToolCallEvent | GrepToolCallEvent | FindToolCallEvent | LsToolCallEvent | CustomToolCallEvent;
export type ToolExposure = "direct" | "model-only" | "codemode" | "deferred" | "hidden";
export type ToolInfo = Pick<ToolDefinition, "name" | "description" | "parameters" | "promptGuidelines" | "reachesTools"> & {
  exposure: ToolExposure;
  namespace?: ToolNamespace;
  annotations?: ToolAnnotations;
  sourceInfo: SourceInfo;
};
export interface ToolLoadout {
  readonly declared: readonly AgentTool[];
  readonly callable: readonly AgentTool[];
  readonly registered: readonly AgentTool[];
  getExposure(name: string): ToolExposure;
  getNamespace(name: string): ToolNamespace | undefined;
  getPromptGuidelines(name: string): readonly string[];
}
export interface ToolLoadoutChanges {
  descriptions?: Readonly<Record<string, string>>;
  hiddenDeclarations?: readonly string[];
}
export interface ToolNamespace {
  name: string;
  aliases?: readonly string[];
  description?: string;
  instructions?: string;
}
export type ToolRendererResolver = (toolName: string, next: () => ToolRenderers | undefined) => ToolRenderers | undefined;
/** How calls and results of a tool are drawn. */
export type ToolRenderers = Pick<AnyToolDefinition, "renderShell" | "renderCall" | "renderResult">;
/** After a tool ran. What is returned replaces those parts of its result. */
export type ToolResultEvent = BashToolResultEvent | PowerShellToolResultEvent | ReadToolResultEvent | EditToolResultEvent | WriteToolResultEvent | GrepToolResultEvent | FindToolResultEvent | LsToolResultEvent | CustomToolResultEvent;
export type TurnEndEventResult = BoundaryResult;
export interface UIPromptEndEvent {
  type: "ui_prompt_end";
  reason: "ui_prompt";
  kind: UIPromptKind;
  title?: string;
}
export type UIPromptKind = "select" | "confirm" | "input" | "editor" | "custom";
export interface UIPromptStartEvent {
  type: "ui_prompt_start";
  reason: "ui_prompt";
  kind: UIPromptKind;
  title?: string;
}
export type WidgetPlacement = "aboveEditor" | "belowEditor";
export interface WriteToolCallEvent extends ToolCallEventBase {
  toolName: "write";
  input: WriteToolInput;
}
export function createExtensionRuntime(): ExtensionRuntime;
/** The tool as it is given, with the types of its arguments. */
export function defineTool<TParams extends TSchema, TDetails = unknown, TState = any>(tool: ToolDefinition<TParams, TDetails, TState>): ToolDefinition<TParams, TDetails, TState> & AnyToolDefinition;
export function discoverAndLoadExtensions(configuredPaths: string[], cwd: string, agentDir?: string, eventBus?: EventBus): Promise<LoadExtensionsResult>;
/** The loaded extensions at the doors of one agent. */
export class ExtensionRunner {
  constructor(extensions: Extension[], runtime: ExtensionRuntime, cwd: string, sessionManager: SessionManager, modelRegistry: ModelRegistry);
  bindCore(actions: ExtensionActions, contextActions: ExtensionContextActions, providerActions?: {
    registerProvider?: (name: string, config: ProviderConfig) => void;
    registerNativeProvider?: (provider: Provider) => void;
    unregisterProvider?: (name: string) => void;
    registerVirtualModel?: (definition: VirtualModelDefinition) => void;
    unregisterVirtualModel?: (provider: string, id: string) => void;
  }): void;
  bindCommandContext(actions?: ExtensionCommandContextActions): void;
  setUIContext(uiContext?: ExtensionUIContext, mode?: ExtensionMode): void;
  getUIContext(): ExtensionUIContext;
  hasUI(): boolean;
  getExtensionPaths(): string[];
  getAllRegisteredTools(): RegisteredTool[];
  getToolDefinition(toolName: string): RegisteredTool["definition"] | undefined;
  getFlags(): Map<string, ExtensionFlag>;
  setFlagValue(name: string, value: boolean | string): void;
  getFlagValues(): Map<string, boolean | string>;
  getShortcuts(resolvedKeybindings: KeybindingsConfig): Map<KeyId, ExtensionShortcut>;
  getShortcutDiagnostics(): ResourceDiagnostic[];
  /** What is called of the old context says so from now on. */
  invalidate(message?: string): void;
  onError(listener: ExtensionErrorListener): () => void;
  emitError(error: ExtensionError): void;
  reportUnhandledMcpServers(): void;
  hasHandlers(eventType: string): boolean;
  /** Nothing of an agent inside is drawn. */
  getMessageRenderer(customType: string): MessageRenderer | undefined;
  getMarkdownTransformers(): MarkdownTransformer[];
  resolveToolRenderers(toolName: string, base: () => ToolRenderers | undefined): ToolRenderers | undefined;
  getEntryRenderer(customType: string): EntryRenderer | undefined;
  getModelRegistry(): ModelRegistry;
  getRegisteredCommands(): ResolvedCommand[];
  getCommandDiagnostics(): ResourceDiagnostic[];
  getCommand(name: string): ResolvedCommand | undefined;
  shutdown(): void;
  getActiveTools(): string[];
  createContext(): ExtensionContext;
  createToolContext(toolCallId: string, signal: AbortSignal | undefined): ExtensionToolContext;
  createCommandContext(): ExtensionCommandContext;
  /** The same; the last result that is something. */
  emit<TEvent extends RunnerEmitEvent>(event: TEvent): Promise<RunnerEmitResult<TEvent>>;
  emitMessageEnd(event: MessageEndEvent): Promise<AgentMessage | undefined>;
  /** The result as the handlers have it; nothing when none changed it. */
  emitToolResult(event: ToolResultEvent): Promise<ToolResultEventResult | undefined>;
  emitToolCall(event: ToolCallEvent): Promise<ToolCallEventResult | undefined>;
  emitUserBash(event: UserBashEvent): Promise<UserBashEventResult | undefined>;
  emitContext(messages: AgentMessage[]): Promise<AgentMessage[]>;
  emitBeforeProviderRequest(payload: unknown): Promise<unknown>;
  emitBeforeProviderHeaders(headers: ProviderHeaders): Promise<ProviderHeaders>;
  emitResourcesDiscover(cwd: string, reason: ResourcesDiscoverEvent["reason"]): Promise<{
    skillPaths: Array<{ path: string; extensionPath: string }>;
    promptPaths: Array<{ path: string; extensionPath: string }>;
    themePaths: Array<{ path: string; extensionPath: string }>;
  }>;
  /** What the person said as the handlers have it. One that fails stops it: it may have been a gate. */
  emitInput(text: string, images: ImageContent[] | undefined, source: InputSource, streamingBehavior?: "steer" | "followUp"): Promise<InputEventResult>;
}
export function isBashToolResult(e: ToolResultEvent): e is BashToolResultEvent;
export function isEditToolResult(e: ToolResultEvent): e is EditToolResultEvent;
export function isFindToolResult(e: ToolResultEvent): e is FindToolResultEvent;
export function isGrepToolResult(e: ToolResultEvent): e is GrepToolResultEvent;
export function isLsToolResult(e: ToolResultEvent): e is LsToolResultEvent;
export function isPowerShellToolResult(e: ToolResultEvent): e is PowerShellToolResultEvent;
export function isReadToolResult(e: ToolResultEvent): e is ReadToolResultEvent;
export function isToolCallEventType(toolName: "bash", event: ToolCallEvent): event is BashToolCallEvent;
export function isToolCallEventType(toolName: "powershell", event: ToolCallEvent): event is PowerShellToolCallEvent;
export function isToolCallEventType(toolName: "read", event: ToolCallEvent): event is ReadToolCallEvent;
export function isToolCallEventType(toolName: "edit", event: ToolCallEvent): event is EditToolCallEvent;
export function isToolCallEventType(toolName: "write", event: ToolCallEvent): event is WriteToolCallEvent;
export function isToolCallEventType(toolName: "grep", event: ToolCallEvent): event is GrepToolCallEvent;
export function isToolCallEventType(toolName: "find", event: ToolCallEvent): event is FindToolCallEvent;
export function isToolCallEventType(toolName: "ls", event: ToolCallEvent): event is LsToolCallEvent;
export function isToolCallEventType<TName extends string, TInput extends Record<string, unknown>>(toolName: TName, event: ToolCallEvent): event is ToolCallEvent & {
  toolName: TName;
  input: TInput;
};
export function isWriteToolResult(e: ToolResultEvent): e is WriteToolResultEvent;
export function wrapRegisteredTool(registeredTool: RegisteredTool, runner: ExtensionRunner): AgentTool;
export function wrapRegisteredTools(registeredTools: RegisteredTool[], runner: ExtensionRunner): AgentTool[];
export interface ToolCallEventBase {
  type: "tool_call";
  toolCallId: string;
  parentToolCallId?: string;
}
export interface BeforeAgentStartEventBase {
  type: "before_agent_start";
  readonly systemPrompt: string;
  systemPromptOptions: NormalizedBuildSystemPromptOptions;
}
export type HandlerFn = (...args: unknown[]) => Promise<unknown>;
export type SendMessageHandler = <T = unknown>(message: Pick<CustomMessage<T>, "customType" | "content" | "display" | "details">, options?: {
  triggerTurn?: boolean;
  deliverAs?: "steer" | "followUp" | "nextTurn";
}) => void;
export type SendUserMessageHandler = (content: string | (TextContent | ImageContent)[], options?: {
  deliverAs?: "steer" | "followUp";
  expandPromptTemplates?: boolean;
}) => void;
export type AppendEntryHandler = <T = unknown>(customType: string, data?: T) => void;
export type SetSessionNameHandler = (name: string) => void;
export type GetSessionNameHandler = () => string | undefined;
export type SetLabelHandler = (entryId: string, label: string | undefined) => void;
export type GetActiveToolsHandler = () => string[];
export type GetAllToolsHandler = () => ToolInfo[];
export type GetSettingsHandler = () => Settings;
export type SetActiveToolsHandler = (toolNames: string[]) => void;
export type RefreshToolsHandler = () => void;
export type GetCommandsHandler = () => SlashCommandInfo[];
export type SetModelHandler = (model: Model<any>) => Promise<boolean>;
export type GetThinkingLevelHandler = () => ThinkingLevel;
export type SetThinkingLevelHandler = (level: ThinkingLevel) => void;
export type SessionEvent = SessionStartEvent | SessionInfoChangedEvent | SessionBeforeSwitchEvent | SessionBeforeForkEvent | SessionBeforeCompactEvent | SessionCompactEvent | SessionCompactFailedEvent | SessionShutdownEvent | SessionBeforeTreeEvent | SessionTreeEvent;
export interface ExtensionRuntimeState {
  flagValues: Map<string, boolean | string>;
  pendingProviderRegistrations: Array<{ name: string; config: ProviderConfig; extensionPath: string }>;
  pendingNativeProviderRegistrations: Array<{ provider: Provider; extensionPath: string }>;
  pendingVirtualModelRegistrations: Array<{ definition: VirtualModelDefinition; extensionPath: string }>;
  createContext: () => ExtensionContext;
  assertActive: () => void;
  invalidate: (message?: string) => void;
  trackEventBusSubscription: (unsubscribe: () => void) => () => void;
  reportError: (error: ExtensionError) => void;
  registerProvider: (name: string, config: ProviderConfig, extensionPath?: string) => void;
  registerNativeProvider: (provider: Provider, extensionPath?: string) => void;
  unregisterProvider: (name: string, extensionPath?: string) => void;
  mcpServers: McpServerRegistry;
  registerVirtualModel: (definition: VirtualModelDefinition, extensionPath?: string) => void;
  unregisterVirtualModel: (provider: string, id: string) => void;
}
export type ExtensionMode = "tui" | "rpc" | "json" | "print";
export interface ProviderChatModelConfig extends ProviderModelConfigBase {
  type?: "chat";
  api?: Api;
  reasoning: boolean;
  thinkingLevelMap?: Model<Api>["thinkingLevelMap"];
  promptCache?: Model<Api>["promptCache"];
  contextWindow: number;
  maxTokens: number;
  samplingParams?: Record<string, unknown>;
  compat?: Model<Api>["compat"];
}
export interface ProviderImageModelConfig extends ProviderModelConfigBase {
  type: "image";
  api?: ImageApi;
  output: ("text" | "image")[];
}
export interface ProviderClassifierModelConfig extends ProviderModelConfigBase {
  type: "classifier";
  api?: ClassifierApi;
  contextWindow: number;
}
export type AnyToolDefinition = ToolDefinition<any, any, any>;
export interface BashToolResultEvent extends ToolResultEventBase {
  toolName: "bash";
  details: BashToolDetails | undefined;
}
export interface PowerShellToolResultEvent extends ToolResultEventBase {
  toolName: "powershell";
  details: PowerShellToolDetails | undefined;
}
export interface ReadToolResultEvent extends ToolResultEventBase {
  toolName: "read";
  details: ReadToolDetails | undefined;
}
export interface EditToolResultEvent extends ToolResultEventBase {
  toolName: "edit";
  details: EditToolDetails | undefined;
}
export interface WriteToolResultEvent extends ToolResultEventBase {
  toolName: "write";
  details: undefined;
}
export interface GrepToolResultEvent extends ToolResultEventBase {
  toolName: "grep";
  details: GrepToolDetails | undefined;
}
export interface FindToolResultEvent extends ToolResultEventBase {
  toolName: "find";
  details: FindToolDetails | undefined;
}
export interface LsToolResultEvent extends ToolResultEventBase {
  toolName: "ls";
  details: LsToolDetails | undefined;
}
export interface CustomToolResultEvent extends ToolResultEventBase {
  toolName: string;
  details: unknown;
}
export type ExtensionErrorListener = (error: ExtensionError) => void;
export type RunnerEmitEvent = Exclude<ExtensionEvent, ToolCallEvent | ProjectTrustEvent | ToolResultEvent | UserBashEvent | ContextEvent | ContextWithSystemEvent | CacheWarmingDecisionEvent | BeforeProviderRequestEvent | BeforeProviderHeadersEvent | BeforeAgentStartEvent | MessageEndEvent | ResourcesDiscoverEvent | InputEvent | TurnEndEvent | AgentBeforeSettleEvent>;
export type RunnerEmitResult<TEvent extends RunnerEmitEvent> = TEvent extends {
  type: "session_before_switch";
} ? SessionBeforeSwitchResult | undefined : TEvent extends { type: "session_before_fork" } ? SessionBeforeForkResult | undefined : TEvent extends {
  type: "session_before_compact";
} ? SessionBeforeCompactResult | undefined : TEvent extends { type: "session_before_tree" } ? SessionBeforeTreeResult | undefined : undefined;
export type ShutdownHandler = () => void;
export interface ProviderModelConfigBase {
  id: string;
  name: string;
  api?: string;
  baseUrl?: string;
  input: ("text" | "image")[];
  inputLimits?: AnyModel["inputLimits"];
  cost: AnyModel["cost"];
  headers?: Record<string, string>;
}
export interface ToolResultEventBase {
  type: "tool_result";
  toolCallId: string;
  parentToolCallId?: string;
  input: Record<string, unknown>;
  content: (TextContent | ImageContent)[];
  structuredContent?: JsonValue;
  isError: boolean;
  usage?: Usage;
}
