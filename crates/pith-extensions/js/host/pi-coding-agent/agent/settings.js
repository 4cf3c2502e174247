// What an agent inside an extension is set up with: settings to read, and resources it was given.

import { ask } from "../../../api/bridge.js";
import * as path from "../../../node/path.js";
import { createExtensionRuntime, loadInline } from "./inline.js";

/** The program's settings, to read. Changes stay with the object. */
export class SettingsManager {
  #settings;
  constructor(settings) {
    this.#settings = settings;
  }
  static create() {
    return new SettingsManager(ask("settings.get") ?? {});
  }
  static inMemory(settings = {}) {
    return new SettingsManager(structuredClone(settings));
  }
  getGlobalSettings() {
    return structuredClone(this.#settings);
  }
  getSettings() {
    return structuredClone(this.#settings);
  }
  getSessionDir() {
    return this.#settings.sessionDir;
  }
  getTheme() {
    return this.#settings.theme;
  }
  getDefaultProvider() {
    return this.#settings.defaultProvider;
  }
  getDefaultModel() {
    return this.#settings.defaultModel;
  }
  getDefaultThinkingLevel() {
    return this.#settings.defaultThinkingLevel;
  }
  getCompactionSettings() {
    return { enabled: true, reserveTokens: 16384, keepRecentTokens: 20000, ...this.#settings.compaction };
  }
  applyOverrides(overrides) {
    this.#settings = { ...this.#settings, ...overrides };
  }
  reload() {
    this.#settings = ask("settings.get") ?? {};
  }
  async flush() {}
}

/** Gives what its options say: texts, and extensions that are named or given as functions. The program's own are not loaded
 * into an agent inside an extension. */
export class DefaultResourceLoader {
  #options;
  #found = { extensions: [], errors: [], runtime: createExtensionRuntime() };
  loaded = false;
  constructor(options = {}) {
    this.#options = options;
  }
  async reload() {
    const { additionalExtensionPaths = [], extensionFactories = [], cwd = globalThis.process.cwd() } = this.#options;
    const files = additionalExtensionPaths.map((file) => ({ path: path.resolve(cwd, file) }));
    const given = extensionFactories.map((one, index) =>
      typeof one === "function" ? { path: `<inline:${index + 1}>`, factory: one } : { path: `<inline:${one.name ?? index + 1}>`, factory: one.factory },
    );
    const found = await loadInline([...files, ...given], createExtensionRuntime());
    this.#found = this.#options.extensionsOverride?.(found) ?? found;
    this.loaded = true;
  }
  extendResources() {}
  getExtensions() {
    return this.#found;
  }
  getSkills() {
    return this.#options.skillsOverride?.({ skills: [], diagnostics: [] }) ?? { skills: [], diagnostics: [] };
  }
  getPrompts() {
    return { prompts: [], diagnostics: [] };
  }
  getThemes() {
    return { themes: [], diagnostics: [] };
  }
  getAgentsFiles() {
    return this.#options.agentsFilesOverride?.({ agentsFiles: [] }) ?? { agentsFiles: [] };
  }
  getSystemPrompt() {
    return this.#options.systemPromptOverride?.(this.#options.systemPrompt) ?? this.#options.systemPrompt;
  }
  getAppendSystemPrompt() {
    const given = [this.#options.appendSystemPrompt ?? []].flat();
    return this.#options.appendSystemPromptOverride?.(given) ?? given;
  }
}
