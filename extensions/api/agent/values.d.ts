/** Functions and constants of `@earendil-works/pi-coding-agent` that are about its folders, arguments, texts and pictures. */
import type { AgentSessionEvent, AgentSessionRuntime, AuthStorageBackend } from "./agents";
import type { AnyModel, Api, AssistantMessage, ImageContent, Message, Model, SimpleStreamOptions, TranscriptContext, Usage } from "../ai/types";
import type { AssistantMessageEventStream, CacheWarmingAction, CacheWarmingDecision } from "../ai/values";
import type { BuildSystemPromptOptions, MessageUpdateEvent } from "./events";
import type { ClassifierApi, ClassifierModel, ImageApi, ModelThinkingLevel, ProviderClassifier, ProviderImages, RefreshModelsContext } from "../ai/models";
import type { CodemodeMode, TuiMode } from "./settings";
import type { EventBus, ExtensionFactory } from "./api";
import type { ExtensionContext } from "./context";
import type { InlineExtension } from "./runner";
import type { OAuthCredentials } from "../ai/logins";
import type { OAuthLoginCallbacks } from "../ai/compat";
import type { Skill } from "./tools";
import type { ThinkingLevel } from "../pi-agent-core";

export interface Args {
  provider?: string;
  model?: string;
  apiKey?: string;
  systemPrompt?: string;
  appendSystemPrompt?: string[];
  thinking?: ThinkingLevel;
  continue?: boolean;
  resume?: boolean;
  help?: boolean;
  version?: boolean;
  mode?: Mode;
  name?: string;
  noSession?: boolean;
  session?: string;
  sessionId?: string;
  fork?: string;
  sessionDir?: string;
  models?: string[];
  tools?: string[];
  excludeTools?: string[];
  noTools?: boolean;
  noBuiltinTools?: boolean;
  extensions?: string[];
  noExtensions?: boolean;
  noMcp?: boolean;
  print?: boolean;
  export?: string;
  noSkills?: boolean;
  skills?: string[];
  promptTemplates?: string[];
  noPromptTemplates?: boolean;
  themes?: string[];
  useTheme?: string;
  noThemes?: boolean;
  noContextFiles?: boolean;
  listModels?: string | true;
  offline?: boolean;
  tuiMode?: TuiMode;
  verbose?: boolean;
  projectTrustOverride?: boolean;
  messages: string[];
  fileArgs: string[];
  unknownFlags: Map<string, boolean | string>;
  diagnostics: Array<{ type: "warning" | "error"; message: string }>;
}
export function parseArgs(args: string[]): Args;
export const CONFIG_DIR_NAME: string;
export function getAgentDir(): string;
export function getDocsPath(): string;
export function getExamplesPath(): string;
export function getPackageDir(): string;
export function getReadmePath(): string;
export const VERSION: string;
export interface CacheWarmingStatus {
  state: "inactive" | "scheduled" | "refreshing";
  reason?: string;
  nextWarmAt?: number;
  decision?: CacheWarmingDecision;
  extensionOverride?: boolean;
}
/** Channels inside one extension; `pi.events` reaches the others. */
export function createEventBus(): EventBusController;
export interface EventBusController extends EventBus {
  clear(): void;
}
/** What keys can do in the program. */
export type AppKeybinding =
  | "app.interrupt" | "app.clear" | "app.exit" | "app.suspend" | "app.thinking.cycle" | "app.thinking.save"
  | "app.model.cycleForward" | "app.model.cycleBackward" | "app.model.select" | "app.tools.expand"
  | "app.thinking.toggle" | "app.session.toggleNamedFilter" | "app.editor.external" | "app.message.copy"
  | "app.message.followUp" | "app.message.dequeue" | "app.clipboard.pasteImage" | "app.session.new"
  | "app.session.tree" | "app.session.fork" | "app.session.resume" | "app.tree.foldOrUp"
  | "app.tree.unfoldOrDown" | "app.tree.editLabel" | "app.tree.toggleLabelTimestamp" | "app.session.togglePath"
  | "app.session.toggleSort" | "app.session.rename" | "app.session.delete" | "app.session.deleteNoninvasive"
  | "app.models.save" | "app.models.enableAll" | "app.models.clearAll" | "app.models.toggleProvider"
  | "app.models.reorderUp" | "app.models.reorderDown" | "app.tree.filter.default" | "app.tree.filter.noTools"
  | "app.tree.filter.userOnly" | "app.tree.filter.labeledOnly" | "app.tree.filter.all"
  | "app.tree.filter.cycleForward" | "app.tree.filter.cycleBackward";
/** Known by name, and never told: nothing is warmed. */
export interface CacheWarmingDecisionEvent extends Pick<CacheWarmingDecision, "warmCost" | "missCost" | "continuationProbability" | "action"> {
  type: "cache_warming_decision";
}
export interface CacheWarmingDecisionEventResult {
  action?: CacheWarmingAction;
}
export type KeybindingsManager = import("../tui/values").KeybindingsManager;
export type NormalizedBuildSystemPromptOptions = BuildSystemPromptOptions & {
  selectedTools: string[];
  hiddenTools: string[];
  toolSnippets: Record<string, string>;
  toolGuidelines: Record<string, string[]>;
  promptGuidelines: string[];
  appendSystemPrompt: string;
  sections: Record<string, string>;
  contextFiles: Array<{ path: string; content: string }>;
  skills: Skill[];
};
export interface SlashCommandInfo {
  name: string;
  description?: string;
  source: SlashCommandSource;
  sourceInfo: SourceInfo;
}
export type SlashCommandSource = "extension" | "prompt" | "skill";
export interface SourceInfo {
  path: string;
  source: string;
  scope: SourceScope;
  origin: SourceOrigin;
  baseDir?: string;
  changelogPath?: string;
}
export type ReadonlyFooterDataProvider = Pick<FooterDataProvider, "getGitBranch" | "getExtensionStatuses" | "getAvailableProviderCount" | "onBranchChange">;
export interface RegisteredMcpServer {
  name: string;
  config: McpServerConfig;
  extensionPath: string;
}
export interface PackageInstallFailure {
  source: string;
  scope: PackageScope;
  message: string;
}
export interface PackageManager {
  resolve(onMissing?: (source: string) => Promise<MissingSourceAction>): Promise<ResolvedPaths>;
  install(source: string, options?: { local?: boolean }): Promise<void>;
  installAndPersist(source: string, options?: { local?: boolean }): Promise<void>;
  remove(source: string, options?: { local?: boolean }): Promise<void>;
  removeAndPersist(source: string, options?: { local?: boolean }): Promise<boolean>;
  update(source?: string): Promise<void>;
  listConfiguredPackages(): ConfiguredPackage[];
  resolveExtensionSources(sources: string[], options?: { local?: boolean; temporary?: boolean }): Promise<ResolvedPaths>;
  addSourceToSettings(source: string, options?: { local?: boolean }): boolean;
  removeSourceFromSettings(source: string, options?: { local?: boolean }): boolean;
  setProgressCallback(callback: ProgressCallback | undefined): void;
  getInstalledPath(source: string, scope: "user" | "project"): string | undefined;
}
export interface PathMetadata {
  source: string;
  scope: PackageScope;
  origin: "package" | "top-level";
  baseDir?: string;
  changelogPath?: string;
  packageRoot?: string;
}
export type ProgressCallback = (event: ProgressEvent) => void;
export interface ProgressEvent {
  type: "start" | "progress" | "complete" | "error" | "result";
  action: "install" | "remove" | "update" | "clone" | "pull";
  source: string;
  message?: string;
}
export interface ResolvedPaths {
  extensions: ResolvedResource[];
  skills: ResolvedResource[];
  prompts: ResolvedResource[];
  themes: ResolvedResource[];
  installFailures?: PackageInstallFailure[];
}
export interface ResolvedResource {
  path: string;
  enabled: boolean;
  metadata: PathMetadata;
}
/** Throws when it is used: packages are not installed by the program yet. */
export class DefaultPackageManager {
  constructor(...given: unknown[]);
}
export interface ResourceCollision {
  resourceType: "extension" | "skill" | "prompt" | "theme";
  name: string;
  winnerPath: string;
  loserPath: string;
  winnerSource?: string;
  loserSource?: string;
}
export interface ResourceDiagnostic {
  type: "warning" | "error" | "collision";
  message: string;
  path?: string;
  collision?: ResourceCollision;
}
export interface PromptTemplate {
  name: string;
  description: string;
  argumentHint?: string;
  content: string;
  sourceInfo: SourceInfo;
  filePath: string;
}
/** A part of a prompt; nothing without a skill that a model may open itself. */
export function formatSkillsForPrompt(skills: Skill[], fileReadTool?: "read" | "bash" | "indirect"): string;
export interface LoadSkillsFromDirOptions {
  dir: string;
  source: string;
}
export interface LoadSkillsResult {
  skills: Skill[];
  diagnostics: ResourceDiagnostic[];
}
export function loadSkills(options: LoadSkillsOptions): LoadSkillsResult;
export function loadSkillsFromDir(options: LoadSkillsFromDirOptions): LoadSkillsResult;
export function createSyntheticSourceInfo(path: string, options: {
  source: string;
  scope?: SourceScope;
  origin?: SourceOrigin;
  baseDir?: string;
  changelogPath?: string;
}): SourceInfo;
export function hasTrustRequiringProjectResources(cwd: string): boolean;
export type ProjectTrustDecision = boolean | null;
/** The decisions of a person, by folder. */
export class ProjectTrustStore {
  constructor(agentDir: string);
  get(cwd: string): ProjectTrustDecision;
  getEntry(cwd: string): ProjectTrustStoreEntry | null;
  set(cwd: string, decision: ProjectTrustDecision): void;
  setMany(decisions: ProjectTrustUpdate[]): void;
}
export interface ProjectTrustStoreEntry {
  path: string;
  decision: boolean;
}
export interface ProjectTrustUpdate {
  path: string;
  decision: ProjectTrustDecision;
}
export interface ModelRoute<TState = unknown> {
  model: Model<Api>;
  thinkingLevel: ModelThinkingLevel;
  state?: TState;
}
export type ModelRouteReason = "user" | "continuation" | "retry" | "direct";
export interface ModelRouteRequest<TState = unknown> {
  model: Model<Api>;
  thinkingLevel: ModelThinkingLevel;
  reason: ModelRouteReason;
  previous?: { model: Model<Api>; thinkingLevel?: ModelThinkingLevel };
  failed?: { model: Model<Api>; thinkingLevel?: ModelThinkingLevel; message: AssistantMessage };
  state?: TState;
  messages: readonly Message[];
  signal?: AbortSignal;
}
export const VIRTUAL_MODEL_STATE_ENTRY: "pi.virtual-model-state";
export interface VirtualModelDefinition<TState = unknown> {
  provider: string;
  id: string;
  name: string;
  thinkingLevels?: readonly ModelThinkingLevel[];
  contextWindow?: number;
  maxTokens?: number;
  input?: ("text" | "image")[];
  route(request: ModelRouteRequest<TState>): ModelRoute<TState> | Promise<ModelRoute<TState>>;
}
export interface VirtualModelStateData<TState = unknown> {
  provider: string;
  modelId: string;
  state: TState;
}
export interface CodemodeExtensionOptions {
  mode?: CodemodeMode;
  inlineBudget?: number;
  models?: boolean;
}
/** Throws when it is used: codemode is not part of the program yet. */
export function createCodemodeExtension(options?: CodemodeExtensionOptions): ExtensionFactory;
export interface CodemodeStoreEntryData {
  set: Record<string, unknown>;
  delete: string[];
}
export interface CodemodeToolDetails {
  calls: CodemodeNestedCall[];
  fullOutputPath?: string;
}
export interface LoadedMcpConfig {
  servers: McpServerEntry[];
  autoEnableCodemode?: boolean;
  errors: string[];
  projectConfig?: string;
}
export type McpExposure = "codemode" | "deferred" | "direct" | "hidden";
export type McpServerConfig = McpStdioServerConfig | McpHttpServerConfig;
export interface McpServerEntry {
  name: string;
  config: McpServerConfig;
  source: string;
  scope?: "global" | "project" | "extension";
  override?: string;
}
/** Throws when it is used: MCP is not part of the program yet. */
export function createMcpExtension(options?: McpExtensionOptions): ExtensionFactory;
export interface McpExtensionOptions {
  loadConfig?: (ctx: ExtensionContext) => LoadedMcpConfig;
  createTransport?: McpTransportFactory;
  credentials?: McpOAuthCredentialStore;
  logPath?: string;
  openUrl?: (url: string) => void;
  updateConfig?: (entry: McpServerEntry, patch: McpServerConfigPatch) => void;
  startupWaitMs?: number;
}
export type McpTransportFactory = (entry: McpServerEntry, cwd: string, authProvider: unknown) => unknown;
/** Throws when it is used: tool search is not part of the program yet. */
export function createToolSearchExtension(): ExtensionFactory;
export interface MainOptions {
  extensionFactories?: InlineExtension[];
}
/** Throws when it is used: the program begins in Rust. */
export function main(args: string[], options?: MainOptions): Promise<void>;
/** A record as `--mode json` and RPC write it. */
export type JsonAgentSessionEvent = Exclude<AgentSessionEvent, { type: "message_update" }> | JsonMessageUpdateEvent;
export interface PrintModeOptions {
  mode: "text" | "json";
  messages?: string[];
  initialMessage?: string;
  initialImages?: ImageContent[];
}
/** Throws when it is used: the program begins in Rust; start it as a child. */
export function runPrintMode(runtimeHost: AgentSessionRuntime, options: PrintModeOptions): Promise<number>;
export function copyToClipboard(text: string): Promise<void>;
/** The head of a Markdown file, and what follows it. */
export const parseFrontmatter: <T extends Record<string, unknown> = Record<string, unknown>>(content: string) => ParsedFrontmatter<T>;
export const stripFrontmatter: (content: string) => string;
export function convertToPng(base64Data: string, mimeType: string): Promise<{ data: string; mimeType: string } | null>;
/** For the model: how its coordinates lead to those of the picture that was. */
export function formatDimensionNote(result: ResizedImage): string | undefined;
export interface ResizedImage {
  data: string;
  mimeType: string;
  originalWidth: number;
  originalHeight: number;
  width: number;
  height: number;
  wasResized: boolean;
}
/** Made to fit; `null` when it is no picture or cannot be made small enough. `maxBytes` is meant of the base64. */
export function resizeImage(inputBytes: Uint8Array, mimeType: string, options?: ImageResizeOptions): Promise<ResizedImage | null>;
export function detectSupportedImageMimeTypeFromFile(filePath: string): Promise<string | null>;
export function getPowerShellConfig(): ShellConfig;
export function getShellConfig(customShellPath?: string): ShellConfig;
export type AppKeybindings = { [K in AppKeybinding]: true };
export type Mode = "text" | "json" | "rpc";
export type SourceScope = "user" | "project" | "temporary";
export type SourceOrigin = "package" | "top-level";
export class FooterDataProvider {
  constructor(cwd: string);
  getGitBranch(): string | null;
  getExtensionStatuses(): ReadonlyMap<string, string>;
  onBranchChange(callback: () => void): () => void;
  setExtensionStatus(key: string, text: string | undefined): void;
  clearExtensionStatuses(): void;
  getAvailableProviderCount(): number;
  setAvailableProviderCount(count: number): void;
  setCwd(cwd: string): void;
  dispose(): void;
}
export type AuthStatus = {
  configured: boolean;
  source?: "stored" | "runtime" | "environment" | "fallback" | "models_json_key" | "models_json_command";
  label?: string;
};
export interface ProviderConfigInput {
  name?: string;
  baseUrl?: string;
  apiKey?: string;
  api?: Api;
  streamSimple?: (model: Model<Api>, context: TranscriptContext, options?: SimpleStreamOptions) => AssistantMessageEventStream;
  images?: Partial<Record<ImageApi, ProviderImages>>;
  classifiers?: Partial<Record<ClassifierApi, ProviderClassifier>>;
  headers?: Record<string, string>;
  authHeader?: boolean;
  oauth?: ExtensionOAuthConfig;
  models?: ProviderModelConfig2[];
  refreshModels?(context: RefreshModelsContext): Promise<ProviderModelConfig2[]>;
}
export type PackageScope = "user" | "project" | "temporary";
export type MissingSourceAction = "install" | "skip" | "error";
export interface ConfiguredPackage {
  source: string;
  scope: "user" | "project";
  filtered: boolean;
  installedPath?: string;
}
export interface LoadSkillsOptions {
  cwd: string;
  agentDir: string;
  skillPaths: string[];
  includeDefaults: boolean;
}
export interface CodemodeNestedCall {
  id: string;
  name: string;
  args: string;
  status: CodemodeNestedCallStatus;
  durationMs?: number;
  error?: string;
  cost?: number;
}
export interface McpStdioServerConfig extends McpServerConfigBase {
  env?: Record<string, string>;
  cwd?: string;
}
export interface McpHttpServerConfig extends McpServerConfigBase {
  headers?: Record<string, string>;
  oauth?: McpOAuthConfig;
  auth?: { provider: string };
}
export class McpOAuthCredentialStore {
  constructor(backend?: AuthStorageBackend, lockDir?: string);
  forServer(name: string, serverUrl: string): unknown;
  tokens(name: string, serverUrl: string): unknown;
  remove(name: string, serverUrl: string): boolean;
}
export interface McpServerConfigPatch {
  enabled?: boolean;
  exposure?: McpExposure;
}
export type JsonMessageUpdateEvent = {
  type: "message_update";
  usage: Usage;
  assistantMessageEvent: ToJsonAssistantMessageEvent<MessageUpdateEvent["assistantMessageEvent"]>;
};
export interface BashResult {
  output: string;
  exitCode: number | undefined;
  cancelled: boolean;
  truncated: boolean;
  fullOutputPath?: string;
}
export type ParsedFrontmatter<T extends Record<string, unknown>> = { frontmatter: T; body: string };
export interface ImageResizeOptions {
  maxWidth?: number;
  maxHeight?: number;
  maxBytes?: number;
  jpegQuality?: number;
}
export interface ShellConfig {
  shell: string;
  args: string[];
  commandTransport?: "argv" | "stdin";
}
export class McpServerRegistry {
  register(server: RegisteredMcpServer): void;
  unregister(name: string, extensionPath: string): void;
  get(name: string): RegisteredMcpServer | undefined;
  list(): RegisteredMcpServer[];
  setChangeListener(listener: (() => void) | undefined): void;
}
export interface ExtensionOAuthConfig {
  name: string;
  isSubscription?: boolean;
  usesCallbackServer?: boolean;
  login(callbacks: OAuthLoginCallbacks): Promise<OAuthCredentials>;
  refreshToken(credentials: OAuthCredentials, signal: AbortSignal): Promise<OAuthCredentials>;
  getApiKey(credentials: OAuthCredentials): string;
  modifyModels?(models: Model<Api>[], credentials: OAuthCredentials): Model<Api>[];
}
export type ProviderModelConfig2 = ProviderChatModelConfig2 | ProviderImageModelConfig2 | ProviderClassifierModelConfig2;
export type PackageCommandOutput = "inherit" | "capture";
export type CodemodeNestedCallStatus = "running" | "ok" | "error" | "cancelled";
export interface McpServerConfigBase {
  exposure?: McpExposure;
  description?: string;
  toolExposure?: Record<string, McpExposure>;
  timeout?: number;
}
export interface McpOAuthConfig {
  clientSecret?: string;
  clientName?: string;
  clientRegistration?: "auto" | "dcr" | "cimd";
}
export type ToJsonAssistantMessageEvent<T> = T extends { type: "toolcall_start"; partial: unknown } ? WithoutPartial<T> & {
  id: string;
  toolName: string;
} : WithoutPartial<T>;
export interface ProviderChatModelConfig2 extends ProviderModelConfigBase2 {
  type?: "chat";
  api?: Api;
  reasoning: boolean;
  thinkingLevelMap?: Model<Api>["thinkingLevelMap"];
  promptCache?: Model<Api>["promptCache"];
  contextWindow: number;
  maxTokens: number;
  samplingParams?: Model<Api>["samplingParams"];
  samplingParamsByThinkingLevel?: Model<Api>["samplingParamsByThinkingLevel"];
  compat?: Model<Api>["compat"];
}
export interface ProviderImageModelConfig2 extends ProviderModelConfigBase2 {
  type: "image";
  api?: ImageApi;
  output: ("text" | "image")[];
}
export interface ProviderClassifierModelConfig2 extends ProviderModelConfigBase2 {
  type: "classifier";
  api?: ClassifierApi;
  contextWindow: number;
  compat?: ClassifierModel<ClassifierApi>["compat"];
}
export type WithoutPartial<T> = T extends { partial: unknown } ? Omit<T, "partial"> : T;
export interface ProviderModelConfigBase2 {
  id: string;
  name: string;
  api?: string;
  baseUrl?: string;
  input: ("text" | "image")[];
  inputLimits?: AnyModel["inputLimits"];
  cost: AnyModel["cost"];
  headers?: Record<string, string>;
}
