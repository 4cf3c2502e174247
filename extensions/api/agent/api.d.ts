/** `pi`: registers, and acts on the session. */
import type { AgentMessage, AgentToolResult, AgentToolUpdateCallback, ThinkingLevel, ToolExecutionMode } from "../pi-agent-core";
import type { ConstrainedSamplingConfig, ImageContent, Model, TextContent } from "../ai/types";
import type { Provider } from "../ai/models";
import type { AutocompleteItem, Component, KeyId } from "../tui/types";
import type { Static, TSchema } from "typebox";
import type { ExtensionCommandContext, ExtensionContext, ExtensionToolContext } from "./context";
import type { ExtensionEvents } from "./events";
import type { CustomMessage } from "./session";
import type { EntryRenderer, ExtensionVirtualModel, MarkdownTransformContext, MarkdownTransformerOptions, MessageRenderer, ProviderConfig, ToolAnnotations, ToolExposure, ToolInfo, ToolLoadout, ToolLoadoutChanges, ToolNamespace, ToolRendererResolver } from "./runner";
import type { McpServerConfig, RegisteredMcpServer, SlashCommandInfo } from "./values";
import type { SettingsInput } from "./settings";
import type { Theme } from "./components";

export type { AgentMessage, AgentToolResult, AgentToolUpdateCallback, ThinkingLevel, ToolExecutionMode };

/** The default export of an extension. It may be asynchronous; the next extension loads when it is done. */
export type ExtensionFactory = (pi: ExtensionAPI) => void | Promise<void>;

/** A handler of an event. What it returns is described with the event; what it throws is told, and closes a gate. */
export type ExtensionHandler<Event, Result = void> = (event: Event, ctx: ExtensionContext) => Result | void | undefined | Promise<Result | void | undefined>;

/**
 * What the factory is given. Members that register may be called at any time; those that act on the session throw while the
 * extension loads, and after a reload or in another session, when what was given before is out of date.
 */
export interface ExtensionAPI {
  /** Listens to an event, in the order of registration; the answer takes the handler off again. */
  on(event: "project_trust", handler: ExtensionHandler<ExtensionEvents["project_trust"][0], ExtensionEvents["project_trust"][1]>): () => void;
  on(event: "resources_discover", handler: ExtensionHandler<ExtensionEvents["resources_discover"][0], ExtensionEvents["resources_discover"][1]>): () => void;
  on(event: "session_start", handler: ExtensionHandler<ExtensionEvents["session_start"][0], ExtensionEvents["session_start"][1]>): () => void;
  on(event: "session_info_changed", handler: ExtensionHandler<ExtensionEvents["session_info_changed"][0], ExtensionEvents["session_info_changed"][1]>): () => void;
  on(event: "session_before_switch", handler: ExtensionHandler<ExtensionEvents["session_before_switch"][0], ExtensionEvents["session_before_switch"][1]>): () => void;
  on(event: "session_before_fork", handler: ExtensionHandler<ExtensionEvents["session_before_fork"][0], ExtensionEvents["session_before_fork"][1]>): () => void;
  on(event: "session_before_compact", handler: ExtensionHandler<ExtensionEvents["session_before_compact"][0], ExtensionEvents["session_before_compact"][1]>): () => void;
  on(event: "session_compact", handler: ExtensionHandler<ExtensionEvents["session_compact"][0], ExtensionEvents["session_compact"][1]>): () => void;
  on(event: "session_compact_failed", handler: ExtensionHandler<ExtensionEvents["session_compact_failed"][0], ExtensionEvents["session_compact_failed"][1]>): () => void;
  on(event: "session_before_tree", handler: ExtensionHandler<ExtensionEvents["session_before_tree"][0], ExtensionEvents["session_before_tree"][1]>): () => void;
  on(event: "session_tree", handler: ExtensionHandler<ExtensionEvents["session_tree"][0], ExtensionEvents["session_tree"][1]>): () => void;
  on(event: "session_shutdown", handler: ExtensionHandler<ExtensionEvents["session_shutdown"][0], ExtensionEvents["session_shutdown"][1]>): () => void;
  on(event: "input", handler: ExtensionHandler<ExtensionEvents["input"][0], ExtensionEvents["input"][1]>): () => void;
  on(event: "before_agent_start", handler: ExtensionHandler<ExtensionEvents["before_agent_start"][0], ExtensionEvents["before_agent_start"][1]>): () => void;
  on(event: "agent_start", handler: ExtensionHandler<ExtensionEvents["agent_start"][0], ExtensionEvents["agent_start"][1]>): () => void;
  on(event: "agent_end", handler: ExtensionHandler<ExtensionEvents["agent_end"][0], ExtensionEvents["agent_end"][1]>): () => void;
  on(event: "turn_start", handler: ExtensionHandler<ExtensionEvents["turn_start"][0], ExtensionEvents["turn_start"][1]>): () => void;
  on(event: "turn_end", handler: ExtensionHandler<ExtensionEvents["turn_end"][0], ExtensionEvents["turn_end"][1]>): () => void;
  on(event: "agent_before_settle", handler: ExtensionHandler<ExtensionEvents["agent_before_settle"][0], ExtensionEvents["agent_before_settle"][1]>): () => void;
  on(event: "agent_settled", handler: ExtensionHandler<ExtensionEvents["agent_settled"][0], ExtensionEvents["agent_settled"][1]>): () => void;
  on(event: "message_start", handler: ExtensionHandler<ExtensionEvents["message_start"][0], ExtensionEvents["message_start"][1]>): () => void;
  on(event: "message_update", handler: ExtensionHandler<ExtensionEvents["message_update"][0], ExtensionEvents["message_update"][1]>): () => void;
  on(event: "message_end", handler: ExtensionHandler<ExtensionEvents["message_end"][0], ExtensionEvents["message_end"][1]>): () => void;
  on(event: "context", handler: ExtensionHandler<ExtensionEvents["context"][0], ExtensionEvents["context"][1]>): () => void;
  on(event: "context_with_system", handler: ExtensionHandler<ExtensionEvents["context_with_system"][0], ExtensionEvents["context_with_system"][1]>): () => void;
  on(event: "before_provider_headers", handler: ExtensionHandler<ExtensionEvents["before_provider_headers"][0], ExtensionEvents["before_provider_headers"][1]>): () => void;
  on(event: "before_provider_request", handler: ExtensionHandler<ExtensionEvents["before_provider_request"][0], ExtensionEvents["before_provider_request"][1]>): () => void;
  on(event: "after_provider_response", handler: ExtensionHandler<ExtensionEvents["after_provider_response"][0], ExtensionEvents["after_provider_response"][1]>): () => void;
  on(event: "provider_stream_event", handler: ExtensionHandler<ExtensionEvents["provider_stream_event"][0], ExtensionEvents["provider_stream_event"][1]>): () => void;
  on(event: "cache_warming_decision", handler: ExtensionHandler<ExtensionEvents["cache_warming_decision"][0], ExtensionEvents["cache_warming_decision"][1]>): () => void;
  on(event: "mcp_servers_change", handler: ExtensionHandler<ExtensionEvents["mcp_servers_change"][0], ExtensionEvents["mcp_servers_change"][1]>): () => void;
  on(event: "model_select", handler: ExtensionHandler<ExtensionEvents["model_select"][0], ExtensionEvents["model_select"][1]>): () => void;
  on(event: "thinking_level_select", handler: ExtensionHandler<ExtensionEvents["thinking_level_select"][0], ExtensionEvents["thinking_level_select"][1]>): () => void;
  on(event: "tool_execution_start", handler: ExtensionHandler<ExtensionEvents["tool_execution_start"][0], ExtensionEvents["tool_execution_start"][1]>): () => void;
  on(event: "tool_call", handler: ExtensionHandler<ExtensionEvents["tool_call"][0], ExtensionEvents["tool_call"][1]>): () => void;
  on(event: "tool_execution_update", handler: ExtensionHandler<ExtensionEvents["tool_execution_update"][0], ExtensionEvents["tool_execution_update"][1]>): () => void;
  on(event: "tool_result", handler: ExtensionHandler<ExtensionEvents["tool_result"][0], ExtensionEvents["tool_result"][1]>): () => void;
  on(event: "tool_execution_end", handler: ExtensionHandler<ExtensionEvents["tool_execution_end"][0], ExtensionEvents["tool_execution_end"][1]>): () => void;
  on(event: "user_bash", handler: ExtensionHandler<ExtensionEvents["user_bash"][0], ExtensionEvents["user_bash"][1]>): () => void;
  on(event: "ui_prompt_start", handler: ExtensionHandler<ExtensionEvents["ui_prompt_start"][0], ExtensionEvents["ui_prompt_start"][1]>): () => void;
  on(event: "ui_prompt_end", handler: ExtensionHandler<ExtensionEvents["ui_prompt_end"][0], ExtensionEvents["ui_prompt_end"][1]>): () => void;

  /** Offers the model a tool, at once. One of a built-in name takes its place; of two extensions the first has it. */
  registerTool<Parameters extends TSchema = TSchema, Details = any, State = any>(tool: ToolDefinition<Parameters, Details, State>): void;
  /** A slash command: `name` without the slash. Of one name in two extensions there are `/name:1` and `/name:2`. */
  registerCommand(
    name: string,
    options: {
      description?: string;
      /** What Tab offers for the words behind it. */
      getArgumentCompletions?(prefix: string): AutocompleteItem[] | null | Promise<AutocompleteItem[] | null>;
      handler(args: string, ctx: ExtensionCommandContext): Promise<void> | void;
    },
  ): void;
  /** A key in a terminal, such as `ctrl+shift+p`. Keys that the program needs are left out, and that is told. */
  registerShortcut(shortcut: KeyId, options: { description?: string; handler(ctx: ExtensionContext): Promise<void> | void }): void;
  /** A flag of the command line: `--name`, or `--name VALUE`. Of one name in two extensions the first counts. */
  registerFlag(name: string, options: { type: "boolean" | "string"; default?: boolean | string; description?: string }): void;
  /** The value of an own flag, known once all extensions are loaded. */
  getFlag(name: string): boolean | string | undefined;

  /** Draws messages of a type of one's own (`sendMessage`). Terminal only. */
  registerMessageRenderer<Details = unknown>(customType: string, renderer: MessageRenderer<Details>): void;
  /** Draws entries of a type of one's own (`appendEntry`). Terminal only. */
  registerEntryRenderer<Data = unknown>(customType: string, renderer: EntryRenderer<Data>): void;
  /** Draws calls of any tool: the answer is asked for by name, and nothing leaves it to others. Terminal only. */
  registerToolRenderer(resolver: ToolRendererResolver): void;
  /**
   * Changes texts before they are shown, one transformer after another: those of answers, and of messages (`sendMessage`)
   * that no renderer draws where `messageTypes` names `custom`. A terminal shows no other texts as Markdown.
   */
  registerMarkdownTransformer(
    transform: (text: string, context: MarkdownTransformContext) => string | undefined | Promise<string | undefined>,
    options?: MarkdownTransformerOptions,
  ): void;

  /** Keeps a message that the model gets as one of the person's; `triggerTurn` starts a run with it. */
  sendMessage<Details = unknown>(
    message: Pick<CustomMessage, "customType" | "content"> & { display?: boolean; details?: Details },
    options?: { triggerTurn?: boolean; deliverAs?: "steer" | "followUp" | "nextTurn" },
  ): void;
  /** As if the person had put it in. While a run is active, `deliverAs` has to say when it comes. */
  sendUserMessage(content: string | (TextContent | ImageContent)[], options?: { deliverAs?: "steer" | "followUp"; expandPromptTemplates?: boolean }): void;
  /** Keeps data in the session that no model sees. */
  appendEntry<Data = unknown>(customType: string, data?: Data): void;
  setSessionName(name: string): void;
  getSessionName(): string | undefined;
  /** A name for a place of the session; nothing takes it away. */
  setLabel(entryId: string, label: string | undefined): void;

  /**
   * Runs a program without a shell. Never rejects for a program that fails or cannot start: that has a code other than 0.
   * `timeout` is in milliseconds.
   */
  exec(command: string, args?: string[], options?: ExecOptions): Promise<ExecResult>;

  /** Names of the tools that the model is offered now. */
  getActiveTools(): string[];
  /** Offers these and no others from the next request on. Unknown names are left out. */
  setActiveTools(names: string[]): void;
  getAllTools(): ToolInfo[];
  /** Slash commands of extensions, templates and skills. */
  getCommands(): SlashCommandInfo[];
  /** The settings as they hold now, as plain data. */
  getSettings(): SettingsInput;

  /** Asks this model from the next request on. False when there is no key for it. */
  setModel(model: Model<any>): Promise<boolean>;
  getThinkingLevel(): ThinkingLevel;
  /** What the model cannot do is brought down to what it can. */
  setThinkingLevel(level: ThinkingLevel): void;

  /** Models at an address, another address for a known provider, or answers that the extension streams itself. */
  registerProvider(name: string, config: ProviderConfig): void;
  registerProvider(provider: Provider): void;
  unregisterProvider(name: string): void;
  /** A model that is routed to another one, request by request. */
  registerVirtualModel<State = unknown>(definition: ExtensionVirtualModel<State>): void;
  unregisterVirtualModel(provider: string, id: string): void;

  /** Is accepted, and has no effect yet. */
  registerMcpServer(name: string, config: McpServerConfig): void;
  /** Is accepted, and has no effect yet. */
  unregisterMcpServer(name: string): void;
  /** Always empty so far. */
  getMcpServers(): RegisteredMcpServer[];

  /** Between extensions. `emit` returns when the synchronous part of every listener has run; changes of the data come back. */
  events: EventBus;
}

export interface EventBus {
  on(channel: string, listener: (data: unknown) => void): () => void;
  emit(channel: string, data: unknown): void;
}

export interface ExecOptions {
  cwd?: string;
  timeout?: number;
  signal?: AbortSignal;
  maxBuffer?: number;
}

export interface ExecResult {
  stdout: string;
  stderr: string;
  code: number;
  killed: boolean;
  truncated: boolean;
}

/** What a renderer of a tool knows of the call; `state` is its own and kept from one drawing to the next. */
export interface ToolRenderContext<State = any, Args = any> {
  args: Args;
  executionStarted: boolean;
  argsComplete: boolean;
  showImages: boolean;
  toolCallId: string;
  state: State;
  lastComponent: Component | undefined;
  isPartial: boolean;
  isError: boolean;
  expanded: boolean;
  cwd: string;
  invalidate(): void;
}

export interface ToolRenderResultOptions {
  expanded: boolean;
  isPartial: boolean;
}

/** What a schema means; anything, where that is not known. */
export type Arguments<Schema> = 0 extends 1 & Schema ? any : Schema extends TSchema ? (unknown extends Static<Schema> ? any : Static<Schema>) : any;

export interface ToolDefinition<Parameters extends TSchema = TSchema, Details = any, State = any> {
  name: string;
  label: string;
  description: string;
  /** A JSON Schema of an object; TypeBox makes them. Arguments are validated by it before `execute`. */
  parameters: Parameters;
  /** One line of the prompt. */
  promptSnippet?: string;
  /** Rules of the prompt. */
  promptGuidelines?: string[];
  /** `sequential`: not beside other calls of the same answer. */
  executionMode?: ToolExecutionMode;
  /** Whether it is offered without being asked for. */
  defaultActive?: boolean;
  /** Mends arguments before they are validated. */
  prepareArguments?(args: unknown): Arguments<Parameters>;
  /** How a provider is held to a grammar. So far nothing comes of it. */
  constrainedSampling?: false | ConstrainedSamplingConfig;
  /** Who draws the frame around the call: the program, or the tool itself. */
  renderShell?: "default" | "self";
  /** A schema of `structuredContent`. */
  outputSchema?: TSchema;
  exposure?: ToolExposure;
  namespace?: ToolNamespace;
  reachesTools?(input: Record<string, unknown>): "all" | readonly string[];
  annotations?: ToolAnnotations;
  prepareLoadout?(loadout: ToolLoadout): ToolLoadoutChanges | undefined;
  /** What it throws is the result that the model gets, as an error. `signal` fires when the run is aborted. */
  execute(
    toolCallId: string,
    params: Arguments<Parameters>,
    signal: AbortSignal | undefined,
    onUpdate: AgentToolUpdateCallback<Details> | undefined,
    ctx: ExtensionToolContext,
  ): Promise<AgentToolResult<Details>>;
  renderCall?(args: Arguments<Parameters>, theme: Theme, context: ToolRenderContext<State, Arguments<Parameters>>): Component;
  renderResult?(result: AgentToolResult<Details>, options: ToolRenderResultOptions, theme: Theme, context: ToolRenderContext<State, Arguments<Parameters>>): Component;
}
