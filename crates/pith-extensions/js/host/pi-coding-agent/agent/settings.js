// What an agent inside an extension is set up with: settings to read, and resources it was given.

import { ask } from "../../../api/bridge.js";

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

export const createExtensionRuntime = () => ({ pendingProviderRegistrations: [], flagValues: new Map() });

/** Gives what its overrides say. Other extensions are not loaded into an agent inside an extension. */
export class DefaultResourceLoader {
  #options;
  constructor(options = {}) {
    this.#options = options;
  }
  async reload() {}
  extendResources() {}
  getExtensions() {
    const found = { extensions: [], errors: [], runtime: createExtensionRuntime() };
    return this.#options.extensionsOverride?.(found) ?? found;
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
