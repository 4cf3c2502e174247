// `pi`: what the factory of an extension is given. Registers, and acts on the session.

import { ask, later } from "./bridge.js";
import { lazily } from "../runtime/lazily.js";

const bus = lazily("api/bus.js");
const given = lazily("api/given.js");
const providers = lazily("api/providers.js");
const tools = lazily("api/tools.js");

/** Names of every event, so that a mistyped one is told. */
const EVENTS =
  " project_trust resources_discover mcp_servers_change session_start session_info_changed session_before_switch " +
  "session_before_fork session_before_compact session_compact session_compact_failed session_before_tree session_tree " +
  "session_shutdown input before_agent_start agent_start agent_end turn_start turn_end agent_before_settle agent_settled " +
  "message_start message_update message_end context context_with_system before_provider_headers before_provider_request " +
  "after_provider_response provider_stream_event cache_warming_decision model_select thinking_level_select " +
  "tool_execution_start tool_call tool_execution_update tool_result tool_execution_end user_bash ui_prompt_start " +
  "ui_prompt_end ";

/** What earlier versions told; extensions for old and new ones listen to both. */
const FORMER = new Set(["session_switch", "session_fork", "session_branch", "session_directory", "model_update"]);

async function exec(command, args = [], { signal, cwd, timeout, maxBuffer } = {}) {
  const { text, texts, count } = given();
  const program = {
    command: text("exec", "the command", command),
    args: texts("exec", "the arguments", Array.isArray(args) ? args.map((arg) => (typeof arg === "object" && arg !== null ? arg : String(arg))) : args),
    cwd: cwd === undefined || cwd === null ? undefined : text("exec", "the folder `cwd`", cwd),
    timeout: count("exec", "the time `timeout`", timeout),
    maxBuffer: count("exec", "the size `maxBuffer`", maxBuffer),
  };
  if (signal?.aborted) return { stdout: "", stderr: "", code: 143, killed: true, truncated: false };
  return later("exec", program, { signal });
}

/** @param {import("./record.js").Record} record */
export function makeApi(record) {
  const bound = (member) => record.assertBound(member);
  const known = () => record.assertInForce();
  let events;
  const pi = {
    on(event, handler) {
      known();
      if (typeof handler !== "function") throw new TypeError(`the handler of \`${event}\` is not a function`);
      if (!EVENTS.includes(` ${event} `) && !FORMER.has(event)) record.failed("load", new Error(`there is no event \`${event}\`; its handler is never called`));
      const entry = { handler };
      const handlers = record.handlers.get(event) ?? [];
      record.handlers.set(event, [...handlers, entry]);
      if (handlers.length === 0) record.changed("handler", { event, on: true });
      return () => {
        const left = (record.handlers.get(event) ?? []).filter((other) => other !== entry);
        record.handlers.set(event, left);
        if (left.length === 0 && record.stale === undefined) record.changed("handler", { event, on: false });
      };
    },

    registerTool(definition) {
      known();
      tools().registerTool(record, definition);
    },
    registerCommand(name, options) {
      known();
      given().text("registerCommand", "the name", name);
      if (typeof options?.handler !== "function") throw new TypeError(`the command \`${name}\` has no handler`);
      record.commands.set(name, options);
      record.changed("command", {
        name,
        description: options.description,
        completes: typeof options.getArgumentCompletions === "function",
      });
    },
    registerShortcut(shortcut, options) {
      known();
      given().text("registerShortcut", "the key", shortcut);
      record.shortcuts.set(shortcut, options);
      record.changed("shortcut", { key: shortcut, description: options.description });
    },
    registerFlag(name, options) {
      known();
      given().text("registerFlag", "the name", name);
      record.flags.set(name, options);
      record.changed("flag", { name, ...options });
    },
    getFlag(name) {
      known();
      if (!record.flags.has(name)) return undefined;
      const value = ask("flag.value", { extension: record.id, name });
      return value === undefined ? record.flags.get(name).default : value;
    },

    registerMessageRenderer(customType, renderer) {
      known();
      record.messageRenderers.set(customType, renderer);
      record.changed("renderer", { kind: "message", name: customType });
    },
    registerEntryRenderer(customType, renderer) {
      known();
      record.entryRenderers.set(customType, renderer);
      record.changed("renderer", { kind: "entry", name: customType });
    },
    registerToolRenderer(resolver) {
      known();
      record.toolRenderers.push(resolver);
      record.changed("renderer", { kind: "tool", name: "*" });
    },
    registerMarkdownTransformer(transform, options = {}) {
      known();
      record.markdown = { transform, types: options.messageTypes ?? ["user", "assistant", "assistant-thinking"] };
      record.changed("renderer", { kind: "markdown", name: record.markdown.types.join(",") });
    },

    sendMessage(message, options = {}) {
      bound("sendMessage");
      const sending = { message: given().message("sendMessage", message), options };
      if (ask("message.queue", sending) === true) return;
      record.starting(later("message.send", sending).catch((error) => record.failed("send_message", error)));
    },
    sendUserMessage(content, options = {}) {
      bound("sendUserMessage");
      given().content("sendUserMessage", content);
      const sent = later("message.sendUser", { content, options }).catch((error) => record.failed("send_user_message", error));
      // A command waits for the run to end, so the run must not wait for it, nor may who waits for the run.
      if (options.expandPromptTemplates === true) return;
      if (options.deliverAs !== undefined) record.sending(sent);
      else record.starting(sent);
    },
    appendEntry(customType, data) {
      bound("appendEntry");
      ask("entry.append", { customType, data });
    },
    setSessionName(name) {
      bound("setSessionName");
      ask("session.setName", { name });
    },
    getSessionName() {
      bound("getSessionName");
      return ask("session.name");
    },
    setLabel(entryId, label) {
      bound("setLabel");
      ask("session.setLabel", { entryId, label });
    },

    exec(command, args, options) {
      known();
      return exec(command, args, options);
    },

    getActiveTools() {
      bound("getActiveTools");
      return ask("tools.active");
    },
    setActiveTools(names) {
      bound("setActiveTools");
      ask("tools.setActive", { names });
    },
    getAllTools() {
      bound("getAllTools");
      return ask("tools.all");
    },
    getCommands() {
      bound("getCommands");
      return ask("commands");
    },
    getSettings() {
      bound("getSettings");
      return ask("settings.get");
    },

    async setModel(model) {
      bound("setModel");
      if (!ask("models.known", { provider: model?.provider, id: model?.id })) return false;
      return (await later("model.set", { provider: model.provider, id: model.id })) === true;
    },
    getThinkingLevel() {
      bound("getThinkingLevel");
      return ask("thinking.level");
    },
    setThinkingLevel(level) {
      bound("setThinkingLevel");
      ask("thinking.set", { level });
    },

    registerProvider(nameOrProvider, config) {
      known();
      providers().registerProvider(record, nameOrProvider, config);
    },
    unregisterProvider(name) {
      known();
      providers().unregisterProvider(record, name);
    },
    registerVirtualModel(definition) {
      known();
      providers().registerVirtualModel(record, definition);
    },
    unregisterVirtualModel(provider, id) {
      known();
      providers().unregisterVirtualModel(record, provider, id);
    },
    registerMcpServer(name, config) {
      known();
      record.changed("mcpServer", { name, config });
    },
    unregisterMcpServer(name) {
      known();
      record.changed("mcpServer", { name, config: null });
    },
    getMcpServers() {
      known();
      return ask("mcp.servers") ?? [];
    },
    get events() {
      return (events ??= bus().makeBus(record));
    },
  };
  return pi;
}
