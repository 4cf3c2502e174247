/**
 * What an extension is given, as Pith serves it. A file that imports its types from Pi's package runs as well; these are for
 * those who want the documentation, and no package.
 */

/** The default export of an extension. It may be asynchronous; the next extension loads when it is done. */
export type Extension = (pi: Pi) => void | Promise<void>;

/** A handler of an event. What it returns is described with the event. */
export type Handler<Event, Result = void> = (event: Event, ctx: Context) => Result | void | Promise<Result | void>;

export interface Text {
  type: "text";
  text: string;
}

export interface Image {
  type: "image";
  data: string;
  mimeType: string;
}

export type Block = Text | Image;

/** Registers, and acts on the session. The first may be done at any time, the second only from handlers. */
export interface Pi {
  /** What was put in, before it is expanded. The first answer other than `continue` or `transform` ends the walk. */
  on(
    event: "input",
    handler: Handler<
      { text: string; images?: Image[]; source: "interactive" | "rpc" | "extension"; streamingBehavior?: "steer" | "followUp" },
      | { action: "continue" }
      | { action: "transform"; text: string; images?: Image[] }
      | { action: "handled" }
      | { action: "block"; reason?: string }
    >,
  ): () => void;
  /** Once per activity. `systemPromptOptions` may be edited in place; a returned `systemPrompt` is the whole prompt. */
  on(
    event: "before_agent_start",
    handler: Handler<
      { prompt: string; images?: Image[]; readonly systemPrompt: string; systemPromptOptions: PromptOptions },
      { message?: CustomMessage; systemPrompt?: string }
    >,
  ): () => void;
  /** Once per request: what is sent of the conversation. The session keeps all of it. */
  on(event: "context", handler: Handler<{ messages: any[] }, { messages: any[] }>): () => void;
  /** Before a tool runs. `input` may be edited in place and is validated again. What is thrown blocks the call. */
  on(
    event: "tool_call",
    handler: Handler<{ toolCallId: string; toolName: string; input: any }, { block?: boolean; reason?: string; terminate?: boolean }>,
  ): () => void;
  /** After a tool ran. What is returned replaces those parts of its result. */
  on(
    event: "tool_result",
    handler: Handler<
      { toolCallId: string; toolName: string; input: any; content: Block[]; details?: any; isError: boolean },
      { content?: Block[]; details?: any; isError?: boolean }
    >,
  ): () => void;
  /** Every other event, by the name that Pi gives it. */
  on(event: string, handler: Handler<any, any>): () => void;

  /** Offers the model a tool. One of a built-in name takes its place. */
  registerTool(tool: Tool): void;
  registerCommand(
    name: string,
    options: { description?: string; handler(args: string, ctx: CommandContext): Promise<void> | void },
  ): void;
  /** A flag of the command line: `--name`, or `--name VALUE`. */
  registerFlag(name: string, options: { type: "boolean" | "string"; default?: boolean | string; description?: string }): void;
  getFlag(name: string): boolean | string | undefined;

  /** Keeps a message that the model gets as one of the person's; `triggerTurn` starts a run with it. */
  sendMessage(message: CustomMessage, options?: { triggerTurn?: boolean; deliverAs?: "steer" | "followUp" | "nextTurn" }): void;
  /** As if the person had put it in. */
  sendUserMessage(content: string | Block[], options?: { deliverAs?: "steer" | "followUp"; expandPromptTemplates?: boolean }): void;
  /** Keeps data in the session that no model sees. */
  appendEntry(customType: string, data?: unknown): void;
  setSessionName(name: string): void;
  getSessionName(): string | undefined;
  setLabel(entryId: string, label: string | undefined): void;

  /** Runs a program without a shell. Never rejects: a program that cannot start has the code 1. */
  exec(
    command: string,
    args?: string[],
    options?: { cwd?: string; timeout?: number; signal?: AbortSignal; maxBuffer?: number },
  ): Promise<{ stdout: string; stderr: string; code: number; killed: boolean; truncated: boolean }>;

  getActiveTools(): string[];
  setActiveTools(names: string[]): void;
  getAllTools(): { name: string; description: string; parameters: unknown }[];
  /** The bus between extensions: `emit` returns when the synchronous part of every listener has run. */
  events: { on(channel: string, listener: (data: any) => void): () => void; emit(channel: string, data: unknown): void };
}

export interface Tool<Params = any> {
  name: string;
  label: string;
  description: string;
  /** A JSON Schema of an object; TypeBox makes them. */
  parameters: unknown;
  /** One line of the prompt. */
  promptSnippet?: string;
  /** Rules of the prompt. */
  promptGuidelines?: string[];
  executionMode?: "sequential" | "parallel";
  execute(
    id: string,
    params: Params,
    signal: AbortSignal | undefined,
    onUpdate: (partial: { content: Block[]; details?: unknown }) => void,
    ctx: Context,
  ): Promise<{ content: Block[]; details?: unknown; isError?: boolean }>;
}

export interface CustomMessage {
  customType: string;
  content: string | Block[];
  display?: boolean;
  details?: unknown;
}

export interface PromptOptions {
  customPrompt?: string;
  selectedTools: string[];
  toolSnippets: Record<string, string>;
  promptGuidelines: string[];
  /** Further sections, each in a tag of its name. */
  sections: Record<string, string>;
  appendSystemPrompt: string;
  cwd: string;
  contextFiles: { path: string; content: string }[];
  skills: { name: string; description: string; filePath: string }[];
}

/** Read anew each time; after a reload or another session it throws. */
export interface Context {
  readonly mode: "tui" | "rpc" | "json" | "print";
  /** Whether there is somebody to ask. */
  readonly hasUI: boolean;
  readonly cwd: string;
  readonly model: { provider: string; id: string } | undefined;
  readonly ui: Ui;
  readonly sessionManager: any;
  readonly modelRegistry: any;
  /** Fires when the run is aborted; absent while there is none. */
  readonly signal: AbortSignal | undefined;
  isIdle(): boolean;
  abort(): void;
  shutdown(): void;
  getSystemPrompt(): string;
  getContextUsage(): { tokens: number; contextWindow: number; percent: number } | undefined;
  compact(options?: { customInstructions?: string; onComplete?(result: unknown): void; onError?(error: Error): void }): void;
}

export interface CommandContext extends Context {
  waitForIdle(): Promise<void>;
  reload(): Promise<void>;
}

/** Without a person, questions are answered as if they were cancelled. */
export interface Ui {
  select(title: string, options: string[], how?: { timeout?: number; signal?: AbortSignal }): Promise<string | undefined>;
  confirm(title: string, message: string, how?: { timeout?: number; signal?: AbortSignal }): Promise<boolean>;
  input(title: string, placeholder?: string, how?: { timeout?: number; signal?: AbortSignal }): Promise<string | undefined>;
  editor(title: string, prefill?: string): Promise<string | undefined>;
  notify(message: string, level?: "info" | "warning" | "error"): void;
  setStatus(key: string, text: string | undefined): void;
  setWidget(key: string, lines: string[] | undefined): void;
}
