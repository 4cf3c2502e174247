// The resources of an agent inside an extension: texts and extensions that it was given.

import * as path from "../../../node/path.js";
import { getAgentDir } from "../paths.js";
import { loadProjectContextFiles } from "../resources/context-files.js";
import { loadSkills } from "../resources/skills.js";
import { createExtensionRuntime, loadInline } from "./inline.js";

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
  #places() {
    const { cwd = globalThis.process.cwd(), agentDir = getAgentDir() } = this.#options;
    return { cwd, agentDir };
  }
  getSkills() {
    const { noSkills, additionalSkillPaths: skillPaths = [], skillsOverride } = this.#options;
    const found = loadSkills({ ...this.#places(), skillPaths, includeDefaults: !noSkills });
    return skillsOverride?.(found) ?? found;
  }
  getPrompts() {
    return { prompts: [], diagnostics: [] };
  }
  getThemes() {
    return { themes: [], diagnostics: [] };
  }
  getAgentsFiles() {
    const found = { agentsFiles: this.#options.noContextFiles ? [] : loadProjectContextFiles(this.#places()) };
    return this.#options.agentsFilesOverride?.(found) ?? found;
  }
  getSystemPrompt() {
    return this.#options.systemPromptOverride?.(this.#options.systemPrompt) ?? this.#options.systemPrompt;
  }
  getAppendSystemPrompt() {
    const given = [this.#options.appendSystemPrompt ?? []].flat();
    return this.#options.appendSystemPromptOverride?.(given) ?? given;
  }
}
