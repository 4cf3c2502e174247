/** Components of `@earendil-works/pi-coding-agent`, and the theme. */
import type { AgentSession, AgentSessionRuntimeDiagnostic, ModelRuntime } from "./agents";
import type { ApiKeyAuth, AuthCheck, AuthInfoLink, OAuthAuth } from "../ai/logins";
import type { AppKeybinding, KeybindingsManager, ReadonlyFooterDataProvider, SourceInfo } from "./values";
import type { AssistantMessage, ImageContent, Model, Transport } from "../ai/types";
import type { Box, Container, Editor, EditorOptions, EditorTheme, Input, Loader, MarkdownTheme, ScrollViewScrollbar, SelectList, SelectListTheme, SettingsList, SettingsListTheme } from "../tui/components";
import type { BranchSummaryMessage, CompactionSummaryMessage, CustomMessage, SessionInfo, SessionListProgress, SessionTreeNode } from "./session";
import type { CacheWarmingMode, DefaultProjectTrust, FullscreenExitOutput, MermaidRenderingMode, QuietStartup, SessionShareDestination, TuiMode, WarningSettings } from "./settings";
import type { Color, Keybinding, TUI, Terminal, TerminalColorMode, TextAttributes, TuiMouseEvent, WheelScrollLines } from "../tui/types";
import type { MarkdownTransformer, MessageRenderer, ToolRenderers } from "./runner";
import type { OAuthDeviceCodeInfo } from "../ai/compat";
import type { ThinkingLevel } from "../pi-agent-core";
import type { ToolDefinition } from "./api";
import type { TruncationResult } from "./tools";
import type { WorkingIndicatorOptions } from "./context";

/** Throws when it is used: the conversation is the program's own and written in Rust. */
export class InteractiveMode {
  constructor(...given: unknown[]);
}
export interface InteractiveModeOptions {
  migratedProviders?: string[];
  startupDiagnostics?: AgentSessionRuntimeDiagnostic[];
  modelFallbackMessage?: string;
  autoTrustOnReloadCwd?: string;
  initialMessage?: string;
  initialImages?: ImageContent[];
  initialMessages?: string[];
  verbose?: boolean;
  tuiMode?: TuiMode;
  initialThemeSetting?: string;
  terminal?: Terminal;
}
/** Functions and constants of `@earendil-works/pi-coding-agent`. What is `any` here is told apart when it runs. */
export class ArminComponent {
  constructor(...given: unknown[]);
}
export class AssistantMessageComponent extends Container {
  constructor(message?: AssistantMessage, hideThinkingBlock?: boolean, markdownTheme?: MarkdownTheme, hiddenThinkingLabel?: string, outputPad?: number, markdownTransformers?: readonly MarkdownTransformer[], messageId?: string, timestamp?: string);
  invalidate(): void;
  setHideThinkingBlock(hide: boolean): void;
  setHiddenThinkingLabel(label: string): void;
  setOutputPad(padding: number): void;
  render(width: number): readonly string[];
  updateContent(message: AssistantMessage, isStreaming?: boolean): void;
}
export class BashExecutionComponent extends Container {
  constructor(command: string, ui: TUI, excludeFromContext?: boolean, outputPad?: number);
  setExpanded(expanded: boolean): void;
  setOutputPad(outputPad: number): void;
  invalidate(): void;
  appendOutput(chunk: string): void;
  setComplete(exitCode: number | undefined, cancelled: boolean, truncationResult?: TruncationResult, fullOutputPath?: string): void;
  getOutput(): string;
  getCommand(): string;
}
export class BorderedLoader extends Container {
  constructor(tui: TUI, theme: Theme, message: string, options?: { cancellable?: boolean });
  readonly signal: AbortSignal;
  onAbort: (() => void) | undefined;
  handleInput(data: string): void;
  dispose(): void;
}
export class BranchSummaryMessageComponent extends Box {
  constructor(message: BranchSummaryMessage, markdownTheme?: MarkdownTheme, outputPad?: number, markdownTransformers?: readonly MarkdownTransformer[], messageId?: string, timestamp?: string);
  setExpanded(expanded: boolean): void;
  setOutputPad(outputPad: number): void;
  invalidate(): void;
}
export class CompactionSummaryMessageComponent extends Box {
  constructor(message: CompactionSummaryMessage, markdownTheme?: MarkdownTheme, outputPad?: number, markdownTransformers?: readonly MarkdownTransformer[], messageId?: string, timestamp?: string);
  setExpanded(expanded: boolean): void;
  setOutputPad(outputPad: number): void;
  invalidate(): void;
}
/** An editor for the place of the line: what it does not handle itself it leaves to the program's keys. */
export class CustomEditor extends Editor {
  readonly embedWorkingStatus: boolean;
  actionHandlers: Map<AppKeybinding, () => void>;
  onEscape?: () => void;
  onCtrlD?: () => void;
  onPasteImage?: () => void;
  onExtensionShortcut?: (data: string) => boolean;
  constructor(tui: TUI, theme: EditorTheme, keybindings: KeybindingsManager, options?: CustomEditorOptions);
  setWorkingStatusIndicator(indicator: StatusIndicator | undefined): void;
  protected renderTopBorder(width: number, hiddenLineCount: number): string;
  onAction(action: AppKeybinding, handler: () => void): void;
  handleInput(data: string): void;
}
export type CustomEditorOptions = EditorOptions & { embedWorkingStatus?: boolean };
/** A message of an extension: as its renderer has it, else its text in a box. */
export class CustomMessageComponent extends Container {
  constructor(message: CustomMessage<unknown>, customRenderer?: MessageRenderer, markdownTheme?: MarkdownTheme, outputPad?: number, markdownTransformers?: readonly MarkdownTransformer[], messageId?: string, timestamp?: string);
  setExpanded(expanded: boolean): void;
  setOutputPad(outputPad: number): void;
  invalidate(): void;
}
export class DynamicBorder {
  constructor(color?: (str: string) => string);
  invalidate(): void;
  render(width: number): string[];
}
export class ExtensionEditorComponent extends Container {
  focused: boolean;
  constructor(tui: TUI, keybindings: KeybindingsManager, title: string, prefill: string | undefined, onSubmit: (value: string) => void, onCancel: () => void, options?: ExtensionEditorOptions, externalEditorCommand?: string);
  handleInput(keyData: string): void;
}
export class ExtensionInputComponent extends Container {
  focused: boolean;
  constructor(title: string, _placeholder: string | undefined, onSubmit: (value: string) => void, onCancel: () => void, opts?: ExtensionInputOptions);
  handleInput(keyData: string): void;
  dispose(): void;
}
export class ExtensionSelectorComponent extends Container {
  constructor(title: string, options: string[], onSelect: (option: string) => void, onCancel: () => void, opts?: ExtensionSelectorOptions);
  handleInput(keyData: string): void;
  dispose(): void;
}
export class FooterComponent {
  constructor(session: AgentSession, footerData: ReadonlyFooterDataProvider);
  setSession(session: AgentSession): void;
  setAutoCompactEnabled(enabled: boolean): void;
  invalidate(): void;
  dispose(): void;
  render(width: number): string[];
}
export function keyHint(keybinding: Keybinding, description: string): string;
export function keyText(keybinding: Keybinding): string;
export class LoginDialogComponent extends Container {
  focused: boolean;
  constructor(tui: TUI, providerId: string, onComplete: (success: boolean, message?: string) => void, providerNameOverride?: string, titleOverride?: string);
  readonly signal: AbortSignal;
  showAuth(url: string, instructions?: string): void;
  showDeviceCode(info: OAuthDeviceCodeInfo): void;
  showManualInput(prompt: string): Promise<string>;
  showPrompt(message: string, placeholder?: string): Promise<string>;
  showDetails(lines: string[]): void;
  showInfo(message: string, links?: readonly AuthInfoLink[], showCloseHint?: boolean): void;
  showWaiting(message: string): void;
  showProgress(message: string): void;
  handleInput(data: string): void;
}
export class ModelSelectorComponent extends Container {
  readonly capturesViewportInput: boolean;
  focused: boolean;
  constructor(tui: TUI, currentModel: Model<any> | undefined, modelRuntime: ModelRuntime, scopedModels: ReadonlyArray<ScopedModelItem>, onSelect: (model: Model<any>) => void, onCancel: () => void, initialSearchInput?: string, onSelectAsDefault?: (model: Model<any>) => void, defaultModel?: DefaultModelReference);
  dispose(): void;
  handleInput(keyData: string): void;
  getSearchInput(): Input;
}
export class OAuthSelectorComponent extends Container {
  readonly capturesViewportInput: boolean;
  focused: boolean;
  constructor(mode: "login" | "logout", providers: AuthSelectorProvider[], onSelect: (providerId: string, authType: AuthSelectorProvider["authType"]) => void, onCancel: () => void, initialSearchInput?: string, tui?: TUI);
  render(width: number): readonly string[];
  dispose(): void;
  handleInput(keyData: string): void;
}
export interface RenderDiffOptions {
  filePath?: string;
}
export function rawKeyHint(key: string, description: string): string;
export function renderDiff(diffText: string, _options?: RenderDiffOptions): string;
export class SessionSelectorComponent extends Container {
  readonly capturesViewportInput: boolean;
  handleInput(data: string): void;
  focused: boolean;
  constructor(currentSessionsLoader: SessionsLoader, allSessionsLoader: SessionsLoader, onSelect: (sessionPath: string) => void, onCancel: () => void, onExit: () => void, requestRender: () => void, options?: {
    renameSession?: (sessionPath: string, currentName: string | undefined) => Promise<void>;
    showRenameHint?: boolean;
    keybindings?: KeybindingsManager;
  }, currentSessionFilePath?: string);
  getSessionList(): SessionList;
}
export interface SettingsCallbacks {
  onAutoCompactChange: (enabled: boolean) => void;
  onShowImagesChange: (enabled: boolean) => void;
  onImageWidthCellsChange: (width: number) => void;
  onAutoResizeImagesChange: (enabled: boolean) => void;
  onBlockImagesChange: (blocked: boolean) => void;
  onEnableSkillCommandsChange: (enabled: boolean) => void;
  onSteeringModeChange: (mode: "all" | "one-at-a-time") => void;
  onFollowUpModeChange: (mode: "all" | "one-at-a-time") => void;
  onTransportChange: (transport: Transport) => void;
  onSessionShareDestinationChange: (destination: SessionShareDestination) => void;
  onHttpIdleTimeoutMsChange: (timeoutMs: number) => void;
  onCacheWarmingModeChange: (mode: CacheWarmingMode) => void;
  onModelThinkingLevelChange: (provider: string, modelId: string, level: ThinkingLevel) => void;
  onModelThinkingLevelRemove: (provider: string, modelId: string) => void;
  onThemeChange: (theme: string) => void;
  onThemePreview?: (theme: string) => void;
  onHideThinkingBlockChange: (hidden: boolean) => void;
  onMermaidRenderingModeChange: (mode: MermaidRenderingMode) => void;
  onShowCacheMissNoticesChange: (shown: boolean) => void;
  onCollapseChangelogChange: (collapsed: boolean) => void;
  onEnableInstallTelemetryChange: (enabled: boolean) => void;
  onDoubleEscapeActionChange: (action: "fork" | "tree" | "none") => void;
  onTreeFilterModeChange: (mode: "default" | "no-tools" | "user-only" | "labeled-only" | "all") => void;
  onShowHardwareCursorChange: (enabled: boolean) => void;
  onEditorPaddingXChange: (padding: number) => void;
  onOutputPadChange: (padding: 0 | 1) => void;
  onAutocompleteMaxVisibleChange: (maxVisible: number) => void;
  onQuietStartupChange: (quiet: QuietStartup) => void;
  onDefaultProjectTrustChange: (defaultProjectTrust: DefaultProjectTrust) => void;
  onClearOnShrinkChange: (enabled: boolean) => void;
  onShowTerminalProgressChange: (enabled: boolean) => void;
  onTuiModeChange: (mode: TuiMode) => void;
  onFullscreenExitOutputChange: (output: FullscreenExitOutput) => void;
  onFullscreenScrollbarChange: (mode: ScrollViewScrollbar) => void;
  onFullscreenCopyOnSelectChange: (enabled: boolean) => void;
  onFullscreenWheelScrollLinesChange: (lines: WheelScrollLines) => void;
  onWarningsChange: (warnings: WarningSettings) => void;
  onCancel: () => void;
}
export interface SettingsConfig {
  autoCompact: boolean;
  defaultModel: string;
  currentModel?: Model<any>;
  availableDefaultModels: readonly Model<any>[];
  showImages: boolean;
  imageWidthCells: number;
  autoResizeImages: boolean;
  blockImages: boolean;
  enableSkillCommands: boolean;
  steeringMode: "all" | "one-at-a-time";
  followUpMode: "all" | "one-at-a-time";
  transport: Transport;
  sessionShareDestination: SessionShareDestination;
  httpIdleTimeoutMs: number;
  cacheWarmingMode: CacheWarmingMode;
  thinkingLevel: ThinkingLevel;
  availableThinkingLevels: ThinkingLevel[];
  modelThinkingLevels: Record<string, ThinkingLevel>;
  currentTheme: string;
  terminalTheme: TerminalTheme;
  availableThemes: string[];
  hideThinkingBlock: boolean;
  mermaidRenderingMode: MermaidRenderingMode;
  showCacheMissNotices: boolean;
  collapseChangelog: boolean;
  enableInstallTelemetry: boolean;
  doubleEscapeAction: "fork" | "tree" | "none";
  treeFilterMode: "default" | "no-tools" | "user-only" | "labeled-only" | "all";
  showHardwareCursor: boolean;
  editorPaddingX: number;
  outputPad: 0 | 1;
  autocompleteMaxVisible: number;
  quietStartup: QuietStartup;
  defaultProjectTrust: DefaultProjectTrust;
  clearOnShrink: boolean;
  showTerminalProgress: boolean;
  tuiMode: TuiMode;
  fullscreenExitOutput: FullscreenExitOutput;
  fullscreenScrollbar: ScrollViewScrollbar;
  fullscreenCopyOnSelect: boolean;
  fullscreenWheelScrollLines: WheelScrollLines;
  warnings: WarningSettings;
}
export class SettingsSelectorComponent extends Container {
  constructor(config: SettingsConfig, callbacks: SettingsCallbacks);
  getSettingsList(): SettingsList;
}
export class ShowImagesSelectorComponent extends Container {
  constructor(currentValue: boolean, onSelect: (show: boolean) => void, onCancel: () => void);
  getSelectList(): SelectList;
}
export class ThemeSelectorComponent extends Container {
  constructor(currentTheme: string, onSelect: (themeName: string) => void, onCancel: () => void, onPreview: (themeName: string) => void);
  getSelectList(): SelectList;
}
export class ThinkingSelectorComponent extends Container {
  focused: boolean;
  constructor(currentLevel: ThinkingLevel, availableLevels: ThinkingLevel[], onSelect: (level: ThinkingLevel) => void, onCancel: () => void, onSelectAsDefault?: (level: ThinkingLevel) => void, defaultThinkingLevel?: ThinkingLevel);
  handleInput(keyData: string): void;
  getSelectList(): SelectList;
}
export class ToolExecutionComponent extends Container {
  constructor(toolName: string, toolCallId: string, args: any, options: ToolExecutionOptions | undefined, toolDefinition: ToolRenderers | ToolDefinition<any, any, any> | undefined, ui: TUI, cwd: string);
  updateArgs(args: any): void;
  markExecutionStarted(): void;
  setArgsComplete(): void;
  updateResult(result: {
    content: Array<{ type: string; text?: string; data?: string; mimeType?: string }>;
    details?: any;
    isError: boolean;
    durationMs?: number;
  }, isPartial?: boolean): void;
  setExpanded(expanded: boolean): void;
  setOutputPad(outputPad: number): void;
  setShowImages(show: boolean): void;
  setImageWidthCells(width: number): void;
  invalidate(): void;
  render(width: number): readonly string[];
  handleMouse(event: TuiMouseEvent): ReturnType<Container["handleMouse"]>;
}
export interface ToolExecutionOptions {
  showImages?: boolean;
  imageWidthCells?: number;
  outputPad?: number;
}
export class TreeSelectorComponent extends Container {
  onCopy?: (text: string | undefined) => void;
  focused: boolean;
  constructor(tree: SessionTreeNode[], currentLeafId: string | null, terminalHeight: number, onSelect: (entryId: string) => void, onCancel: () => void, onLabelChange?: (entryId: string, label: string | undefined) => void, initialSelectedId?: string, initialFilterMode?: FilterMode);
  readonly capturesViewportInput: boolean;
  handleInput(keyData: string): void;
  getTreeList(): TreeList;
}
/** The rows of a text at its start or end, and how many are left out. */
export function truncateToVisualLines(text: string, maxVisualLines: number, width: number, paddingX?: number, keep?: "start" | "end"): VisualTruncateResult;
export class UserMessageComponent extends Container {
  constructor(text: string, markdownTheme?: MarkdownTheme, outputPad?: number, markdownTransformers?: readonly MarkdownTransformer[], messageId?: string, timestamp?: string);
  setOutputPad(padding: number): void;
  render(width: number): readonly string[];
}
export class UserMessageSelectorComponent extends Container {
  constructor(messages: UserMessageItem[], onSelect: (entryId: string) => void, onCancel: () => void, initialSelectedId?: string);
  getMessageList(): UserMessageList;
}
export interface VisualTruncateResult {
  visualLines: readonly string[];
  skippedCount: number;
}
export function getLanguageFromPath(filePath: string): string | undefined;
export function getMarkdownTheme(): MarkdownTheme;
export function getSelectListTheme(): SelectListTheme;
export function getSettingsListTheme(): SettingsListTheme;
/** Lines of code in one color: highlighting belongs to the program's own screen. */
export function highlightCode(code: string, lang?: string): string[];
/** The program has set the theme before an extension runs. */
export function initTheme(themeName?: string, enableWatcher?: boolean): void;
/** The colors of the screen: paints texts. */
export class Theme {
  readonly name?: string;
  readonly sourcePath?: string;
  sourceInfo?: SourceInfo;
  constructor(fgColors: Pick<ThemeColorValues<string | number>, ThemeColor>, bgColors: Pick<ThemeColorValues<string | number>, ThemeBg>, mode: TerminalColorMode, options?: {
    name?: string;
    sourcePath?: string;
    sourceInfo?: SourceInfo;
    appearance?: ThemeAppearance;
    dim?: readonly ThemeColor[];
  });
  readonly appearance: ThemeAppearance;
  readonly colors: Readonly<Record<ThemeToken, Color>>;
  style(text: string, options: ThemeStyle): string;
  fg(color: ThemeColor, text: string): string;
  bg(color: ThemeBg, text: string): string;
  bold(text: string): string;
  italic(text: string): string;
  underline(text: string): string;
  inverse(text: string): string;
  strikethrough(text: string): string;
  getFgAnsi(color: ThemeColor): string;
  getBgAnsi(color: ThemeBg): string;
  getColorMode(): TerminalColorMode;
  getThinkingBorderColor(level: ThinkingLevel): (str: string) => string;
  getBashModeBorderColor(): (str: string) => string;
}
export type ThemeAppearance = TerminalTheme;
/** Names of colors for what is behind them (`theme.bg`). */
export type ThemeBg =
  | "selectedBg" | "searchMatchBg" | "userMessageBg" | "customMessageBg" | "toolPendingBg" | "toolSuccessBg"
  | "toolErrorBg";
/** Names of colors for texts (`theme.fg`). */
export type ThemeColor =
  | "accent" | "border" | "borderAccent" | "borderMuted" | "success" | "error" | "warning" | "muted" | "dim"
  | "text" | "thinkingText" | "scrollbarTrack" | "scrollbarThumb" | "searchMatchText" | "userMessageText"
  | "customMessageText" | "customMessageLabel" | "toolTitle" | "toolOutput" | "mdHeading" | "mdLink"
  | "mdLinkUrl" | "mdCode" | "mdCodeBlock" | "mdCodeBlockBorder" | "mdQuote" | "mdQuoteBorder" | "mdHr"
  | "mdListBullet" | "toolDiffAdded" | "toolDiffRemoved" | "toolDiffContext" | "syntaxComment"
  | "syntaxKeyword" | "syntaxFunction" | "syntaxVariable" | "syntaxString" | "syntaxNumber" | "syntaxType"
  | "syntaxOperator" | "syntaxPunctuation" | "thinkingOff" | "thinkingMinimal" | "thinkingLow"
  | "thinkingMedium" | "thinkingHigh" | "thinkingXhigh" | "thinkingMax" | "bashMode";
export interface ThemeStyle extends TextAttributes {
  fg?: ThemeColor | Color;
  bg?: ThemeBg | Color;
}
/** Both. */
export type ThemeToken = ThemeColor | ThemeBg;
export class StatusIndicator extends Loader {
  readonly kind: StatusIndicatorKind;
  constructor(kind: StatusIndicatorKind, ui: TUI, spinnerColorFn: (str: string) => string, messageColorFn: (str: string) => string, message: string, indicator?: WorkingIndicatorOptions);
  renderInBorder(width: number): string;
  renderSpinnerInBorder(width: number): string;
  dispose(): void;
}
export interface ExtensionEditorOptions extends EditorOptions {
  description?: string;
}
export interface ExtensionInputOptions {
  tui?: TUI;
  timeout?: number;
  initialValue?: string;
  description?: string;
}
export interface ExtensionSelectorOptions {
  tui?: TUI;
  timeout?: number;
  onToggleToolsExpanded?: () => void;
  description?: string;
}
export interface ScopedModelItem {
  model: Model<any>;
  thinkingLevel?: string;
}
export interface DefaultModelReference {
  provider: string;
  id: string;
}
export type AuthSelectorProvider = {
  id: string;
  name: string;
  authType: "oauth" | "api_key";
  method?: ApiKeyAuth | OAuthAuth;
  status?: AuthCheck;
  subscription?: boolean;
};
export type SessionsLoader = (onProgress?: SessionListProgress, signal?: AbortSignal) => Promise<SessionInfo[]>;
export class SessionList {
  getSelectedSessionPath(): string | undefined;
  onSelect?: (sessionPath: string) => void;
  onCancel?: () => void;
  onExit: () => void;
  onToggleScope?: () => void;
  onToggleSort?: () => void;
  onToggleNameFilter?: () => void;
  onTogglePath?: (showPath: boolean) => void;
  onDeleteConfirmationChange?: (path: string | null) => void;
  onDeleteSession?: (sessionPath: string) => Promise<void>;
  onRenameSession?: (sessionPath: string) => void;
  onError?: (message: string) => void;
  focused: boolean;
  constructor(sessions: SessionInfo[], showCwd: boolean, sortMode: SortMode, nameFilter: NameFilter, keybindings: KeybindingsManager, currentSessionFilePath?: string);
  setSortMode(sortMode: SortMode): void;
  setNameFilter(nameFilter: NameFilter): void;
  setSessions(sessions: SessionInfo[], showCwd: boolean, partial?: boolean): void;
  invalidate(): void;
  render(width: number): string[];
  handleInput(keyData: string): void;
}
export type TerminalTheme = "dark" | "light";
export type FilterMode = "default" | "no-tools" | "user-only" | "labeled-only" | "all";
export class TreeList {
  onSelect?: (entryId: string) => void;
  onCancel?: () => void;
  onCopy?: (text: string | undefined) => void;
  onLabelEdit?: (entryId: string, currentLabel: string | undefined) => void;
  constructor(tree: SessionTreeNode[], currentLeafId: string | null, maxVisibleLines: number, initialSelectedId?: string, initialFilterMode?: FilterMode);
  invalidate(): void;
  getSearchQuery(): string;
  getSelectedNode(): SessionTreeNode | undefined;
  copySelected(): void;
  updateNodeLabel(entryId: string, label: string | undefined, labelTimestamp?: string): void;
  render(width: number): string[];
  handleInput(keyData: string): void;
}
export interface UserMessageItem {
  id: string;
  text: string;
  timestamp?: string;
}
export class UserMessageList {
  readonly capturesViewportInput: boolean;
  onSelect?: (entryId: string) => void;
  onCancel?: () => void;
  constructor(messages: UserMessageItem[], initialSelectedId?: string);
  invalidate(): void;
  render(width: number): string[];
  handleInput(keyData: string): void;
}
export type ThemeColorValues<Value> = { [K in RequiredToken]: Value } & { [K in OptionalToken]?: Value };
export type StatusIndicatorKind = "working" | "retry" | "compaction" | "branchSummary";
export type SortMode = "threaded" | "recent" | "relevance";
export type NameFilter = "all" | "named";
export type RequiredToken = Exclude<ThemeToken, OptionalToken>;
export type OptionalToken = {
  [K in ThemeToken]: ({
    readonly accent: { readonly slot: "foreground"; readonly description: "Primary accent color (logo, selected items, cursor)" };
    readonly border: { readonly slot: "foreground"; readonly description: "Normal borders" };
    readonly borderAccent: { readonly slot: "foreground"; readonly description: "Highlighted borders" };
    readonly borderMuted: { readonly slot: "foreground"; readonly description: "Subtle borders" };
    readonly success: { readonly slot: "foreground"; readonly description: "Success states" };
    readonly error: { readonly slot: "foreground"; readonly description: "Error states" };
    readonly warning: { readonly slot: "foreground"; readonly description: "Warning states" };
    readonly muted: { readonly slot: "foreground"; readonly description: "Secondary/dimmed text" };
    readonly dim: { readonly slot: "foreground"; readonly description: "Very dimmed text (more subtle than muted)" };
    readonly text: { readonly slot: "foreground"; readonly description: "Default text color (usually empty string)" };
    readonly thinkingText: { readonly slot: "foreground"; readonly description: "Thinking block text color" };
    readonly scrollbarTrack: {
      readonly slot: "foreground";
      readonly description: "Fullscreen scrollbar track foreground (falls back to muted when omitted)";
      readonly fallback: "muted";
    };
    readonly scrollbarThumb: {
      readonly slot: "foreground";
      readonly description: "Fullscreen scrollbar thumb foreground (falls back to text when omitted)";
      readonly fallback: "text";
    };
    readonly selectedBg: { readonly slot: "background"; readonly description: "Selected item background" };
    readonly searchMatchBg: {
      readonly slot: "background";
      readonly description: "Transcript search match background and current-match text (falls back to selectedBg when omitted)";
      readonly fallback: "selectedBg";
    };
    readonly searchMatchText: {
      readonly slot: "foreground";
      readonly description: "Transcript search match text and current-match background (falls back to text when omitted)";
      readonly fallback: "text";
    };
    readonly userMessageBg: { readonly slot: "background"; readonly description: "User message background" };
    readonly userMessageText: { readonly slot: "foreground"; readonly description: "User message text color" };
    readonly customMessageBg: { readonly slot: "background"; readonly description: "Custom message background (hook-injected messages)" };
    readonly customMessageText: { readonly slot: "foreground"; readonly description: "Custom message text color" };
    readonly customMessageLabel: { readonly slot: "foreground"; readonly description: "Custom message type label color" };
    readonly toolPendingBg: { readonly slot: "background"; readonly description: "Tool execution box (pending state)" };
    readonly toolSuccessBg: { readonly slot: "background"; readonly description: "Tool execution box (success state)" };
    readonly toolErrorBg: { readonly slot: "background"; readonly description: "Tool execution box (error state)" };
    readonly toolTitle: { readonly slot: "foreground"; readonly description: "Tool execution box title color" };
    readonly toolOutput: { readonly slot: "foreground"; readonly description: "Tool execution box output text color" };
    readonly mdHeading: { readonly slot: "foreground"; readonly description: "Markdown heading text" };
    readonly mdLink: { readonly slot: "foreground"; readonly description: "Markdown link text" };
    readonly mdLinkUrl: { readonly slot: "foreground"; readonly description: "Markdown link URL" };
    readonly mdCode: { readonly slot: "foreground"; readonly description: "Markdown inline code" };
    readonly mdCodeBlock: { readonly slot: "foreground"; readonly description: "Markdown code block content" };
    readonly mdCodeBlockBorder: { readonly slot: "foreground"; readonly description: "Markdown code block fences" };
    readonly mdQuote: { readonly slot: "foreground"; readonly description: "Markdown blockquote text" };
    readonly mdQuoteBorder: { readonly slot: "foreground"; readonly description: "Markdown blockquote border" };
    readonly mdHr: { readonly slot: "foreground"; readonly description: "Markdown horizontal rule" };
    readonly mdListBullet: { readonly slot: "foreground"; readonly description: "Markdown list bullets/numbers" };
    readonly toolDiffAdded: { readonly slot: "foreground"; readonly description: "Added lines in tool diffs" };
    readonly toolDiffRemoved: { readonly slot: "foreground"; readonly description: "Removed lines in tool diffs" };
    readonly toolDiffContext: { readonly slot: "foreground"; readonly description: "Context lines in tool diffs" };
    readonly syntaxComment: { readonly slot: "foreground"; readonly description: "Syntax highlighting: comments" };
    readonly syntaxKeyword: { readonly slot: "foreground"; readonly description: "Syntax highlighting: keywords" };
    readonly syntaxFunction: { readonly slot: "foreground"; readonly description: "Syntax highlighting: function names" };
    readonly syntaxVariable: { readonly slot: "foreground"; readonly description: "Syntax highlighting: variable names" };
    readonly syntaxString: { readonly slot: "foreground"; readonly description: "Syntax highlighting: string literals" };
    readonly syntaxNumber: { readonly slot: "foreground"; readonly description: "Syntax highlighting: number literals" };
    readonly syntaxType: { readonly slot: "foreground"; readonly description: "Syntax highlighting: type names" };
    readonly syntaxOperator: { readonly slot: "foreground"; readonly description: "Syntax highlighting: operators" };
    readonly syntaxPunctuation: { readonly slot: "foreground"; readonly description: "Syntax highlighting: punctuation" };
    readonly thinkingOff: { readonly slot: "foreground"; readonly description: "Thinking level border: off" };
    readonly thinkingMinimal: { readonly slot: "foreground"; readonly description: "Thinking level border: minimal" };
    readonly thinkingLow: { readonly slot: "foreground"; readonly description: "Thinking level border: low" };
    readonly thinkingMedium: { readonly slot: "foreground"; readonly description: "Thinking level border: medium" };
    readonly thinkingHigh: { readonly slot: "foreground"; readonly description: "Thinking level border: high" };
    readonly thinkingXhigh: { readonly slot: "foreground"; readonly description: "Thinking level border: xhigh" };
    readonly thinkingMax: {
      readonly slot: "foreground";
      readonly description: "Thinking level border: max (falls back to thinkingXhigh when omitted)";
      readonly fallback: "thinkingXhigh";
    };
    readonly bashMode: { readonly slot: "foreground"; readonly description: "Editor border color in bash mode" };
  })[K] extends { fallback: string } ? K : never;
}[ThemeToken];
