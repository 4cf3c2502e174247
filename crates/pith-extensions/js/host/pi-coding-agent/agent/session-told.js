// What an agent inside tells of itself: read from its state, its session file and its settings, and changed nowhere.

import { clampThinkingLevel, getSupportedThinkingLevels } from "../../pi-ai/models.js";
import { contentText } from "../../pi-ai/transcript.js";
import { calculateContextTokens, estimateTokens, getLatestCompactionEntry } from "../sessions.js";

const answered = (message) => message.role === "assistant" && message.stopReason !== "aborted" && message.stopReason !== "error" && message.usage !== undefined;

export class SessionTold {
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
  get isIdle() {
    return !this.state.isStreaming;
  }
  get sessionId() {
    return this.sessionManager.getSessionId();
  }
  get sessionFile() {
    return this.sessionManager.getSessionFile();
  }
  get sessionName() {
    return this.sessionManager.getSessionName();
  }
  get promptTemplates() {
    return this.resourceLoader.getPrompts?.().prompts ?? [];
  }
  /** How many of what waits go with one request: `one-at-a-time` or `all`. */
  get steeringMode() {
    return this.settingsManager.getSteeringMode?.() ?? "one-at-a-time";
  }
  get followUpMode() {
    return this.settingsManager.getFollowUpMode?.() ?? "one-at-a-time";
  }
  setSteeringMode(mode) {
    this.settingsManager.setSteeringMode(mode);
  }
  setFollowUpMode(mode) {
    this.settingsManager.setFollowUpMode(mode);
  }
  setScopedModels(scopedModels) {
    this.scopedModels = scopedModels;
  }
  hasExtensionHandlers(event) {
    return this.extensionRunner.hasHandlers(event);
  }

  supportsThinking() {
    return this.model?.reasoning === true;
  }
  getAvailableThinkingLevels() {
    return this.model ? getSupportedThinkingLevels(this.model) : ["off"];
  }
  setThinkingLevel(level) {
    this.state.thinkingLevel = this.model?.reasoning === undefined ? level : clampThinkingLevel(this.model, level);
  }
  /** The next level that the model has; nothing when it does not think. */
  cycleThinkingLevel() {
    if (!this.supportsThinking()) return undefined;
    const levels = this.getAvailableThinkingLevels();
    this.setThinkingLevel(levels[(levels.indexOf(this.thinkingLevel) + 1) % levels.length]);
    return this.thinkingLevel;
  }

  getLastAssistantText() {
    const last = this.messages.findLast((message) => message.role === "assistant");
    return last && contentText(last.content);
  }
  /** What the person said, by entry. */
  getUserMessagesForForking() {
    const said = this.sessionManager.getEntries().filter((entry) => entry.type === "message" && entry.message.role === "user");
    return said.map((entry) => ({ entryId: entry.id, text: contentText(entry.message.content, "") })).filter(({ text }) => text);
  }
  /** How full the model's window is: what its last answer counted, and an estimate of what came behind. */
  getContextUsage() {
    const contextWindow = this.model?.contextWindow ?? 0;
    if (contextWindow <= 0) return undefined;
    const branch = this.sessionManager.getBranch();
    const compaction = getLatestCompactionEntry(branch);
    const since = branch.slice(branch.findIndex((entry) => entry.id === compaction?.id) + 1);
    // What an answer counted before a compaction says nothing of the conversation behind it.
    if (compaction && !since.some((entry) => entry.type === "message" && answered(entry.message))) return { tokens: null, contextWindow, percent: null };
    const last = this.messages.findLastIndex(answered);
    const counted = last < 0 ? 0 : calculateContextTokens(this.messages[last].usage);
    const tokens = this.messages.slice(last + 1).reduce((sum, message) => sum + estimateTokens(message), counted);
    return { tokens, contextWindow, percent: (tokens / contextWindow) * 100 };
  }
  getSessionStats() {
    const count = (role) => this.messages.filter((message) => message.role === role).length;
    const usages = this.messages.filter((message) => message.usage).map((message) => message.usage);
    const sum = (key) => usages.reduce((total, usage) => total + (usage[key] ?? 0), 0);
    const tokens = { input: sum("input"), output: sum("output"), cacheRead: sum("cacheRead"), cacheWrite: sum("cacheWrite") };
    const parts = this.messages.flatMap((message) => (message.role === "assistant" && Array.isArray(message.content) ? message.content : []));
    return {
      sessionFile: this.sessionFile, sessionId: this.sessionId, userMessages: count("user"), assistantMessages: count("assistant"),
      toolCalls: parts.filter((part) => part.type === "toolCall").length, toolResults: count("toolResult"), totalMessages: this.messages.length,
      tokens: { ...tokens, total: tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite },
      cost: usages.reduce((total, usage) => total + (usage.cost?.total ?? 0), 0), contextUsage: this.getContextUsage(),
    };
  }
}
