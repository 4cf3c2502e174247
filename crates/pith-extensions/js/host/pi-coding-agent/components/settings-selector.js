// The settings of the program as a list. What each is called back with is what its setter takes.

import { Container } from "../../pi-tui/components/container.js";
import { SettingsList } from "../../pi-tui/components/settings-list.js";
import { getSelectListTheme, getSettingsListTheme } from "../themes.js";
import { SelectList } from "../../pi-tui/components/select-list.js";
import { DynamicBorder } from "./frames.js";

const BOTH = ["true", "false"];
const QUEUE = ["one-at-a-time", "all"];

/** Key of the configuration, callback, name, words, and the values; booleans where there are none. */
const ROWS = [
  ["autoCompact", "onAutoCompactChange", "Compact by itself", "Summarizes what is old when the context gets full"],
  ["autoResizeImages", "onAutoResizeImagesChange", "Make pictures smaller", "Large pictures are made to fit before a model gets them"],
  ["blockImages", "onBlockImagesChange", "Keep pictures back", "No picture is sent to a provider"],
  ["enableSkillCommands", "onEnableSkillCommandsChange", "Skills as commands", "A skill is called with `/skill:name`"],
  ["showHardwareCursor", "onShowHardwareCursorChange", "Terminal's cursor", "The terminal's own cursor is seen"],
  ["editorPaddingX", "onEditorPaddingXChange", "Editor margin", "Columns beside what is typed", ["0", "1", "2", "3"]],
  ["outputPad", "onOutputPadChange", "Conversation margin", "Columns beside what is said", ["0", "1"]],
  ["autocompleteMaxVisible", "onAutocompleteMaxVisibleChange", "Completions in view", "Rows of the list while you type", ["3", "5", "7", "10", "15", "20"]],
  ["clearOnShrink", "onClearOnShrinkChange", "Clear on shrink", "The screen is cleared when less is shown"],
  ["showTerminalProgress", "onShowTerminalProgressChange", "Terminal progress", "The terminal shows that work is under way"],
  ["showImages", "onShowImagesChange", "Show pictures", "Pictures are drawn in the terminal"],
  ["imageWidthCells", "onImageWidthCellsChange", "Width of pictures", "Columns of a picture", ["60", "80", "120"]],
  ["steeringMode", "onSteeringModeChange", "Steering", "How many waiting words a model gets at once", QUEUE],
  ["followUpMode", "onFollowUpModeChange", "Follow-ups", "How many waiting words begin the next run", QUEUE],
  ["transport", "onTransportChange", "Transport", "How providers with several ways are reached", ["auto", "sse", "websocket", "websocket-cached"]],
  ["sessionShareDestination", "onSessionShareDestinationChange", "Share by", "Where a shared session goes", ["auto", "gist", "radius"]],
  ["httpIdleTimeoutMs", "onHttpIdleTimeoutMsChange", "Silence of providers", "Milliseconds without a word before a request fails", ["0", "60000", "300000", "600000"]],
  ["cacheWarmingMode", "onCacheWarmingModeChange", "Keep caches warm", "Asks again before a provider forgets", ["off", "idle", "always"]],
  ["hideThinkingBlock", "onHideThinkingBlockChange", "Hide thinking", "A label stands for what a model thinks"],
  ["mermaidRenderingMode", "onMermaidRenderingModeChange", "Mermaid diagrams", "When diagrams are drawn", ["streaming", "complete", "off"]],
  ["showCacheMissNotices", "onShowCacheMissNoticesChange", "Tell missed caches", "Says when a provider had to read everything anew"],
  ["collapseChangelog", "onCollapseChangelogChange", "Short news", "News of a version are cut short"],
  ["quietStartup", "onQuietStartupChange", "Quiet start", "Less is said at the start"],
  ["enableInstallTelemetry", "onEnableInstallTelemetryChange", "Tell of installs", "The maker is told of an install"],
  ["defaultProjectTrust", "onDefaultProjectTrustChange", "Trust in projects", "What holds for a project that nobody decided about", ["ask", "always", "never"]],
  ["doubleEscapeAction", "onDoubleEscapeActionChange", "Escape twice", "What two Escapes do", ["tree", "fork", "none"]],
  ["treeFilterMode", "onTreeFilterModeChange", "Tree shows", "What the tree of a session begins with", ["default", "no-tools", "user-only", "labeled-only", "all"]],
  ["tuiMode", "onTuiModeChange", "Screen", "Whether the whole screen is used", ["fullscreen", "main"]],
  ["fullscreenExitOutput", "onFullscreenExitOutputChange", "Left behind", "What stands in the terminal afterwards", ["transcript", "none"]],
  ["fullscreenScrollbar", "onFullscreenScrollbarChange", "Scroll bar", "When it is seen", ["auto", "always", "never"]],
  ["fullscreenCopyOnSelect", "onFullscreenCopyOnSelectChange", "Copy what is selected", "A selection goes to the clipboard"],
  ["fullscreenWheelScrollLines", "onFullscreenWheelScrollLinesChange", "Wheel", "Rows of one turn", ["auto", "1", "3", "5"]],
];

/** What a shown value means: a value of the same kind as before. */
function meant(shown, before) {
  if (shown === "true" || shown === "false") return shown === "true";
  return typeof before === "number" || /^\d+$/.test(shown) ? Number(shown) : shown;
}

/** A list of its own for a setting with many values. */
function menu(values, onPreview) {
  return (current, done) => {
    const list = new SelectList(values.map((value) => ({ value, label: value })), 10, getSelectListTheme());
    list.setSelectedIndex(Math.max(0, values.indexOf(current)));
    list.onSelect = (item) => done(item.value);
    list.onCancel = () => {
      onPreview?.(current);
      done();
    };
    list.onSelectionChange = (item) => onPreview?.(item.value);
    return list;
  };
}

export class SettingsSelectorComponent extends Container {
  #list;

  constructor(config, callbacks) {
    super();
    const rows = ROWS.filter(([key]) => config[key] !== undefined);
    const items = rows.map(([key, , label, description, values = BOTH]) => {
      const currentValue = String(config[key]);
      return { id: key, label, description, currentValue, values: values.includes(currentValue) ? values : [currentValue, ...values] };
    });
    if (config.availableThemes?.length) {
      items.push({ id: "theme", label: "Theme", description: "Its colors", currentValue: config.currentTheme, submenu: menu(config.availableThemes, (name) => callbacks.onThemePreview?.(name)) });
    }
    const model = config.currentModel;
    if (model && config.availableThinkingLevels?.length) {
      const level = config.modelThinkingLevels?.[`${model.provider}/${model.id}`] ?? "none";
      items.push({ id: "level", label: `Thinking of ${model.id}`, description: "What this model begins with", currentValue: level, submenu: menu(["none", ...config.availableThinkingLevels]) });
    }
    const change = (id, value) => {
      if (id === "theme") return callbacks.onThemeChange(value);
      if (id === "level") {
        const { provider, id: modelId } = model;
        return value === "none" ? callbacks.onModelThinkingLevelRemove(provider, modelId) : callbacks.onModelThinkingLevelChange(provider, modelId, value);
      }
      const [key, name] = rows.find(([one]) => one === id);
      return callbacks[name]?.(meant(value, config[key]));
    };
    this.#list = new SettingsList(items, 10, getSettingsListTheme(), change, () => callbacks.onCancel(), { enableSearch: true });
    this.addChild(new DynamicBorder());
    this.addChild(this.#list);
    this.addChild(new DynamicBorder());
  }
  getSettingsList() {
    return this.#list;
  }
  handleInput(data) {
    this.#list.handleInput(data);
  }
}
