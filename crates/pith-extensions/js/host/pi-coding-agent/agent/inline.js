// Extensions of an agent inside an extension: functions that its maker gives, and files that it names. They stand at the
// agent's own doors, not at the program's.

import { ask, later } from "../../../api/bridge.js";
import { createEventBus } from "../event-bus.js";

/** What acts on an agent, and has none while its extensions load. */
const ACTIONS = [
  "sendMessage", "sendUserMessage", "appendEntry", "setSessionName", "getSessionName", "setLabel", "getActiveTools", "setActiveTools", "getAllTools",
  "setModel", "getThinkingLevel", "setThinkingLevel",
];

export const createExtensionRuntime = () => ({ pendingProviderRegistrations: [], pendingNativeProviderRegistrations: [], flagValues: new Map(), actions: undefined });

/** Loads extensions: `{ path, factory }`, or a path alone. What fails is told, and leaves nothing. */
export async function loadInline(sources, runtime, events = createEventBus()) {
  const found = { extensions: [], errors: [], runtime };
  for (const { path, factory } of sources) {
    const extension = { path, resolvedPath: path, handlers: new Map(), tools: new Map(), commands: new Map(), flags: new Map(), shortcuts: new Map() };
    const before = runtime.pendingProviderRegistrations.length;
    try {
      const make = factory ?? (await import(path)).default;
      if (typeof make !== "function") throw new TypeError("the default export is not a function");
      await make(api(extension, runtime, events));
      found.extensions.push(extension);
    } catch (error) {
      runtime.pendingProviderRegistrations.length = before;
      found.errors.push({ path, error: error?.message ?? String(error) });
    }
  }
  return found;
}

function api(extension, runtime, events) {
  const { path } = extension;
  const pi = {
    on(event, handler) {
      const entry = { handler };
      extension.handlers.set(event, [...(extension.handlers.get(event) ?? []), entry]);
      return () => extension.handlers.set(event, extension.handlers.get(event).filter((other) => other !== entry));
    },
    registerTool(definition) {
      extension.tools.set(definition.name, { definition, sourceInfo: { path } });
      runtime.actions?.toolsChanged();
    },
    registerCommand: (name, options) => extension.commands.set(name, { name, ...options }),
    registerShortcut: (key, options) => extension.shortcuts.set(key, { key, ...options }),
    registerFlag: (name, options) => extension.flags.set(name, { name, ...options }),
    getFlag: (name) => runtime.flagValues.get(name) ?? extension.flags.get(name)?.default,
    registerProvider(nameOrProvider, config) {
      if (typeof nameOrProvider === "object") runtime.pendingNativeProviderRegistrations.push({ provider: nameOrProvider, extensionPath: path });
      else runtime.pendingProviderRegistrations.push({ name: nameOrProvider, config, extensionPath: path });
    },
    exec: (command, args = [], { signal, ...options } = {}) => later("exec", { command, args, ...options }, { signal }),
    getCommands: () => [...extension.commands.values()].map(({ name, description }) => ({ name, description, source: "extension", sourceInfo: { path } })),
    getSettings: () => ask("settings.get"),
    events,
  };
  // Nothing is drawn for an agent inside.
  for (const name of ["registerMessageRenderer", "registerEntryRenderer", "registerToolRenderer", "registerMarkdownTransformer", "registerVirtualModel", "unregisterVirtualModel", "registerMcpServer", "unregisterMcpServer", "unregisterProvider"]) {
    pi[name] = () => {};
  }
  pi.getMcpServers = () => [];
  for (const name of ACTIONS) {
    pi[name] = (...args) => {
      if (!runtime.actions) throw new Error(`\`${name}\` acts on a session and is not initialised while the extension is loading; call it from a handler`);
      return runtime.actions[name](...args);
    };
  }
  return pi;
}
