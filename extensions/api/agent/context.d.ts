/** `ctx` and `ctx.ui`: what handlers, commands and tools are given. */
import type { AgentTool, AgentToolCallOutcome, ThinkingLevel } from "../pi-agent-core";
import type { ImageContent, Model, TextContent } from "../ai/types";
import type { AutocompleteProvider, Component, EditorComponent, OverlayHandle, OverlayOptions, ProgramStatus, TUI } from "../tui/types";
import type { EditorTheme } from "../tui/components";
import type { BuildSystemPromptOptions } from "./events";
import type { CompactionResult, CustomMessage, ReadonlySessionManager, SessionManager } from "./session";
import type { ModelRegistry, ScopedModel } from "./agents";
import type { ExecuteToolOptions } from "./runner";
import type { KeybindingsManager, ReadonlyFooterDataProvider } from "./values";
import type { Theme } from "./components";

/** Read anew each time; after a reload or in another session it throws. */
export interface ExtensionContext {
  readonly mode: "tui" | "rpc" | "json" | "print";
  /** Whether there is somebody to ask: in a terminal, and over RPC. */
  readonly hasUI: boolean;
  readonly cwd: string;
  readonly model: Model<any> | undefined;
  readonly thinkingLevel: ThinkingLevel;
  /** Always empty so far. */
  readonly scopedModels: readonly ScopedModel[];
  readonly ui: ExtensionUIContext;
  readonly sessionManager: ReadonlySessionManager;
  /** Models and keys: `find`, `getAvailable`, `getApiKeyAndHeaders` and the like. */
  readonly modelRegistry: ModelRegistry;
  /** Fires when the run is aborted; absent while there is none. */
  readonly signal: AbortSignal | undefined;
  /** Whether no run is active; true in `agent_settled`. */
  isIdle(): boolean;
  isProjectTrusted(): boolean;
  /** Ends what is active, without waiting. */
  abort(): void;
  /** Whether something waits for its turn. */
  hasPendingMessages(): boolean;
  /** Ends the program when nothing is active any more. */
  shutdown(): void;
  /** Nothing while no answer told how much there is. */
  getContextUsage(): { tokens: number | null; contextWindow: number; percent: number | null } | undefined;
  getSystemPrompt(): string;
  /** Sums the conversation up; returns at once. */
  compact(options?: { customInstructions?: string; onComplete?(result: CompactionResult): void; onError?(error: Error): void }): void;
}

/** For tools: other tools may be called, and pass the same gates. */
export interface ExtensionToolContext extends ExtensionContext {
  readonly tools: readonly AgentTool[];
  executeTool(name: string, args: unknown, options?: ExecuteToolOptions): Promise<AgentToolCallOutcome>;
}

/** For commands, which may wait and replace the session. What was given before throws afterwards: use `withSession`. */
export interface ExtensionCommandContext extends ExtensionContext {
  waitForIdle(): Promise<void>;
  getSystemPromptOptions(): BuildSystemPromptOptions;
  newSession(options?: { parentSession?: string; setup?(session: SessionManager): Promise<void> | void; withSession?(ctx: ReplacedSessionContext): Promise<void> | void }): Promise<{ cancelled: boolean }>;
  fork(entryId: string, options?: { position?: "before" | "at"; withSession?(ctx: ReplacedSessionContext): Promise<void> | void }): Promise<{ cancelled: boolean }>;
  switchSession(path: string, options?: { withSession?(ctx: ReplacedSessionContext): Promise<void> | void }): Promise<{ cancelled: boolean }>;
  navigateTree(targetId: string, options?: { summarize?: boolean; customInstructions?: string; replaceInstructions?: boolean; label?: string }): Promise<{ cancelled: boolean }>;
  /** Reads extensions, skills and templates anew; this very extension too. */
  reload(): Promise<void>;
}

export interface ReplacedSessionContext extends ExtensionCommandContext {
  sendMessage<Details = unknown>(
    message: Pick<CustomMessage<Details>, "customType" | "content" | "display" | "details">,
    options?: { triggerTurn?: boolean; deliverAs?: "steer" | "followUp" | "nextTurn" },
  ): Promise<void>;
  sendUserMessage(content: string | (TextContent | ImageContent)[], options?: { deliverAs?: "steer" | "followUp"; expandPromptTemplates?: boolean }): Promise<void>;
}

export interface DialogOptions {
  /** Milliseconds, counted down for the person; then it is answered as if it was cancelled. */
  timeout?: number;
  signal?: AbortSignal;
}

export interface WorkingIndicatorOptions {
  frames?: string[];
  intervalMs?: number;
}

type Drawn = Component & { dispose?(): void };
type Factory = (tui: TUI, theme: Theme) => Drawn;
/** Makes an editor for the place of the line. */
export type EditorFactory = (tui: TUI, theme: EditorTheme, keybindings: KeybindingsManager) => EditorComponent;

/**
 * Questions, and what is shown beside the conversation. Where there is nobody to ask, and at a reload, a switch and the end,
 * questions are answered as if they were cancelled: with nothing, or false.
 */
export interface ExtensionUIContext {
  select(title: string, options: string[], how?: DialogOptions): Promise<string | undefined>;
  confirm(title: string, message: string, how?: DialogOptions): Promise<boolean>;
  input(title: string, placeholder?: string, how?: DialogOptions): Promise<string | undefined>;
  /** A text of several lines. */
  editor(title: string, prefill?: string): Promise<string | undefined>;
  notify(message: string, level?: "info" | "warning" | "error"): void;
  /** A word or two below the conversation; nothing takes it away. */
  setStatus(key: string, text: string | undefined): void;
  /** Lines beside the line that is typed. A component is drawn in a terminal only. */
  setWidget(key: string, content: string[] | Factory | undefined, options?: { placement?: "aboveEditor" | "belowEditor" }): void;
  setFooter(factory: ((tui: TUI, theme: Theme, data: ReadonlyFooterDataProvider) => Drawn) | undefined): void;
  setHeader(factory: Factory | undefined): void;
  setTitle(title: string): void;
  setWorkingMessage(message?: string): void;
  setWorkingVisible(visible: boolean): void;
  setWorkingIndicator(options?: WorkingIndicatorOptions): void;
  setHiddenThinkingLabel(label?: string): void;
  /** A component that has the keys until `done` is called, in a terminal; elsewhere the answer is `undefined` at once. */
  custom<Result = unknown>(
    factory: (tui: TUI, theme: Theme, keybindings: KeybindingsManager, done: (result: Result) => void) => Drawn | Promise<Drawn>,
    options?: { overlay?: boolean; overlayOptions?: OverlayOptions | (() => OverlayOptions); onHandle?(handle: OverlayHandle): void; blocked?: { kind: NonNullable<ProgramStatus["kind"]>; message: string } },
  ): Promise<Result>;
  /** Keys before anybody else hears them. The answer takes the handler off again. */
  onTerminalInput(handler: (data: string) => { consume?: boolean; data?: string } | undefined | void): () => void;
  pasteToEditor(text: string): void;
  setEditorText(text: string): void;
  getEditorText(): string;
  /** An editor in the place of the line; nothing brings the line back. */
  setEditorComponent(factory: EditorFactory | undefined): void;
  getEditorComponent(): EditorFactory | undefined;
  addAutocompleteProvider(factory: (current: AutocompleteProvider) => AutocompleteProvider): void;
  readonly theme: Theme;
  getAllThemes(): { name: string; path: string | undefined }[];
  getTheme(name: string): Theme | undefined;
  /** A name is saved as the setting; colors that are given hold until the program ends. */
  setTheme(theme: string | Theme): { success: boolean; error?: string };
  getToolsExpanded(): boolean;
  setToolsExpanded(expanded: boolean): void;
}
