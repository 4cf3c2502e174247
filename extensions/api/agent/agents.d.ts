/** Agents inside an extension: the session, its services, models, and where skills and prompts come from. */
import type { Agent, AgentEvent, AgentMessage, AgentState, AgentTool, ThinkingLevel } from "../pi-agent-core";
import type { Api, AssistantMessage, Context, ImageContent, Model, ModelType, ModelTypeMap, ProviderHeaders, TextContent } from "../ai/types";
import type { AssistantImages, ClassifierApi, ClassifierContext, ClassifierModel, ClassifierResult, ImageApi, ImageModel, ImagesContext, ModelsApiStreamOptions, ModelsClassifierOptions, ModelsImagesOptions, ModelsRefreshOptions, ModelsRefreshResult, ModelsSimpleStreamOptions, ModelsStore, Provider } from "../ai/models";
import type { AssistantMessageEventStream } from "../ai/values";
import type { AuthOperationOptions, AuthResult, Credential, CredentialStore } from "../ai/logins";
import type { AuthStatus, PackageCommandOutput, PathMetadata, ProgressCallback, PromptTemplate, ProviderConfigInput, ResourceDiagnostic, VirtualModelDefinition } from "./values";
import type { CompactionResult, CustomMessage, SessionEntry, SessionManager } from "./session";
import type { ContextUsage, ExtensionCommandContextActions, ExtensionErrorListener, ExtensionMode, ExtensionRunner, InlineExtension, InputSource, LoadExtensionsResult, ProjectTrustContext, ShutdownHandler, ToolInfo } from "./runner";
import type { EventBus, ToolDefinition } from "./api";
import type { ExtensionUIContext, ReplacedSessionContext } from "./context";
import type { SessionStartEvent } from "./events";
import type { SettingsManager } from "./settings";
import type { Skill } from "./tools";
import type { Theme } from "./components";

/** An agent inside an extension. It shares nothing with the session on the screen but the models and their keys. */
export class AgentSession {
  readonly agent: Agent;
  readonly sessionManager: SessionManager;
  readonly settingsManager: SettingsManager;
  constructor(config: AgentSessionConfig);
  readonly modelRuntime: ModelRuntime;
  subscribe(listener: AgentSessionEventListener): () => void;
  dispose(): void;
  readonly state: AgentState;
  readonly model: Model<any> | undefined;
  readonly thinkingLevel: ThinkingLevel;
  readonly isStreaming: boolean;
  readonly isIdle: boolean;
  readonly systemPrompt: string;
  getActiveToolNames(): string[];
  getCallableToolNames(): string[];
  getAllTools(): ToolInfo[];
  getToolDefinition(name: string): ToolDefinition | undefined;
  setActiveToolsByName(toolNames: string[]): void;
  readonly messages: AgentMessage[];
  readonly steeringMode: "all" | "one-at-a-time";
  readonly followUpMode: "all" | "one-at-a-time";
  readonly sessionFile: string | undefined;
  readonly sessionId: string;
  readonly sessionName: string | undefined;
  readonly scopedModels: ReadonlyArray<{ model: Model<any>; thinkingLevel?: ThinkingLevel }>;
  setScopedModels(scopedModels: Array<{ model: Model<any>; thinkingLevel?: ThinkingLevel }>): void;
  readonly promptTemplates: ReadonlyArray<PromptTemplate>;
  prompt(text: string, options?: PromptOptions): Promise<void>;
  steer(text: string, images?: ImageContent[], options?: { source?: InputSource }): Promise<QueuedInputDisposition>;
  followUp(text: string, images?: ImageContent[], options?: { source?: InputSource }): Promise<QueuedInputDisposition>;
  sendCustomMessage<T = unknown>(message: Pick<CustomMessage<T>, "customType" | "content" | "display" | "details">, options?: {
    triggerTurn?: boolean;
    deliverAs?: "steer" | "followUp" | "nextTurn";
  }): Promise<void>;
  sendUserMessage(content: string | (TextContent | ImageContent)[], options?: {
    deliverAs?: "steer" | "followUp";
    expandPromptTemplates?: boolean;
  }): Promise<void>;
  clearQueue(): { steering: string[]; followUp: string[] };
  readonly pendingMessageCount: number;
  getSteeringMessages(): readonly string[];
  getFollowUpMessages(): readonly string[];
  readonly resourceLoader: ResourceLoader;
  abort(): Promise<void>;
  waitForIdle(): Promise<void>;
  setModel(model: Model<any>, options?: ModelMutationOptions): Promise<void>;
  setThinkingLevel(level: ThinkingLevel, options?: ModelMutationOptions): void;
  cycleThinkingLevel(options?: ModelMutationOptions): ThinkingLevel | undefined;
  getAvailableThinkingLevels(): ThinkingLevel[];
  supportsThinking(): boolean;
  setSteeringMode(mode: "all" | "one-at-a-time"): void;
  setFollowUpMode(mode: "all" | "one-at-a-time"): void;
  bindExtensions(bindings: ExtensionBindings): Promise<void>;
  setSessionName(name: string): void;
  getUserMessagesForForking(): Array<{ entryId: string; text: string }>;
  getSessionStats(): SessionStats;
  getContextUsage(): ContextUsage | undefined;
  getLastAssistantText(): string | undefined;
  hasExtensionHandlers(eventType: string): boolean;
  readonly extensionRunner: ExtensionRunner;
}
export interface AgentSessionConfig {
  agent: Agent;
  sessionManager: SessionManager;
  settingsManager: SettingsManager;
  cwd: string;
  scopedModels?: Array<{ model: Model<any>; thinkingLevel?: ThinkingLevel }>;
  resourceLoader: ResourceLoader;
  customTools?: ToolDefinition[];
  modelRuntime: ModelRuntime;
  cacheWarmer?: unknown;
  initialActiveToolNames?: string[];
  usesDefaultTools?: boolean;
  defaultToolModifiers?: string[];
  allowedToolNames?: string[];
  excludedToolNames?: string[];
  baseToolsOverride?: Record<string, AgentTool>;
  extensionRunnerRef?: { current?: ExtensionRunner };
  sessionStartEvent?: SessionStartEvent;
}
export type AgentSessionEvent = WithParentToolCallId<Exclude<AgentEvent, { type: "agent_end" }>> | {
  type: "agent_end";
  messages: AgentMessage[];
  willRetry: boolean;
} | { type: "agent_settled"; aborted: boolean } | { type: "queue_update"; steering: readonly string[]; followUp: readonly string[] } | {
  type: "compaction_start";
  reason: "manual" | "threshold" | "overflow";
} | { type: "entry_appended"; entry: SessionEntry } | { type: "session_info_changed"; name: string | undefined } | {
  type: "thinking_level_changed";
  level: ThinkingLevel;
} | {
  type: "compaction_end";
  reason: "manual" | "threshold" | "overflow";
  result: CompactionResult | undefined;
  aborted: boolean;
  willRetry: boolean;
  errorMessage?: string;
} | { type: "auto_retry_start"; attempt: number; maxAttempts: number; delayMs: number; errorMessage: string } | {
  type: "auto_retry_end";
  success: boolean;
  attempt: number;
  finalError?: string;
} | { type: "summarization_retry_scheduled"; attempt: number; maxAttempts: number; delayMs: number; errorMessage: string } | {
  type: "summarization_retry_attempt_start";
  source: "branchSummary";
} | { type: "summarization_retry_attempt_start"; source: "compaction"; reason: "manual" | "threshold" | "overflow" } | {
  type: "summarization_retry_finished";
} | { type: "bash_execution_update"; id?: string; delta: string };
export type AgentSessionEventListener = (event: AgentSessionEvent) => void;
export interface ModelCycleResult {
  model: Model<any>;
  thinkingLevel: ThinkingLevel;
  isScoped: boolean;
}
export interface ParsedSkillBlock {
  name: string;
  location: string;
  content: string;
  userMessage: string | undefined;
}
export interface PromptOptions {
  expandPromptTemplates?: boolean;
  images?: ImageContent[];
  streamingBehavior?: "steer" | "followUp";
  source?: InputSource;
  preflightResult?: (disposition: PromptDisposition) => void;
}
export function parseSkillBlock(text: string): ParsedSkillBlock | null;
export interface SessionStats {
  sessionFile: string | undefined;
  sessionId: string;
  userMessages: number;
  assistantMessages: number;
  toolCalls: number;
  toolResults: number;
  totalMessages: number;
  tokens: { input: number; output: number; cacheRead: number; cacheWrite: number; total: number };
  cost: number;
  contextUsage?: ContextUsage;
}
export function readStoredCredential(providerId: string, authPath?: string): Credential | undefined;
/** The same as extensions of before knew it. */
export class ModelRegistry {
  constructor(runtime: ModelRuntime);
  refresh(options?: ModelsRefreshOptions): Promise<ModelsRefreshResult>;
  getError(): string | undefined;
  getAll(): Model<Api>[];
  getAvailable(): Model<Api>[];
  find(provider: string, modelId: string): Model<Api> | undefined;
  findOfType<TType extends ModelType>(type: TType, provider: string, modelId: string): ModelTypeMap[TType] | undefined;
  hasConfiguredAuth(model: Model<Api>): boolean;
  getApiKeyAndHeaders(model: Model<Api>): Promise<ResolvedRequestAuth>;
  getProviderAuthStatus(provider: string): AuthStatus;
  getProvider(provider: string): Provider | undefined;
  stream<TApi extends Api>(model: Model<TApi>, context: Context, options?: ModelsApiStreamOptions<TApi>): AssistantMessageEventStream;
  streamSimple(model: Model<Api>, context: Context, options?: ModelsSimpleStreamOptions): AssistantMessageEventStream;
  complete<TApi extends Api>(model: Model<TApi>, context: Context, options?: ModelsApiStreamOptions<TApi>): Promise<AssistantMessage>;
  getModelsOfType<TType extends ModelType>(type: TType, provider?: string): readonly ModelTypeMap[TType][];
  getAvailableOfType<TType extends ModelType>(type: TType, provider?: string, options?: AuthOperationOptions): Promise<readonly ModelTypeMap[TType][]>;
  getModelOfType<TType extends ModelType>(type: TType, provider: string, modelId: string): ModelTypeMap[TType] | undefined;
  classify(model: ClassifierModel<ClassifierApi>, context: ClassifierContext, options?: ModelsClassifierOptions): Promise<ClassifierResult>;
  generateImages(model: ImageModel<ImageApi>, context: ImagesContext, options?: ModelsImagesOptions): Promise<AssistantImages>;
  getProviderDisplayName(provider: string): string;
  getProviderAuth(provider: string): Promise<AuthResult | undefined>;
  getApiKeyForProvider(provider: string): Promise<string | undefined>;
  isUsingOAuth(model: Model<Api>): boolean;
  registerProvider(provider: Provider): void;
  registerProvider(providerName: string, config: ProviderConfigInput): void;
  unregisterProvider(providerName: string): void;
  registerVirtualModel(definition: VirtualModelDefinition): void;
  unregisterVirtualModel(providerName: string, id: string): void;
  getRegisteredProviderConfig(providerName: string): ProviderConfigInput | undefined;
  getRegisteredNativeProvider(providerName: string): Provider | undefined;
  getRegisteredProviderIds(): readonly string[];
}
export interface ModelScopeDiagnostic {
  type: "warning";
  code: "no-match" | "invalid-thinking-level" | "ambiguous";
  message: string;
  pattern: string;
}
export interface ResolveCliModelResult {
  model: Model<Api> | undefined;
  thinkingLevel?: ThinkingLevel;
  warning: string | undefined;
  error: string | undefined;
}
export interface ResolveModelScopeResult {
  scopedModels: ScopedModel[];
  diagnostics: ModelScopeDiagnostic[];
}
/** Which model is meant: `provider/id`, an id, a part of one; a thinking level may stand behind a colon. */
export function resolveCliModel(options: {
  cliProvider?: string;
  cliModel?: string;
  cliThinking?: ThinkingLevel;
  inlineApiKey?: boolean;
  modelRuntime: ModelRuntime;
}): ResolveCliModelResult;
/** Which models patterns mean: globs over `provider/id` and id, or one model as `resolveCliModel` has it; a level may stand behind. */
export function resolveModelScopeWithDiagnostics(patterns: string[], modelRuntime: ModelRuntime, options?: AuthOperationOptions): Promise<ResolveModelScopeResult>;
export interface ScopedModel {
  model: Model<Api>;
  thinkingLevel?: ThinkingLevel;
}
export interface CreateModelRuntimeOptions {
  credentials?: CredentialStore;
  authPath?: string;
  modelsPath?: string | null;
  modelsStore?: ModelsStore;
  modelsStorePath?: string;
  allowModelNetwork?: boolean;
  modelRefreshTimeoutMs?: number;
  catalogBaseUrl?: string;
  signal?: AbortSignal;
  refreshOnCreate?: boolean;
}
export class CredentialSynchronizationError extends Error {
  readonly providerId: string;
  readonly operation: CredentialSynchronizationOperation;
  readonly credential: Credential | undefined;
  constructor(providerId: string, operation: CredentialSynchronizationOperation, credential: Credential | undefined, options: ErrorOptions);
}
export type CredentialSynchronizationOperation = "login" | "logout" | "setRuntimeApiKey" | "removeRuntimeApiKey";
/** The program's models: which there are, their keys, and answers of them. */
export class ModelRuntime {
  static create(options?: CreateModelRuntimeOptions): Promise<ModelRuntime>;
  getProvider(providerId: string): Provider | undefined;
  getModels(providerId?: string): readonly Model<Api>[];
  getModel(providerId: string, modelId: string): Model<Api> | undefined;
  getModelsOfType<TType extends ModelType>(type: TType, providerId?: string): readonly ModelTypeMap[TType][];
  getModelOfType<TType extends ModelType>(type: TType, providerId: string, modelId: string): ModelTypeMap[TType] | undefined;
  getAvailableOfType<TType extends ModelType>(type: TType, providerId?: string, options?: AuthOperationOptions): Promise<readonly ModelTypeMap[TType][]>;
  getAvailable(providerId?: string, options?: AuthOperationOptions): Promise<readonly Model<Api>[]>;
  getAvailableSnapshot(): readonly Model<Api>[];
  getError(): string | undefined;
  getRegisteredProviderConfig(providerId: string): ProviderConfigInput | undefined;
  getRegisteredProviderIds(): readonly string[];
  getRegisteredNativeProvider(providerId: string): Provider | undefined;
  isUsingOAuth(providerId: string): boolean;
  hasConfiguredAuth(providerId: string): boolean;
  getProviderAuthStatus(providerId: string): AuthStatus;
  stream<TApi extends Api>(model: Model<TApi>, context: Context, options?: ModelsApiStreamOptions<TApi>): AssistantMessageEventStream;
  complete<TApi extends Api>(model: Model<TApi>, context: Context, options?: ModelsApiStreamOptions<TApi>): Promise<AssistantMessage>;
  streamSimple(model: Model<Api>, context: Context, options?: ModelsSimpleStreamOptions): AssistantMessageEventStream;
  completeSimple(model: Model<Api>, context: Context, options?: ModelsSimpleStreamOptions): Promise<AssistantMessage>;
  generateImages(model: ImageModel<ImageApi>, context: ImagesContext, options?: ModelsImagesOptions): Promise<AssistantImages>;
  classify(model: ClassifierModel<ClassifierApi>, context: ClassifierContext, options?: ModelsClassifierOptions): Promise<ClassifierResult>;
  refresh(options?: ModelsRefreshOptions): Promise<ModelsRefreshResult>;
  registerNativeProvider(provider: Provider): void;
  registerProvider(providerId: string, config: ProviderConfigInput): void;
  unregisterProvider(providerId: string): void;
  registerVirtualModel(definition: VirtualModelDefinition): void;
  unregisterVirtualModel(providerId: string, id: string): void;
}
export interface ModelRuntimeAuthOverrides extends AuthOperationOptions {
  apiKey?: string;
  env?: Record<string, string>;
  minOAuthValidityMs?: number;
}
/** Where an agent has its skills, prompts, context files and extensions from. */
export interface ResourceLoader {
  getExtensions(): LoadExtensionsResult;
  getSkills(): { skills: Skill[]; diagnostics: ResourceDiagnostic[] };
  getPrompts(): { prompts: PromptTemplate[]; diagnostics: ResourceDiagnostic[] };
  getThemes(): { themes: Theme[]; diagnostics: ResourceDiagnostic[] };
  getAgentsFiles(): { agentsFiles: Array<{ path: string; content: string }> };
  getSystemPrompt(): string | undefined;
  getSystemPromptSource(): { path: string } | undefined;
  getAppendSystemPrompt(): string[];
  getAppendSystemPromptSources(): Array<{ path: string }>;
  extendResources(paths: ResourceExtensionPaths): void;
  reload(options?: ResourceLoaderReloadOptions): Promise<void>;
}
/** Gives what its options say: texts, and extensions that are named or given as functions. The program's own are not loaded into an agent inside an extension. */
export class DefaultResourceLoader {
  constructor(options: DefaultResourceLoaderOptions);
  getExtensions(): LoadExtensionsResult;
  getSkills(): { skills: Skill[]; diagnostics: ResourceDiagnostic[] };
  getPrompts(): { prompts: PromptTemplate[]; diagnostics: ResourceDiagnostic[] };
  getThemes(): { themes: Theme[]; diagnostics: ResourceDiagnostic[] };
  getAgentsFiles(): { agentsFiles: Array<{ path: string; content: string }> };
  getSystemPrompt(): string | undefined;
  getAppendSystemPrompt(): string[];
  extendResources(paths: ResourceExtensionPaths): void;
  reload(options?: ResourceLoaderReloadOptions): Promise<void>;
}
export function loadProjectContextFiles(options: { cwd: string; agentDir: string }): Array<{ path: string; content: string }>;
export class AgentSessionRuntime {
  constructor(_session: AgentSession, _services: AgentSessionServices, createRuntime: CreateAgentSessionRuntimeFactory, _diagnostics?: AgentSessionRuntimeDiagnostic[], _modelFallbackMessage?: string);
  readonly services: AgentSessionServices;
  readonly session: AgentSession;
  readonly cwd: string;
  readonly diagnostics: readonly AgentSessionRuntimeDiagnostic[];
  readonly modelFallbackMessage: string | undefined;
  takeUnreportedDiagnostics(): AgentSessionRuntimeDiagnostic[];
  setRebindSession(rebindSession?: (session: AgentSession) => Promise<void>): void;
  setBeforeSessionInvalidate(beforeSessionInvalidate?: () => void): void;
  switchSession(sessionPath: string, options?: {
    cwdOverride?: string;
    withSession?: (ctx: ReplacedSessionContext) => Promise<void>;
    projectTrustContextFactory?: (cwd: string) => ProjectTrustContext;
  }): Promise<{ cancelled: boolean }>;
  newSession(options?: {
    parentSession?: string;
    setup?: (sessionManager: SessionManager) => Promise<void>;
    withSession?: (ctx: ReplacedSessionContext) => Promise<void>;
  }): Promise<{ cancelled: boolean }>;
  /** Before a message of the person, which is then said anew; or with the entry. */
  fork(entryId: string, options?: { position?: "before" | "at"; withSession?: (ctx: ReplacedSessionContext) => Promise<void> }): Promise<{
    cancelled: boolean;
    selectedText?: string;
  }>;
  importFromJsonl(inputPath: string, cwdOverride?: string): Promise<{ cancelled: boolean }>;
  dispose(): Promise<void>;
}
export interface AgentSessionRuntimeDiagnostic {
  type: "info" | "warning" | "error";
  message: string;
}
export interface AgentSessionServices {
  cwd: string;
  agentDir: string;
  modelRuntime: ModelRuntime;
  settingsManager: SettingsManager;
  resourceLoader: ResourceLoader;
  diagnostics: AgentSessionRuntimeDiagnostic[];
}
export interface CreateAgentSessionFromServicesOptions {
  services: AgentSessionServices;
  sessionManager: SessionManager;
  sessionStartEvent?: SessionStartEvent;
  model?: Model<any>;
  thinkingLevel?: ThinkingLevel;
  scopedModels?: Array<{ model: Model<any>; thinkingLevel?: ThinkingLevel }>;
  tools?: string[];
  excludeTools?: CreateAgentSessionOptions["excludeTools"];
  noTools?: CreateAgentSessionOptions["noTools"];
  customTools?: ToolDefinition[];
}
/** What an agent is made of. What is not given is the program's. */
export interface CreateAgentSessionOptions {
  cwd?: string;
  agentDir?: string;
  modelRuntime?: ModelRuntime;
  model?: Model<any>;
  thinkingLevel?: ThinkingLevel;
  scopedModels?: Array<{ model: Model<any>; thinkingLevel?: ThinkingLevel }>;
  noTools?: "all" | "builtin";
  tools?: string[];
  excludeTools?: string[];
  customTools?: ToolDefinition[];
  resourceLoader?: ResourceLoader;
  sessionManager?: SessionManager;
  settingsManager?: SettingsManager;
  sessionStartEvent?: SessionStartEvent;
}
export interface CreateAgentSessionResult {
  session: AgentSession;
  extensionsResult: LoadExtensionsResult;
  modelFallbackMessage?: string;
}
export type CreateAgentSessionRuntimeFactory = (options: {
  cwd: string;
  agentDir: string;
  sessionManager: SessionManager;
  sessionStartEvent?: SessionStartEvent;
  projectTrustContext?: ProjectTrustContext;
}) => Promise<CreateAgentSessionRuntimeResult>;
export interface CreateAgentSessionRuntimeResult extends CreateAgentSessionResult {
  services: AgentSessionServices;
  diagnostics: AgentSessionRuntimeDiagnostic[];
}
export interface CreateAgentSessionServicesOptions {
  cwd: string;
  agentDir?: string;
  settingsManager?: SettingsManager;
  modelRuntime?: ModelRuntime;
  modelRuntimeSignal?: AbortSignal;
  extensionFlagValues?: Map<string, boolean | string>;
  resourceLoaderOptions?: Omit<DefaultResourceLoaderOptions, "cwd" | "agentDir" | "settingsManager">;
  resourceLoaderReloadOptions?: ResourceLoaderReloadOptions;
}
/** Sets an agent up; what is not given is the program's. */
export function createAgentSession(options?: CreateAgentSessionOptions): Promise<CreateAgentSessionResult>;
export function createAgentSessionFromServices(options: CreateAgentSessionFromServicesOptions): Promise<CreateAgentSessionResult>;
/** Makes the first session; the function that made it makes those that replace it. */
export function createAgentSessionRuntime(createRuntime: CreateAgentSessionRuntimeFactory, options: {
  cwd: string;
  agentDir: string;
  sessionManager: SessionManager;
  sessionStartEvent?: SessionStartEvent;
}): Promise<AgentSessionRuntime>;
export function createAgentSessionServices(options: CreateAgentSessionServicesOptions): Promise<AgentSessionServices>;
export type QueuedInputDisposition = "handled" | "queued";
export interface ModelMutationOptions {
  persist?: boolean;
}
export interface ExtensionBindings {
  uiContext?: ExtensionUIContext;
  mode?: ExtensionMode;
  commandContextActions?: ExtensionCommandContextActions;
  abortHandler?: () => void;
  shutdownHandler?: ShutdownHandler;
  onError?: ExtensionErrorListener;
}
export type WithParentToolCallId<E> = E extends { type: "tool_execution_start" | "tool_execution_update" | "tool_execution_end" } ? E & {
  parentToolCallId?: string;
} : E;
export type PromptDisposition = QueuedInputDisposition | "started";
export type ResolvedRequestAuth = { ok: true; apiKey?: string; headers?: ProviderHeaders; baseUrl?: string; env?: Record<string, string> } | {
  ok: false;
  error: string;
};
export interface ResourceExtensionPaths {
  skillPaths?: Array<{ path: string; metadata: PathMetadata }>;
  promptPaths?: Array<{ path: string; metadata: PathMetadata }>;
  themePaths?: Array<{ path: string; metadata: PathMetadata }>;
}
export interface ResourceLoaderReloadOptions {
  resolveProjectTrust?: (input: { extensionsResult: LoadExtensionsResult }) => Promise<boolean>;
}
export interface DefaultResourceLoaderOptions {
  cwd: string;
  agentDir: string;
  settingsManager?: SettingsManager;
  eventBus?: EventBus;
  packageCommandOutput?: PackageCommandOutput;
  onPackageProgress?: ProgressCallback;
  additionalExtensionPaths?: string[];
  additionalSkillPaths?: string[];
  additionalPromptTemplatePaths?: string[];
  additionalThemePaths?: string[];
  extensionFactories?: InlineExtension[];
  noExtensions?: boolean;
  disabledBuiltinExtensions?: string[];
  noSkills?: boolean;
  noPromptTemplates?: boolean;
  noThemes?: boolean;
  noContextFiles?: boolean;
  systemPrompt?: string;
  appendSystemPrompt?: string[];
  extensionsOverride?: (base: LoadExtensionsResult) => LoadExtensionsResult;
  skillsOverride?: (base: { skills: Skill[]; diagnostics: ResourceDiagnostic[] }) => { skills: Skill[]; diagnostics: ResourceDiagnostic[] };
  promptsOverride?: (base: { prompts: PromptTemplate[]; diagnostics: ResourceDiagnostic[] }) => {
    prompts: PromptTemplate[];
    diagnostics: ResourceDiagnostic[];
  };
  themesOverride?: (base: { themes: Theme[]; diagnostics: ResourceDiagnostic[] }) => { themes: Theme[]; diagnostics: ResourceDiagnostic[] };
  agentsFilesOverride?: (base: { agentsFiles: Array<{ path: string; content: string }> }) => {
    agentsFiles: Array<{ path: string; content: string }>;
  };
  systemPromptOverride?: (base: string | undefined) => string | undefined;
  appendSystemPromptOverride?: (base: string[]) => string[];
}
export interface AuthStorageBackend {
  withLock<T>(fn: (current: string | undefined) => LockResult<T>): T;
  withLockAsync<T>(fn: (current: string | undefined) => Promise<LockResult<T>>, options?: AuthOperationOptions): Promise<T>;
}
export type LockResult<T> = { result: T; next?: string };
