// Settings as the program keeps them: those of the person and of the project, merged; each with a getter and a setter.

import { ask } from "../../../api/bridge.js";
import { homedir } from "../../../node/os.js";
import * as path from "../../../node/path.js";
import { CONFIG_DIR_NAME, getAgentDir } from "../paths.js";

/** What is named in getters and setters, the keys below one another, and what holds where nothing is set. */
const TABLE = {
  LastChangelogVersion: "lastChangelogVersion", DefaultProvider: "defaultProvider", DefaultModel: "defaultModel", SteeringMode: ["steeringMode", "one-at-a-time"],
  FollowUpMode: ["followUpMode", "one-at-a-time"], DefaultThinkingLevel: "defaultThinkingLevel", Transport: ["transport", "auto"],
  SessionShareDestination: ["sessionShareDestination", "auto"], CompactionEnabled: ["compaction.enabled", true], RetryEnabled: ["retry.enabled", true],
  HttpIdleTimeoutMs: ["httpIdleTimeoutMs", 300000], CacheWarmingMode: ["cacheWarming", "idle"], WebSocketConnectTimeoutMs: "websocketConnectTimeoutMs",
  HideThinkingBlock: ["hideThinkingBlock", false], ShowCacheMissNotices: ["showCacheMissNotices", false], ShellPath: "shellPath", QuietStartup: ["quietStartup", false],
  DefaultProjectTrust: ["defaultProjectTrust", "ask"], ShellCommandPrefix: "shellCommandPrefix", NpmCommand: "npmCommand", CollapseChangelog: ["collapseChangelog", false],
  EnableInstallTelemetry: ["enableInstallTelemetry", true], EnableAnalytics: ["enableAnalytics", false], TrackingId: "trackingId", Packages: ["packages", []],
  ExtensionPaths: ["extensions", []], SkillPaths: ["skills", []], PromptTemplatePaths: ["prompts", []], ThemePaths: ["themes", []],
  EnableSkillCommands: ["enableSkillCommands", true], ThinkingBudgets: "thinkingBudgets", ShowImages: ["terminal.showImages", true],
  ImageWidthCells: ["terminal.imageWidthCells", 60], ClearOnShrink: ["terminal.clearOnShrink", false], ShowTerminalProgress: ["terminal.showTerminalProgress", false],
  TuiMode: ["tuiMode", "fullscreen"], FullscreenExitOutput: ["fullscreenExitOutput", "transcript"], FullscreenScrollbar: ["fullscreenScrollbar", "auto"],
  FullscreenCopyOnSelect: ["fullscreenCopyOnSelect", true], FullscreenWheelScrollLines: ["fullscreenWheelScrollLines", "auto"],
  ImageAutoResize: ["images.autoResize", true], BlockImages: ["images.blockImages", false], EnabledModels: "enabledModels", DefaultTools: "defaultTools",
  DoubleEscapeAction: ["doubleEscapeAction", "tree"], TreeFilterMode: ["treeFilterMode", "default"], ShowHardwareCursor: ["showHardwareCursor", false],
  EditorPaddingX: ["editorPaddingX", 0], OutputPad: ["outputPad", 1], AutocompleteMaxVisible: ["autocompleteMaxVisible", 5],
  CodeBlockIndent: ["markdown.codeBlockIndent", "  "], MermaidRenderingMode: ["markdown.mermaid", "streaming"], Warnings: ["warnings", {}], ThemeSetting: "theme",
  BranchSummarySkipPrompt: ["branchSummary.skipPrompt", false], AllModelThinkingLevels: ["modelThinkingLevels", {}],
};
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const copy = (value) => (value === undefined ? undefined : structuredClone(value));
const at = (settings, keys) => keys.reduce((value, key) => (isObject(value) ? value[key] : undefined), settings);

/** The second over the first; objects are merged, anything else replaces. */
function merged(under, over) {
  const out = { ...under };
  for (const [key, value] of Object.entries(over)) out[key] = isObject(value) && isObject(out[key]) ? merged(out[key], value) : value;
  return out;
}
function put(settings, [key, ...rest], value) {
  if (rest.length > 0) return put((settings[key] = isObject(settings[key]) ? settings[key] : {}), rest, value);
  if (value === undefined) delete settings[key];
  else settings[key] = value;
}

export class SettingsManager {
  #files;
  #layers = { global: {}, project: {} };
  #overrides = {};
  #trusted;
  #errors = [];

  constructor(files, layers, trusted = true) {
    this.#files = files;
    this.#trusted = trusted;
    if (layers) this.#layers = layers;
    else this.#read();
  }
  /** The files of the person and of the project in that folder. */
  static create(cwd = globalThis.process.cwd(), agentDir = getAgentDir(), { projectTrusted } = {}) {
    const files = { global: path.join(agentDir, "settings.json"), project: path.join(cwd, CONFIG_DIR_NAME, "settings.json") };
    return new SettingsManager(files, undefined, projectTrusted ?? ask("project.trusted") === true);
  }
  static inMemory(settings = {}, { projectTrusted = true } = {}) {
    return new SettingsManager(undefined, { global: structuredClone(settings), project: {} }, projectTrusted);
  }

  #read() {
    for (const [scope, file] of Object.entries(this.#files ?? {})) {
      try {
        this.#layers[scope] = ask("settings.file", { file }) ?? {};
      } catch (error) {
        this.#errors.push({ scope, error });
      }
    }
  }
  #now() {
    const project = this.#trusted ? this.#layers.project : {};
    return merged(merged(this.#layers.global, project), this.#overrides);
  }
  value(keys, usual) {
    return copy(at(this.#now(), keys.split(".")) ?? usual);
  }
  /** In force at once, and in the file. */
  change(keys, value, scope = "global") {
    const path = keys.split(".");
    put(this.#layers[scope], path, copy(value));
    if (!this.#files) return;
    try {
      ask("settings.change", { file: this.#files[scope], changes: [[path, value ?? null]] });
    } catch (error) {
      this.#errors.push({ scope, error });
    }
  }

  getSettings() {
    return copy(this.#now());
  }
  getGlobalSettings() {
    return copy(this.#layers.global);
  }
  getProjectSettings() {
    return copy(this.#trusted ? this.#layers.project : {});
  }
  isProjectTrusted() {
    return this.#trusted;
  }
  setProjectTrusted(trusted) {
    this.#trusted = trusted;
  }
  applyOverrides(overrides) {
    this.#overrides = merged(this.#overrides, overrides);
  }
  async reload() {
    this.#read();
  }
  async flush() {}
  drainErrors() {
    return this.#errors.splice(0);
  }

  getSessionDir() {
    const folder = this.value("sessionDir");
    return folder === "~" || folder?.startsWith("~/") ? path.join(homedir(), folder.slice(1)) : folder;
  }
  /** A pair for light and dark screens is no theme. */
  getTheme() {
    const theme = this.value("theme");
    return theme?.includes("/") ? undefined : theme;
  }
  setTheme(theme) {
    this.change("theme", theme);
  }
  setDefaultModelAndProvider(provider, modelId) {
    this.change("defaultProvider", provider);
    this.change("defaultModel", modelId);
  }
  getModelThinkingLevel(provider, modelId) {
    return this.getAllModelThinkingLevels()[`${provider}/${modelId}`];
  }
  setModelThinkingLevel(provider, modelId, level) {
    this.change("modelThinkingLevels", { ...this.#layers.global.modelThinkingLevels, [`${provider}/${modelId}`]: level });
  }
  removeModelThinkingLevel(provider, modelId) {
    const { [`${provider}/${modelId}`]: _gone, ...others } = this.#layers.global.modelThinkingLevels ?? {};
    this.change("modelThinkingLevels", others);
  }
  #ofModel(model, key, usual) {
    const own = model && this.value("compaction.models")?.[`${model.provider}/${model.id}`]?.[key];
    return own ?? this.value(`compaction.${key}`, usual);
  }
  getCompactionReserveTokens(model) {
    return this.#ofModel(model, "reserveTokens", 16384);
  }
  getCompactionKeepRecentTokens(model) {
    return this.#ofModel(model, "keepRecentTokens", 20000);
  }
  getCompactionSettings(model) {
    return { enabled: this.getCompactionEnabled(), reserveTokens: this.getCompactionReserveTokens(model), keepRecentTokens: this.getCompactionKeepRecentTokens(model) };
  }
  getBranchSummarySettings() {
    return { reserveTokens: this.value("branchSummary.reserveTokens", 16384), skipPrompt: this.getBranchSummarySkipPrompt() };
  }
  getRetrySettings() {
    const { enabled, maxRetries, baseDelayMs, maxAgentDelayMs } = { enabled: true, maxRetries: 3, baseDelayMs: 2000, maxAgentDelayMs: 60000, ...this.value("retry", {}) };
    return { enabled, maxRetries, baseDelayMs, maxAgentDelayMs };
  }
  getProviderRetrySettings() {
    const { timeoutMs, maxRetries, maxRetryDelayMs = 60000 } = this.value("retry.provider", {});
    return { timeoutMs, maxRetries, maxRetryDelayMs };
  }
  getExternalEditorCommand() {
    const { VISUAL, EDITOR } = globalThis.process.env;
    return this.value("externalEditor") ?? (VISUAL || EDITOR || "nano");
  }
  getExtensionChangelogVersion(key) {
    return this.value("extensionChangelogVersions", {})[key];
  }
  setExtensionChangelogVersion(key, version) {
    this.change("extensionChangelogVersions", { ...this.#layers.global.extensionChangelogVersions, [key]: version });
  }
  getTerminalCapabilityOverrides() {
    return {};
  }
  setProjectPackages(packages) {
    this.change("packages", packages, "project");
  }
  setProjectExtensionPaths(paths) {
    this.change("extensions", paths, "project");
  }
  setProjectSkillPaths(paths) {
    this.change("skills", paths, "project");
  }
  setProjectPromptTemplatePaths(paths) {
    this.change("prompts", paths, "project");
  }
  setProjectThemePaths(paths) {
    this.change("themes", paths, "project");
  }
}

for (const [name, row] of Object.entries(TABLE)) {
  const [keys, usual] = Array.isArray(row) ? row : [row];
  const define = (method, value) => Object.defineProperty(SettingsManager.prototype, method, { value, writable: true, configurable: true });
  define(`get${name}`, function () {
    return this.value(keys, usual);
  });
  define(`set${name}`, function (value) {
    this.change(keys, value);
  });
}
