// The extensions of an agent inside an extension, at its doors: events to handlers, and what they registered.

/** The loaded extensions at the doors of one agent. */
export class ExtensionRunner {
  #extensions;
  #runtime;
  #context;
  #failed = () => {};
  #bound = { actions: {}, command: {}, ui: undefined, mode: "print" };
  #stale;

  /** Whoever makes one gives what its context is made of; an agent gives the context. */
  constructor(extensions, runtime, cwd = undefined, sessionManager = undefined, modelRegistry = undefined) {
    this.#extensions = extensions;
    this.#runtime = typeof runtime === "function" ? undefined : runtime;
    this.modelRegistry = modelRegistry;
    const made = () => ({ ui: this.#bound.ui, mode: this.#bound.mode, hasUI: this.hasUI(), cwd, sessionManager, modelRegistry, ...this.#bound.actions });
    this.#context = typeof runtime === "function" ? runtime : made;
  }
  bindCore(actions, contextActions = {}) {
    this.#runtime.actions = { toolsChanged() {}, ...actions };
    this.#bound.actions = contextActions;
  }
  bindCommandContext(actions = {}) {
    this.#bound.command = actions;
  }
  setUIContext(uiContext, mode = "print") {
    Object.assign(this.#bound, { ui: uiContext, mode });
  }
  getUIContext() {
    return this.#bound.ui;
  }
  hasUI() {
    return this.#bound.ui !== undefined;
  }
  getModelRegistry() {
    return this.modelRegistry;
  }
  /** What is called of the old context says so from now on. */
  invalidate(message = "this context belongs to a session that was replaced") {
    this.#stale = message;
  }
  onError(listener) {
    this.#failed = listener ?? (() => {});
    return () => (this.#failed = () => {});
  }
  emitError(error) {
    this.#failed(error);
  }
  shutdown() {
    this.#bound.actions.shutdown?.();
  }
  getActiveTools() {
    return this.#runtime?.actions?.getActiveTools?.() ?? [];
  }
  getFlagValues() {
    return this.#runtime?.flagValues ?? new Map();
  }
  setFlagValue(name, value) {
    this.getFlagValues().set(name, value);
  }
  getShortcutDiagnostics() {
    return [];
  }
  getCommandDiagnostics() {
    return [];
  }
  reportUnhandledMcpServers() {}
  /** Nothing of an agent inside is drawn. */
  getMessageRenderer() {
    return undefined;
  }
  getEntryRenderer() {
    return undefined;
  }
  getMarkdownTransformers() {
    return [];
  }
  resolveToolRenderers(_name, base) {
    return base();
  }
  hasHandlers(event) {
    return this.#extensions.some((extension) => extension.handlers.get(event)?.length > 0);
  }
  createContext() {
    if (this.#stale !== undefined) throw new Error(this.#stale);
    return this.#context();
  }
  createToolContext(toolCallId, signal) {
    return Object.assign(this.createContext(), { toolCallId, ...(signal ? { signal } : {}) });
  }
  createCommandContext() {
    return Object.assign(this.createContext(), this.#bound.command);
  }
  getToolDefinition(name) {
    return this.getAllRegisteredTools().find(({ definition }) => definition.name === name)?.definition;
  }
  getCommand(name) {
    return this.#extensions.map((extension) => extension.commands.get(name)).find(Boolean);
  }
  getRegisteredCommands() {
    return this.#extensions.flatMap((extension) => [...extension.commands.values()]);
  }
  getFlags() {
    return new Map(this.#extensions.flatMap((extension) => [...extension.flags]));
  }
  getShortcuts() {
    return new Map(this.#extensions.flatMap((extension) => [...extension.shortcuts]));
  }
  getExtensionPaths() {
    return this.#extensions.map((extension) => extension.path);
  }
  getAllRegisteredTools() {
    return this.#extensions.flatMap((extension) => [...extension.tools.values()]);
  }

  /** Gives an event to all handlers; `take` has each result, and ends the walk with true. At a gate, what is thrown is. */
  async walk(event, take = () => false, gate = false) {
    const context = this.createContext();
    for (const extension of this.#extensions) {
      for (const { handler } of [...(extension.handlers.get(event.type) ?? [])]) {
        try {
          if (take(await handler(event, context))) return;
        } catch (error) {
          if (gate) throw error;
          this.#failed({ extensionPath: extension.path, event: event.type, error: error?.message ?? String(error), stack: error?.stack });
        }
      }
    }
  }
  /** The same; the last result that is something. */
  async emit(event) {
    let last;
    await this.walk(event, (result) => {
      if (result) last = result;
      return result?.cancel === true || result?.block === true;
    });
    return last;
  }

  async emitToolCall(event) {
    let verdict;
    await this.walk(event, (result) => {
      if (result) verdict = result;
      return result?.block === true;
    }, true);
    return verdict;
  }
  /** The result as the handlers have it; nothing when none changed it. */
  async emitToolResult(event) {
    const told = { ...event };
    let changed = false;
    await this.walk(told, (patch) => {
      for (const field of ["content", "details", "isError"]) {
        if (patch?.[field] === undefined) continue;
        told[field] = patch[field];
        changed = true;
      }
    });
    return changed ? { content: told.content, details: told.details, isError: told.isError } : undefined;
  }
  async emitMessageEnd(event) {
    const told = { ...event };
    let changed = false;
    await this.walk(told, (result) => {
      if (result?.message?.role !== told.message.role) return;
      told.message = result.message;
      changed = true;
    });
    return changed ? told.message : undefined;
  }
  async emitUserBash(event) {
    let answer;
    await this.walk(event, (result) => {
      answer = result;
      return result !== undefined && result !== null;
    }, true);
    return answer ?? undefined;
  }
  async emitContext(messages) {
    const told = { type: "context", messages: structuredClone(messages) };
    await this.walk(told, (result) => {
      if (Array.isArray(result?.messages)) told.messages = result.messages;
    });
    return told.messages;
  }
  async emitBeforeProviderRequest(payload) {
    const told = { type: "before_provider_request", payload };
    await this.walk(told, (result) => {
      if (result !== undefined) told.payload = result;
    });
    return told.payload;
  }
  async emitBeforeProviderHeaders(headers) {
    const told = { type: "before_provider_headers", headers: { ...headers } };
    await this.walk(told);
    return told.headers;
  }
  /** What the person said as the handlers have it. One that fails stops it: it may have been a gate. */
  async emitInput(text, images, source, streamingBehavior) {
    const told = { type: "input", text, images, source, streamingBehavior };
    let answer = { action: "continue" };
    await this.walk(told, (result) => {
      if (result?.action === "transform") {
        Object.assign(told, { text: result.text, images: result.images ?? told.images });
        answer = { action: "transform", text: told.text, images: told.images };
      } else if (result?.action === "handled" || result?.action === "block") {
        answer = result;
        return true;
      }
      return false;
    }, true);
    return answer;
  }
  async emitResourcesDiscover(cwd, reason) {
    const found = { skillPaths: [], promptPaths: [], themePaths: [] };
    for (const extension of this.#extensions) {
      const one = new ExtensionRunner([extension], () => this.createContext());
      one.onError(this.#failed);
      await one.walk({ type: "resources_discover", cwd, reason }, (result) => {
        for (const kind of Object.keys(found)) for (const path of result?.[kind] ?? []) found[kind].push({ path, extensionPath: extension.path });
      });
    }
    return found;
  }
}
