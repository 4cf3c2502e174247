// An agent inside an extension: it asks the program's models, runs tools of the extension's runtime and tells its events.
//
// It shares nothing with the session on the screen but the models and their keys.

import { ask } from "../../../api/bridge.js";
import { stream } from "../../pi-ai/ask.js";
import { contentText } from "../../pi-ai/transcript.js";
import { validateToolArguments } from "../../pi-ai/values.js";
import { convertToLlm } from "../messages.js";
import * as tools from "../tools.js";
import { ExtensionRunner } from "./runner.js";
import { SessionTold } from "./session-told.js";
import { ModelRuntime } from "./model-runtime.js";
import { SessionManager } from "./session-manager.js";
import { DefaultResourceLoader } from "./resource-loader.js";
import { SettingsManager } from "./settings.js";

const makers = {
  read: tools.createReadToolDefinition, bash: tools.createBashToolDefinition, edit: tools.createEditToolDefinition, write: tools.createWriteToolDefinition,
  grep: tools.createGrepToolDefinition, find: tools.createFindToolDefinition, ls: tools.createLsToolDefinition,
};

export class AgentSession extends SessionTold {
  #tools;
  #listeners = new Set();
  #abort = null;
  /** What waits: for the end of a turn, and for the end of the run. */
  #waiting = { steering: [], followUp: [] };
  #prompt;
  #definitions;
  #allowed;
  #start;
  #turn = 0;

  constructor({ model, thinkingLevel, modelRegistry, sessionManager, settingsManager, resourceLoader, definitions, systemPrompt, allowed, excluded, start, scopedModels = [] }) {
    super();
    Object.assign(this, { modelRegistry, modelRuntime: modelRegistry, sessionManager, settingsManager, resourceLoader });
    this.#definitions = definitions;
    this.#allowed = (name) => (!allowed || allowed.includes(name)) && !excluded?.includes(name);
    this.#start = start ?? { type: "session_start", reason: "startup" };
    this.#prompt = systemPrompt;
    this.scopedModels = scopedModels;
    const messages = sessionManager.buildSessionContext().messages;
    this.state = { messages, model, thinkingLevel, systemPrompt, tools: definitions, isStreaming: false };
    this.agent = { state: this.state, abort: () => this.abort(), waitForIdle: () => this.#idle(), hasQueuedMessages: () => this.pendingMessageCount > 0 };
    const { extensions = [], runtime } = resourceLoader.getExtensions?.() ?? {};
    this.extensionRunner = new ExtensionRunner(extensions, () => this.#context());
    if (runtime) runtime.actions = this.#actions();
    this.#takeTools();
  }

  /** The given tools, and those of the agent's own extensions as far as they are wanted. */
  #takeTools(names) {
    const all = this.#known();
    const wanted = names ? all.filter(({ name }) => names.includes(name)) : all;
    this.#tools = new Map(wanted.map((definition) => [definition.name, definition]));
    this.state.tools = [...this.#tools.values()];
  }
  #actions() {
    // Whoever sends does not wait; what fails is told as any other failure of the extension.
    const send = (work) => void work.catch((error) => this.extensionRunner.emitError({ extensionPath: "<agent>", event: "send", error: error.message }));
    return {
      toolsChanged: () => this.#takeTools(),
      sendMessage: (message, options) => send(this.sendCustomMessage(message, options)),
      sendUserMessage: (content, options) => send(this.sendUserMessage(content, { deliverAs: "steer", ...options })),
      appendEntry: (customType, data) => void this.sessionManager.appendCustomEntry(customType, data),
      setSessionName: (name) => this.setSessionName(name),
      getSessionName: () => this.sessionManager.getSessionName(),
      setLabel: (id, label) => void this.sessionManager.appendLabelChange(id, label),
      getActiveTools: () => this.getActiveToolNames(),
      setActiveTools: (names) => this.setActiveToolsByName(names),
      getAllTools: () => this.getAllTools(),
      setModel: async (model) => (await this.setModel(model), true),
      getThinkingLevel: () => this.thinkingLevel,
      setThinkingLevel: (level) => this.setThinkingLevel(level),
    };
  }
  /** What handlers of the agent's own extensions are given. There is nobody to ask. */
  #context() {
    const nothing = () => undefined;
    const ui = new Proxy({ confirm: async () => false, getEditorText: () => "", getAllThemes: () => [] }, { get: (target, name) => target[name] ?? (["select", "input", "editor", "custom"].includes(name) ? async () => undefined : nothing) });
    return {
      ui, mode: "print", hasUI: false, cwd: this.sessionManager.getCwd(), sessionManager: this.sessionManager, modelRegistry: this.modelRegistry,
      model: this.model, scopedModels: this.scopedModels, thinkingLevel: this.thinkingLevel, signal: this.isStreaming ? this.#abort?.signal : undefined,
      isIdle: () => !this.isStreaming, isProjectTrusted: () => ask("project.trusted") === true, abort: () => void this.abort(),
      hasPendingMessages: () => this.pendingMessageCount > 0, shutdown: nothing, getContextUsage: () => this.getContextUsage(), compact: nothing, getSystemPrompt: () => this.#prompt,
    };
  }

  get systemPrompt() {
    return this.#prompt;
  }
  async setModel(model) {
    this.state.model = model;
  }
  setSessionName(name) {
    this.sessionManager.appendSessionInfo(name);
  }
  getActiveToolNames() {
    return [...this.#tools.keys()];
  }
  setActiveToolsByName(names) {
    this.#takeTools(names);
  }
  getCallableToolNames() {
    return this.getActiveToolNames();
  }
  #known() {
    const added = this.extensionRunner.getAllRegisteredTools().map(({ definition }) => definition);
    return [...this.#definitions, ...added.filter(({ name }) => this.#allowed(name))];
  }
  getAllTools() {
    return this.#known().map(({ name, description, parameters, promptGuidelines }) => ({ name, description, parameters, ...(promptGuidelines ? { promptGuidelines } : {}) }));
  }
  getToolDefinition(name) {
    return this.#known().find((definition) => definition.name === name);
  }
  async bindExtensions({ onError } = {}) {
    this.extensionRunner.onError(onError);
    await this.extensionRunner.emit(this.#start);
  }
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  dispose() {
    this.#abort?.abort();
    this.#listeners.clear();
  }
  async abort() {
    this.#abort?.abort();
    await this.#idle();
  }
  async #idle() {
    await this.running?.catch(() => {});
  }
  waitForIdle() {
    return this.#idle();
  }

  async steer(text, images) {
    this.#wait("steering", text, images);
  }
  async followUp(text, images) {
    this.#wait("followUp", text, images);
  }
  #wait(when, text, images) {
    this.#waiting[when].push({ text, images });
    this.#tellWaiting();
  }
  #tellWaiting() {
    this.#tell({ type: "queue_update", steering: this.getSteeringMessages(), followUp: this.getFollowUpMessages() });
  }
  /** What goes with the next request. */
  #next(when, mode) {
    const all = this.#waiting[when];
    const next = all.splice(0, mode === "all" ? all.length : 1);
    if (next.length > 0) this.#tellWaiting();
    return next;
  }
  get pendingMessageCount() {
    return this.#waiting.steering.length + this.#waiting.followUp.length;
  }
  getSteeringMessages() {
    return this.#waiting.steering.map(({ text }) => text);
  }
  getFollowUpMessages() {
    return this.#waiting.followUp.map(({ text }) => text);
  }
  /** Takes back what waits. */
  clearQueue() {
    const taken = { steering: this.getSteeringMessages(), followUp: this.getFollowUpMessages() };
    this.#waiting = { steering: [], followUp: [] };
    this.#tellWaiting();
    return taken;
  }
  /** As if the person had said it. While the agent works, `deliverAs` says when it comes. */
  sendUserMessage(content, { deliverAs } = {}) {
    const parts = typeof content === "string" ? [{ type: "text", text: content }] : content;
    const images = parts.filter((part) => part.type === "image");
    return this.prompt(contentText(parts), { images, ...(deliverAs ? { streamingBehavior: deliverAs } : {}) });
  }
  /** A message of an extension: kept at once, or said to the agent when it works or shall begin to. */
  async sendCustomMessage(message, { triggerTurn, deliverAs } = {}) {
    if (triggerTurn || this.isStreaming) return this.prompt(contentText(message.content), { streamingBehavior: deliverAs === "followUp" ? "followUp" : "steer" });
    this.sessionManager.appendCustomMessageEntry(message.customType, message.content, message.display === true, message.details);
    this.state.messages = [...this.state.messages, { role: "custom", display: false, timestamp: Date.now(), ...message }];
  }

  #tell(event) {
    for (const listener of [...this.#listeners]) listener(event);
  }
  #add(message) {
    this.#tell({ type: "message_start", message });
    this.state.messages = [...this.state.messages, message];
    this.sessionManager.appendMessage(message);
    this.#tell({ type: "message_end", message });
  }
  #user(text, images = []) {
    this.#add({ role: "user", content: images.length ? [{ type: "text", text }, ...images] : [{ type: "text", text }], timestamp: Date.now() });
  }

  async prompt(text, options = {}) {
    if (this.isStreaming) {
      if (!options.streamingBehavior) throw new Error("the agent is working; use `steer` or `followUp`");
      this.#wait(options.streamingBehavior === "followUp" ? "followUp" : "steering", text, options.images);
      return;
    }
    if (!this.model) throw new Error("there is no model");
    this.state.isStreaming = true;
    this.#abort = new AbortController();
    this.running = this.#run(text, options.images);
    await this.running;
  }

  async #run(text, images) {
    const before = this.messages.length;
    const prompt = this.#prompt;
    try {
      const added = await this.#prepare(text, images);
      await this.#event({ type: "agent_start" });
      this.#turn = 0;
      for (;;) {
        await this.#event({ type: "turn_start", turnIndex: this.#turn, timestamp: Date.now() });
        if (this.#turn === 0) {
          this.#user(text, images);
          for (const message of added.splice(0)) this.#add(message);
        }
        const message = await this.#ask();
        const calls = message.stopReason === "toolUse" ? message.content.filter((part) => part.type === "toolCall") : [];
        const toolResults = await Promise.all(calls.map((call) => this.#call(call)));
        for (const result of toolResults) this.#add(result);
        const outcome = this.#abort.signal.aborted ? "aborted" : message.stopReason === "error" ? "error" : "completed";
        const wished = await this.#event({ type: "turn_end", turnIndex: this.#turn++, message, toolResults, outcome, entries: [] });
        if (outcome !== "completed") break;
        let more = this.#next("steering", this.steeringMode);
        if (calls.length === 0 && more.length === 0) more = this.#next("followUp", this.followUpMode);
        if (calls.length === 0 && more.length === 0 && wished?.continue !== true) {
          await this.#event({ type: "agent_end", messages: this.messages.slice(before) });
          const last = await this.extensionRunner.emit({ type: "agent_before_settle", outcome, entries: [] });
          more = this.#next("steering", this.steeringMode);
          if (more.length === 0) more = this.#next("followUp", this.followUpMode);
          if (more.length === 0 && last?.continue !== true) return;
        }
        for (const { text: said, images: shown } of more) this.#user(said, shown);
      }
      await this.#event({ type: "agent_end", messages: this.messages.slice(before) });
    } finally {
      this.#prompt = prompt;
      this.state.isStreaming = false;
      await this.#event({ type: "agent_settled", aborted: this.#abort.signal.aborted });
    }
  }

  /** Tells an event to whoever listens, then to the extensions. */
  #event(event) {
    this.#tell(event);
    return this.extensionRunner.emit(event);
  }

  /** What extensions make of the system prompt for this run, and the messages that they put behind the person's. */
  async #prepare(text, images) {
    const agent = this;
    const event = { type: "before_agent_start", messageType: "user", prompt: text, images, get systemPrompt() { return agent.#prompt; }, systemPromptOptions: { cwd: this.sessionManager.getCwd(), selectedTools: this.getActiveToolNames(), contextFiles: [], skills: [], sections: {} } };
    const messages = [];
    await this.extensionRunner.walk(event, (result) => {
      if (typeof result?.systemPrompt === "string") this.#prompt = result.systemPrompt;
      if (result?.message) messages.push({ role: "custom", display: false, timestamp: Date.now(), ...result.message });
    });
    return messages;
  }

  async #ask() {
    const declared = [...this.#tools.values()].map(({ name, description, parameters }) => ({ name, description, parameters }));
    const sent = { type: "context", messages: this.extensionRunner.hasHandlers("context") ? structuredClone(this.messages) : this.messages };
    await this.extensionRunner.walk(sent, (result) => {
      if (Array.isArray(result?.messages)) sent.messages = result.messages;
    });
    const context = { systemPrompt: this.#prompt, tools: declared, messages: convertToLlm(sent.messages) };
    const { signal } = this.#abort;
    const options = { signal, ...(this.thinkingLevel && this.thinkingLevel !== "off" ? { reasoning: this.thinkingLevel } : {}) };
    const events = this.modelRegistry?.streamSimple?.(this.model, context, options) ?? stream(this.model, context, options);
    for await (const event of events) {
      if (event.partial === undefined) continue;
      const type = event.type === "start" ? "message_start" : "message_update";
      this.#tell({ type, message: event.partial, ...(type === "message_update" ? { assistantMessageEvent: event } : {}) });
    }
    const message = await events.result();
    this.state.messages = [...this.state.messages, message];
    this.sessionManager.appendMessage(message);
    await this.#event({ type: "message_end", message });
    return message;
  }

  async #call({ id: toolCallId, name: toolName, arguments: args }) {
    const { signal } = this.#abort;
    await this.#event({ type: "tool_execution_start", toolCallId, toolName, args });
    let result;
    let isError = false;
    let ran = false;
    try {
      const tool = this.#tools.get(toolName);
      if (!tool) throw new Error(`Tool ${toolName} not found`);
      const prepared = tool.prepareArguments ? tool.prepareArguments(args) : args;
      const checked = validateToolArguments(tool, { name: toolName, arguments: prepared });
      const gate = { type: "tool_call", toolCallId, toolName, input: checked };
      let verdict;
      await this.extensionRunner.walk(gate, (answer) => {
        if (answer) verdict = answer;
        return answer?.block === true;
      }, true);
      if (verdict?.block) throw new Error(verdict.reason ?? "Tool execution was blocked");
      const update = (partialResult) => this.#tell({ type: "tool_execution_update", toolCallId, toolName, args, partialResult });
      ran = true;
      result = await tool.execute(toolCallId, gate.input, signal, update, this.#context());
      isError = Boolean(result.isError);
    } catch (error) {
      result = { content: [{ type: "text", text: error?.message ?? String(error) }], details: {} };
      isError = true;
    }
    const told = { type: "tool_result", toolCallId, toolName, input: args, content: result.content, details: result.details, isError };
    // A call that was not let through has no result to change.
    if (ran) await this.extensionRunner.walk(told, (patch) => {
      for (const field of ["content", "details", "isError"]) if (patch?.[field] !== undefined) told[field] = patch[field];
    });
    result = { ...result, content: told.content, details: told.details };
    isError = told.isError;
    await this.#event({ type: "tool_execution_end", toolCallId, toolName, result, isError });
    return { role: "toolResult", toolCallId, toolName, content: result.content, details: result.details, isError, timestamp: Date.now() };
  }
}

/** The program's prompt; none while extensions load. */
function promptText() {
  try {
    return ask("prompt.text") ?? "";
  } catch {
    return "";
  }
}

/** Sets an agent up; what is not given is the program's. */
export async function createAgentSession(options = {}) {
  const cwd = options.cwd ?? options.sessionManager?.getCwd() ?? globalThis.process.cwd();
  const resourceLoader = options.resourceLoader ?? new DefaultResourceLoader({ cwd });
  const allowed = options.tools?.filter((tool) => typeof tool === "string");
  const names = allowed ?? (options.noTools ? [] : ["read", "bash", "edit", "write"]);
  const given = [...(options.tools ?? []).filter((tool) => typeof tool === "object"), ...(options.customTools ?? [])];
  const definitions = [...names.filter((name) => makers[name] && !options.excludeTools?.includes(name)).map((name) => makers[name](cwd)), ...given];
  const own = resourceLoader.getSystemPrompt?.() ?? promptText();
  const systemPrompt = [own, ...(resourceLoader.getAppendSystemPrompt?.() ?? [])].filter(Boolean).join("\n\n");
  const session = new AgentSession({
    model: options.model ?? ask("model.current"),
    thinkingLevel: options.thinkingLevel ?? "off",
    modelRegistry: options.modelRuntime ?? options.modelRegistry ?? new ModelRuntime(),
    sessionManager: options.sessionManager ?? SessionManager.inMemory(cwd),
    settingsManager: options.settingsManager ?? SettingsManager.create(),
    resourceLoader, definitions, systemPrompt, allowed, excluded: options.excludeTools, start: options.sessionStartEvent, scopedModels: options.scopedModels,
  });
  return { session, extensionsResult: resourceLoader.getExtensions?.() };
}
