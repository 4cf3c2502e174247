// An agent inside an extension: it asks the program's models, runs tools of the extension's runtime and tells its events.
//
// It shares nothing with the session on the screen but the models and their keys.

import { ask } from "../../../api/bridge.js";
import { stream } from "../../pi-ai/ask.js";
import { contentText } from "../../pi-ai/transcript.js";
import { validateToolArguments } from "../../pi-ai/values.js";
import { convertToLlm } from "../messages.js";
import * as tools from "../tools.js";
import { SessionManager } from "./session-manager.js";
import { DefaultResourceLoader, SettingsManager } from "./settings.js";

const makers = {
  read: tools.createReadToolDefinition, bash: tools.createBashToolDefinition, edit: tools.createEditToolDefinition, write: tools.createWriteToolDefinition,
  grep: tools.createGrepToolDefinition, find: tools.createFindToolDefinition, ls: tools.createLsToolDefinition,
};

export class AgentSession {
  #tools;
  #listeners = new Set();
  #abort = null;
  #queue = [];
  #prompt;

  constructor({ model, thinkingLevel, modelRegistry, sessionManager, settingsManager, resourceLoader, definitions, systemPrompt }) {
    Object.assign(this, { modelRegistry, sessionManager, settingsManager, resourceLoader });
    this.#tools = new Map(definitions.map((definition) => [definition.name, definition]));
    this.#prompt = systemPrompt;
    const messages = sessionManager.buildSessionContext().messages;
    this.state = { messages, model, thinkingLevel, systemPrompt, tools: definitions, isStreaming: false };
    this.agent = { state: this.state, abort: () => this.abort(), waitForIdle: () => this.#idle() };
  }

  get messages() {
    return this.state.messages;
  }
  get model() {
    return this.state.model;
  }
  get thinkingLevel() {
    return this.state.thinkingLevel;
  }
  get isStreaming() {
    return this.state.isStreaming;
  }
  get systemPrompt() {
    return this.#prompt;
  }
  get sessionId() {
    return this.sessionManager.getSessionId();
  }
  get sessionFile() {
    return this.sessionManager.getSessionFile();
  }
  async setModel(model) {
    this.state.model = model;
  }
  setThinkingLevel(level) {
    this.state.thinkingLevel = level;
  }
  setSessionName(name) {
    this.sessionManager.appendSessionInfo(name);
  }
  getActiveToolNames() {
    return [...this.#tools.keys()];
  }
  setActiveToolsByName(names) {
    this.#tools = new Map([...this.#tools].filter(([name]) => names.includes(name)));
  }
  getLastAssistantText() {
    const last = this.messages.findLast((message) => message.role === "assistant");
    return last && contentText(last.content);
  }
  getSessionStats() {
    const usages = this.messages.filter((message) => message.usage).map((message) => message.usage);
    const sum = (key) => usages.reduce((total, usage) => total + (usage[key] ?? 0), 0);
    const tokens = { input: sum("input"), output: sum("output"), cacheRead: sum("cacheRead"), cacheWrite: sum("cacheWrite") };
    return {
      sessionId: this.sessionId, totalMessages: this.messages.length,
      tokens: { ...tokens, total: tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite },
      cost: usages.reduce((total, usage) => total + (usage.cost?.total ?? 0), 0),
    };
  }
  async bindExtensions() {}
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
  async steer(text) {
    this.#queue.push(text);
  }
  async followUp(text) {
    this.#queue.push(text);
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
      this.#queue.push(text);
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
    try {
      this.#tell({ type: "agent_start" });
      this.#user(text, images);
      for (;;) {
        this.#tell({ type: "turn_start" });
        const message = await this.#ask();
        const calls = message.stopReason === "toolUse" ? message.content.filter((part) => part.type === "toolCall") : [];
        const toolResults = await Promise.all(calls.map((call) => this.#call(call)));
        for (const result of toolResults) this.#add(result);
        this.#tell({ type: "turn_end", message, toolResults });
        const more = this.#queue.splice(0);
        if (this.#abort.signal.aborted || message.stopReason === "error" || (calls.length === 0 && more.length === 0)) break;
        for (const one of more) this.#user(one);
      }
    } finally {
      this.state.isStreaming = false;
      this.#tell({ type: "agent_end", messages: this.messages.slice(before) });
      this.#tell({ type: "agent_settled", aborted: this.#abort.signal.aborted });
    }
  }

  async #ask() {
    const declared = [...this.#tools.values()].map(({ name, description, parameters }) => ({ name, description, parameters }));
    const context = { systemPrompt: this.#prompt, tools: declared, messages: convertToLlm(this.messages) };
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
    this.#tell({ type: "message_end", message });
    return message;
  }

  async #call({ id: toolCallId, name: toolName, arguments: args }) {
    const { signal } = this.#abort;
    this.#tell({ type: "tool_execution_start", toolCallId, toolName, args });
    let result;
    let isError = false;
    try {
      const tool = this.#tools.get(toolName);
      if (!tool) throw new Error(`Tool ${toolName} not found`);
      const prepared = tool.prepareArguments ? tool.prepareArguments(args) : args;
      const checked = validateToolArguments(tool, { name: toolName, arguments: prepared });
      const update = (partialResult) => this.#tell({ type: "tool_execution_update", toolCallId, toolName, args, partialResult });
      result = await tool.execute(toolCallId, checked, signal, update, { cwd: this.sessionManager.getCwd(), hasUI: false, mode: "print", signal });
      isError = Boolean(result.isError);
    } catch (error) {
      result = { content: [{ type: "text", text: error?.message ?? String(error) }], details: {} };
      isError = true;
    }
    this.#tell({ type: "tool_execution_end", toolCallId, toolName, result, isError });
    return { role: "toolResult", toolCallId, toolName, content: result.content, details: result.details, isError, timestamp: Date.now() };
  }
}

/** Sets an agent up; what is not given is the program's. */
export async function createAgentSession(options = {}) {
  const cwd = options.cwd ?? options.sessionManager?.getCwd() ?? globalThis.process.cwd();
  const resourceLoader = options.resourceLoader ?? new DefaultResourceLoader({ cwd });
  const names = options.tools?.filter((tool) => typeof tool === "string") ?? (options.noTools ? [] : ["read", "bash", "edit", "write"]);
  const given = [...(options.tools ?? []).filter((tool) => typeof tool === "object"), ...(options.customTools ?? [])];
  const definitions = [...names.filter((name) => makers[name] && !options.excludeTools?.includes(name)).map((name) => makers[name](cwd)), ...given];
  const own = resourceLoader.getSystemPrompt?.() ?? ask("prompt.text") ?? "";
  const systemPrompt = [own, ...(resourceLoader.getAppendSystemPrompt?.() ?? [])].filter(Boolean).join("\n\n");
  const session = new AgentSession({
    model: options.model ?? ask("model.current"),
    thinkingLevel: options.thinkingLevel ?? "off",
    modelRegistry: options.modelRegistry,
    sessionManager: options.sessionManager ?? SessionManager.inMemory(cwd),
    settingsManager: options.settingsManager ?? SettingsManager.create(),
    resourceLoader, definitions, systemPrompt,
  });
  return { session, extensionsResult: resourceLoader.getExtensions?.() };
}
