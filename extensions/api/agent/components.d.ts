/** Classes of `@earendil-works/pi-coding-agent`: components, the session, agents inside an extension. */
import { Editor } from "../tui/values";

export class AgentSession {
  constructor(given?: any);
  scopedModels: any;
  state: any;
  agent: any;
  extensionRunner: any;
  messages: any;
  model: any;
  thinkingLevel: any;
  isStreaming: boolean;
  systemPrompt: any;
  sessionId: any;
  sessionFile: any;
  setModel(model?: any): Promise<void>;
  setThinkingLevel(level?: any): void;
  setSessionName(name?: any): void;
  getActiveToolNames(): any;
  setActiveToolsByName(names?: any): void;
  getLastAssistantText(): any;
  getSessionStats(): any;
  bindExtensions(given?: any): Promise<void>;
  subscribe(listener?: any): any;
  dispose(): void;
  abort(): Promise<void>;
  steer(text?: string): Promise<void>;
  followUp(text?: string): Promise<void>;
  prompt(text?: string, options?: any): Promise<void>;
  running: any;
  [member: string]: any;
}
export class AgentSessionRuntime {
  constructor(session?: any, services?: any, createRuntime?: any, diagnostics?: any, modelFallbackMessage?: any);
  session: any;
  services: any;
  cwd: string;
  diagnostics: any;
  modelFallbackMessage: any;
  takeUnreportedDiagnostics(): any;
  setRebindSession(rebindSession?: any): void;
  setBeforeSessionInvalidate(beforeSessionInvalidate?: any): void;
  newSession(given?: any): any;
  switchSession(sessionPath?: any, options?: any): any;
  /** Before a message of the person, which is then said anew; or with the entry. */
  fork(entryId?: any, options?: any): any;
  importFromJsonl(inputPath?: any, cwdOverride?: any): any;
  dispose(): Promise<void>;
  [member: string]: any;
}
export class AssistantMessageComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(message?: any, hideThinkingBlock?: boolean, theme?: any, hiddenThinkingLabel?: string, outputPad?: number, transformers?: any, messageId?: any, timestamp?: any);
  updateContent(message?: any, isStreaming?: boolean): void;
  setHideThinkingBlock(hide?: any): void;
  setHiddenThinkingLabel(label?: string): void;
  setOutputPad(padding?: any): void;
  [member: string]: any;
}
export class BashExecutionComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(command?: string, ui?: any, excludeFromContext?: boolean, outputPad?: number);
  setExpanded(expanded?: any): void;
  setOutputPad(outputPad?: any): void;
  invalidate(): void;
  appendOutput(chunk?: any): void;
  setComplete(exitCode?: any, cancelled?: any, truncationResult?: any, fullOutputPath?: any): void;
  dispose(): void;
  getOutput(): string;
  getCommand(): any;
  [member: string]: any;
}
export class BorderedLoader {
  render(width: number): string[];
  invalidate(): void;
  constructor(tui?: any, theme?: any, message?: any, options?: any);
  signal: any;
  onAbort: any;
  handleInput(data: string): void;
  dispose(): void;
  [member: string]: any;
}
export class BranchSummaryMessageComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(message?: any, theme?: any, outputPad?: number, transformers?: any, messageId?: any, timestamp?: any);
  build(): void;
  [member: string]: any;
}
export class CompactionSummaryMessageComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(message?: any, theme?: any, outputPad?: number, transformers?: any, messageId?: any, timestamp?: any);
  build(): void;
  [member: string]: any;
}
export class CredentialSynchronizationError {
  constructor(providerId?: any, operation?: any, credential?: any, options?: any);
  name: string;
  [member: string]: any;
}
/** An editor for the place of the line: what it does not handle itself it leaves to the program's keys. */
export class CustomEditor extends Editor {
  constructor(tui: any, theme: any, keybindings?: any, options?: any);
}
/** A message of an extension: as its renderer has it, else its text in a box. */
export class CustomMessageComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(message?: any, customRenderer?: any, theme?: any, outputPad?: number, transformers?: any, messageId?: any, timestamp?: any);
  setExpanded(expanded?: any): void;
  setOutputPad(outputPad?: any): void;
  invalidate(): void;
  [member: string]: any;
}
/** Gives what its options say: texts, and extensions that are named or given as functions. The program's own are not loaded into an agent inside an extension. */
export class DefaultResourceLoader {
  render(width: number): string[];
  invalidate(): void;
  constructor(options?: any);
  loaded: boolean;
  reload(): Promise<void>;
  extendResources(): void;
  getExtensions(): any;
  getSkills(): any;
  getPrompts(): any;
  getThemes(): any;
  getAgentsFiles(): any;
  getSystemPrompt(): any;
  getAppendSystemPrompt(): any;
  [member: string]: any;
}
export class DynamicBorder {
  constructor(color?: any);
  invalidate(): void;
  render(width: number): string[];
  [member: string]: any;
}
export class ExtensionEditorComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(tui?: any, keybindings?: any, title?: string, prefill?: any, onSubmit?: any, onCancel?: any, options?: any, externalEditorCommand?: any);
  focused: boolean;
  handleInput(data: string): void;
  [member: string]: any;
}
export class ExtensionInputComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(title?: string, placeholder?: any, onSubmit?: any, onCancel?: any, more?: any);
  focused: boolean;
  handleInput(data: string): void;
  [member: string]: any;
}
/** The loaded extensions at the doors of one agent. */
export class ExtensionRunner {
  constructor(extensions?: any, runtime?: any, cwd?: string, sessionManager?: any, modelRegistry?: any);
  modelRegistry: any;
  bindCore(actions?: any, contextActions?: any): void;
  bindCommandContext(actions?: any): void;
  setUIContext(uiContext?: any, mode?: string): void;
  getUIContext(): any;
  hasUI(): boolean;
  getModelRegistry(): any;
  /** What is called of the old context says so from now on. */
  invalidate(message?: string): void;
  onError(listener?: any): any;
  emitError(error?: any): void;
  shutdown(): void;
  getActiveTools(): any;
  getFlagValues(): any;
  setFlagValue(name?: any, value?: any): void;
  getShortcutDiagnostics(): any;
  getCommandDiagnostics(): any;
  reportUnhandledMcpServers(): void;
  /** Nothing of an agent inside is drawn. */
  getMessageRenderer(): any;
  getEntryRenderer(): any;
  getMarkdownTransformers(): any;
  resolveToolRenderers(name?: any, base?: any): any;
  hasHandlers(event?: any): any;
  createContext(): any;
  createToolContext(toolCallId?: any, signal?: any): any;
  createCommandContext(): any;
  getToolDefinition(name?: any): any;
  getCommand(name?: any): any;
  getRegisteredCommands(): any;
  getFlags(): any;
  getShortcuts(): any;
  getExtensionPaths(): any;
  getAllRegisteredTools(): any;
  /** Gives an event to all handlers; `take` has each result, and ends the walk with true. At a gate, what is thrown is. */
  walk(event?: any, take?: any, gate?: boolean): Promise<void>;
  /** The same; the last result that is something. */
  emit(event?: any): any;
  emitToolCall(event?: any): any;
  /** The result as the handlers have it; nothing when none changed it. */
  emitToolResult(event?: any): any;
  emitMessageEnd(event?: any): any;
  emitUserBash(event?: any): any;
  emitContext(messages?: any): any;
  emitBeforeProviderRequest(payload?: any): any;
  emitBeforeProviderHeaders(headers?: any): any;
  /** What the person said as the handlers have it. One that fails stops it: it may have been a gate. */
  emitInput(text?: string, images?: any, source?: any, streamingBehavior?: any): any;
  emitResourcesDiscover(cwd?: string, reason?: any): any;
  [member: string]: any;
}
export class ExtensionSelectorComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(title?: string, options?: any, onSelect?: any, onCancel?: any, more?: any);
  handleInput(data: string): void;
  [member: string]: any;
}
export class FooterComponent {
  constructor(session?: any, footerData?: any);
  setSession(session?: any): void;
  setAutoCompactEnabled(enabled?: any): void;
  invalidate(): void;
  dispose(): void;
  render(width: number): string[];
  [member: string]: any;
}
export class LoginDialogComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(tui?: any, providerId?: any, onComplete?: any, providerNameOverride?: any, titleOverride?: any);
  focused: boolean;
  signal: any;
  showAuth(url?: any, instructions?: any): void;
  showDeviceCode(given?: any): void;
  showManualInput(prompt?: any): any;
  showPrompt(message?: any, placeholder?: any): any;
  showDetails(lines?: any): void;
  showInfo(message?: any, links?: any, showCloseHint?: boolean): void;
  showWaiting(message?: any): void;
  showProgress(message?: any): void;
  handleInput(data: string): void;
  [member: string]: any;
}
/** The same as extensions of before knew it. */
export class ModelRegistry extends ModelRuntime {
  constructor(runtime?: any);
  runtime: any;
  static create(): any;
}
export class ModelRuntime {
  constructor();
  registerProvider: any;
  registerNativeProvider: any;
  unregisterProvider: any;
  getModel(provider?: any, id?: any): any;
  getModels(provider?: any): any;
  getAvailableSnapshot(): any;
  completeSimple(model?: any, context?: any, options?: any): any;
  static create(): any;
  [member: string]: any;
}
export class ModelSelectorComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(tui?: any, currentModel?: any, modelRuntime?: any, scopedModels?: any, onSelect?: any, onCancel?: any, initialSearchInput?: any, onSelectAsDefault?: any, defaultModel?: any);
  capturesViewportInput: boolean;
  focused: boolean;
  getSearchInput(): any;
  dispose(): void;
  handleInput(data: string): void;
  [member: string]: any;
}
export class OAuthSelectorComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(mode?: any, providers?: any, onSelect?: any, onCancel?: any, initialSearchInput?: any, tui?: any);
  capturesViewportInput: boolean;
  focused: boolean;
  dispose(): void;
  handleInput(data: string): void;
  [member: string]: any;
}
/** The decisions of a person, by folder. */
export class ProjectTrustStore {
  constructor(agentDir?: any);
  getEntry(cwd?: string): any;
  get(cwd?: string): any;
  set(cwd?: string, decision?: any): void;
  setMany(updates?: any): void;
  [member: string]: any;
}
export class RpcClient {
  constructor(options?: any);
  start(): Promise<void>;
  stop(): Promise<void>;
  onEvent(listener?: any): any;
  getStderr(): string;
  prompt: any;
  steer: any;
  followUp: any;
  abort: any;
  clearQueue: any;
  newSession: any;
  getState: any;
  setModel: any;
  cycleModel: any;
  getAvailableModels: any;
  setThinkingLevel: any;
  cycleThinkingLevel: any;
  getAvailableThinkingLevels: any;
  setSteeringMode: any;
  setFollowUpMode: any;
  compact: any;
  setAutoCompaction: any;
  setAutoRetry: any;
  abortRetry: any;
  bash: any;
  abortBash: any;
  getSessionStats: any;
  exportHtml: any;
  switchSession: any;
  fork: any;
  clone: any;
  getForkMessages: any;
  getEntries: any;
  getTree: any;
  getLastAssistantText: any;
  setSessionName: any;
  getMessages: any;
  getCommands: any;
  /** All events until the agent has nothing more to do. */
  collectEvents(timeout?: number): any;
  waitForIdle(timeout?: any): Promise<void>;
  promptAndWait(message?: any, images?: any, timeout?: any): any;
  [member: string]: any;
}
export class SessionManager {
  constructor(cwd?: string, folder?: any, file?: any);
  /** Entries of another session, as they are. */
  takeBranch(entries?: any): void;
  /** Begins anew, in a file of its own. */
  newSession(given?: any): any;
  /** Goes on in another file. */
  setSessionFile(file?: any): void;
  getCwd(): any;
  getSessionDir(): any;
  getSessionId(): any;
  getSessionFile(): any;
  getHeader(): any;
  getEntries(): any;
  getEntry(id?: any): any;
  getLeafId(): any;
  getLeafEntry(): any;
  getBranch(from?: any): any;
  getEntryCount(): number;
  getChildren(id?: any): any;
  /** Every entry with those that follow it; entries whose parent is lost begin trees. */
  getTree(): any;
  getLabel(id?: any): any;
  getSessionName(): any;
  buildSessionProjection(): any;
  isPersisted(): boolean;
  buildContextEntries(): any;
  buildSessionContext(): any;
  appendCompaction(summary?: any, firstKeptEntryId?: any, tokensBefore?: any, details?: any, fromHook?: any, usage?: any): any;
  /** Goes on from another entry, with a summary of the branch that is left. */
  branchWithSummary(id?: any, summary?: any, details?: any, fromHook?: any, usage?: any): any;
  appendMessage(message?: any): any;
  appendModelChange(provider?: any, modelId?: any): any;
  appendThinkingLevelChange(thinkingLevel?: any): any;
  appendCustomEntry(customType?: any, data?: any): any;
  appendCustomMessageEntry(customType?: any, content?: any, display?: any, details?: any): any;
  appendSessionInfo(name?: any): any;
  appendLabelChange(targetId?: any, label?: string): any;
  branch(id?: any): void;
  resetLeaf(): void;
  /** A file of its own with the entries up to a leaf; this object goes on there. */
  createBranchedSession(leafId?: any): any;
  static inMemory(cwd?: string): any;
  static create(cwd: string, folder?: string): any;
  static open(file: any, folder?: any, cwd?: string): any;
  static continueRecent(cwd: string, folder?: string): any;
  static forkFrom(source: any, cwd?: string, folder?: string): any;
  static list(cwd: string, folder?: string, onProgress?: any): any;
  static listAll(given?: any, progress?: any): any;
  [member: string]: any;
}
export class SessionSelectorComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(currentSessionsLoader?: any, allSessionsLoader?: any, onSelect?: any, onCancel?: any, onExit?: any, requestRender?: any, options?: any, currentSessionFilePath?: any);
  capturesViewportInput: boolean;
  focused: boolean;
  getSessionList(): any;
  dispose(): void;
  handleInput(data: string): void;
  [member: string]: any;
}
export class SettingsManager {
  constructor(files?: any, layers?: any, trusted?: boolean);
  value(keys?: any, usual?: any): any;
  /** In force at once, and in the file. */
  change(keys?: any, value?: any, scope?: string): void;
  getSettings(): any;
  getGlobalSettings(): any;
  getProjectSettings(): any;
  isProjectTrusted(): boolean;
  setProjectTrusted(trusted?: any): void;
  applyOverrides(overrides?: any): void;
  reload(): Promise<void>;
  flush(): Promise<void>;
  drainErrors(): any;
  getSessionDir(): any;
  /** A pair for light and dark screens is no theme. */
  getTheme(): any;
  setTheme(theme?: any): void;
  setDefaultModelAndProvider(provider?: any, modelId?: any): void;
  getModelThinkingLevel(provider?: any, modelId?: any): any;
  setModelThinkingLevel(provider?: any, modelId?: any, level?: any): void;
  removeModelThinkingLevel(provider?: any, modelId?: any): void;
  getCompactionReserveTokens(model?: any): any;
  getCompactionKeepRecentTokens(model?: any): any;
  getCompactionSettings(model?: any): any;
  getBranchSummarySettings(): any;
  getRetrySettings(): any;
  getProviderRetrySettings(): any;
  getExternalEditorCommand(): any;
  getExtensionChangelogVersion(key?: any): any;
  setExtensionChangelogVersion(key?: any, version?: any): void;
  getTerminalCapabilityOverrides(): any;
  setProjectPackages(packages?: any): void;
  setProjectExtensionPaths(paths?: any): void;
  setProjectSkillPaths(paths?: any): void;
  setProjectPromptTemplatePaths(paths?: any): void;
  setProjectThemePaths(paths?: any): void;
  static create(cwd?: string, agentDir?: any, options?: any): any;
  static inMemory(settings?: any, options?: any): any;
  [member: string]: any;
}
export class SettingsSelectorComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(config?: any, callbacks?: any);
  getSettingsList(): any;
  handleInput(data: string): void;
  [member: string]: any;
}
export class ShowImagesSelectorComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(currentValue?: any, onSelect?: any, onCancel?: any);
  [member: string]: any;
}
export class SkillInvocationMessageComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(skillBlock?: any, theme?: any, outputPad?: number, transformers?: any, messageId?: any, timestamp?: any);
  build(): void;
  [member: string]: any;
}
export class Theme {
  constructor(foregrounds?: any, backgrounds?: any, mode?: string, options?: any);
  name: any;
  sourcePath: any;
  sourceInfo: any;
  appearance: string;
  colors: any;
  style(text?: string, options?: any): any;
  fg(name?: any, text?: string): string;
  bg(name?: any, text?: string): string;
  bold(text?: string): string;
  dim(text?: string): string;
  italic(text?: string): string;
  underline(text?: string): string;
  inverse(text?: string): string;
  strikethrough(text?: string): string;
  getFgAnsi(name?: any): string;
  getBgAnsi(name?: any): string;
  getColorMode(): string;
  getThinkingBorderColor(level?: any): any;
  getBashModeBorderColor(): any;
  [member: string]: any;
}
export class ThemeSelectorComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(currentTheme?: any, onSelect?: any, onCancel?: any, onPreview?: any);
  [member: string]: any;
}
export class ThinkingSelectorComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(currentLevel?: any, availableLevels?: any, onSelect?: any, onCancel?: any, onSelectAsDefault?: any, defaultThinkingLevel?: any);
  focused: boolean;
  getSelectList(): any;
  handleInput(data: string): any;
  [member: string]: any;
}
export class ToolExecutionComponent {
  constructor(toolName?: any, toolCallId?: any, args?: any, options?: any, toolDefinition?: any, ui?: any, cwd?: string);
  updateArgs(args?: any): void;
  markExecutionStarted(): void;
  setArgsComplete(): void;
  updateResult(result?: any, isPartial?: boolean): void;
  setExpanded(expanded?: any): void;
  setOutputPad(outputPad?: any): void;
  setShowImages(showImages?: any): void;
  setImageWidthCells(imageWidthCells?: any): void;
  invalidate(): void;
  render(width: number): string[];
  [member: string]: any;
}
export class TreeSelectorComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(tree?: any, currentLeafId?: any, terminalHeight?: any, onSelect?: any, onCancel?: any, onLabelChange?: any, initialSelectedId?: any, initialFilterMode?: any);
  onCopy: any;
  capturesViewportInput: boolean;
  focused: boolean;
  getTreeList(): any;
  handleInput(data: string): void;
  [member: string]: any;
}
export class UserMessageComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(text?: string, theme?: any, outputPad?: number, transformers?: any, messageId?: any, timestamp?: any);
  setOutputPad(padding?: any): void;
  [member: string]: any;
}
export class UserMessageSelectorComponent {
  render(width: number): string[];
  invalidate(): void;
  constructor(messages?: any, onSelect?: any, onCancel?: any, initialSelectedId?: any);
  getMessageList(): any;
  handleInput(data: string): void;
  [member: string]: any;
}
