/** `ctx` and `ctx.ui`: what handlers, commands and tools are given. */
import type { ThinkingLevel } from "../pi-agent-core";
import type { Model } from "../ai/types";
import type { AutocompleteProvider, Component, EditorComponent, OverlayHandle, OverlayOptions, TUI } from "../tui/types";
import type { BuildSystemPromptOptions } from "./events";
import type { ReadonlySessionManager } from "./session";
import type { Theme } from "./components";

/** Read anew each time; after a reload or in another session it throws. */
export interface ExtensionContext {
  readonly mode: "tui" | "rpc" | "json" | "print";
  /** Whether there is somebody to ask: in a terminal, and over RPC. */
  readonly hasUI: boolean;
  readonly cwd: string;
  readonly model: Model | undefined;
  readonly thinkingLevel: ThinkingLevel;
  /** Always empty so far. */
  readonly scopedModels: any[];
  readonly ui: ExtensionUIContext;
  readonly sessionManager: ReadonlySessionManager;
  /** Models and keys: `find`, `getAvailable`, `getApiKeyAndHeaders` and the like. */
  readonly modelRegistry: any;
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
  compact(options?: { customInstructions?: string; onComplete?(result: any): void; onError?(error: Error): void }): void;
}

/** For tools: other tools may be called, and pass the same gates. */
export interface ExtensionToolContext extends ExtensionContext {
  readonly tools: any;
  executeTool(name: string, args: any, options?: any): Promise<any>;
}

/** For commands, which may wait and replace the session. What was given before throws afterwards: use `withSession`. */
export interface ExtensionCommandContext extends ExtensionContext {
  waitForIdle(): Promise<void>;
  getSystemPromptOptions(): BuildSystemPromptOptions;
  newSession(options?: { parentSession?: string; setup?(session: any): Promise<void> | void; withSession?(ctx: ReplacedSessionContext): Promise<void> | void }): Promise<{ cancelled: boolean }>;
  fork(entryId: string, options?: { position?: "before" | "at"; withSession?(ctx: ReplacedSessionContext): Promise<void> | void }): Promise<{ cancelled: boolean }>;
  switchSession(path: string, options?: { withSession?(ctx: ReplacedSessionContext): Promise<void> | void }): Promise<{ cancelled: boolean }>;
  navigateTree(targetId: string, options?: { summarize?: boolean; customInstructions?: string; replaceInstructions?: boolean; label?: string }): Promise<{ cancelled: boolean }>;
  /** Reads extensions, skills and templates anew; this very extension too. */
  reload(): Promise<void>;
}

export interface ReplacedSessionContext extends ExtensionCommandContext {
  sendMessage(message: any, options?: any): Promise<void>;
  sendUserMessage(content: any, options?: any): Promise<void>;
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

type Factory<C extends Component = Component> = (tui: TUI, theme: Theme, ...given: any[]) => C;

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
  setWidget(key: string, content: string[] | Factory<Component & { dispose?(): void }> | undefined, options?: { placement?: "aboveEditor" | "belowEditor" }): void;
  setFooter(factory: ((tui: TUI, theme: Theme, data: any) => Component & { dispose?(): void }) | undefined): void;
  setHeader(factory: Factory<Component & { dispose?(): void }> | undefined): void;
  setTitle(title: string): void;
  setWorkingMessage(message?: string): void;
  setWorkingVisible(visible: boolean): void;
  setWorkingIndicator(options?: WorkingIndicatorOptions): void;
  setHiddenThinkingLabel(label?: string): void;
  /** A component that has the keys until `done` is called, in a terminal; elsewhere the answer is `undefined` at once. */
  custom<Result = any>(
    factory: (tui: TUI, theme: Theme, keybindings: KeybindingsManager, done: (result: Result) => void) => (Component & { dispose?(): void }) | Promise<Component & { dispose?(): void }>,
    options?: { overlay?: boolean; overlayOptions?: OverlayOptions | (() => OverlayOptions); onHandle?(handle: OverlayHandle): void },
  ): Promise<Result>;
  /** Keys before anybody else hears them. The answer takes the handler off again. */
  onTerminalInput(handler: (data: string) => { consume?: boolean; data?: string } | undefined | void): () => void;
  pasteToEditor(text: string): void;
  setEditorText(text: string): void;
  getEditorText(): string;
  /** An editor in the place of the line; nothing brings the line back. */
  setEditorComponent(factory: ((tui: TUI, theme: any, keybindings: KeybindingsManager) => EditorComponent) | undefined): void;
  getEditorComponent(): any;
  addAutocompleteProvider(factory: (current: AutocompleteProvider) => AutocompleteProvider): void;
  readonly theme: Theme;
  getAllThemes(): { name: string; path: string | undefined }[];
  getTheme(name: string): Theme | undefined;
  /** A name is saved as the setting; colors that are given hold until the program ends. */
  setTheme(theme: string | Theme): { success: boolean; error?: string };
  getToolsExpanded(): boolean;
  setToolsExpanded(expanded: boolean): void;
}

/** The keys of the program: by what they do. */
export interface KeybindingsManager {
  matches(data: string, action: string): boolean;
  getKeys(action: string): string[];
  [member: string]: any;
}
