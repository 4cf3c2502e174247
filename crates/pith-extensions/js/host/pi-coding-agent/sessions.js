// Sessions as data: numbers, entries and what of them can be reckoned without the file.

export const CURRENT_SESSION_VERSION = 3;
export const VIRTUAL_MODEL_STATE_ENTRY = "pi.virtual-model-state";
export const DEFAULT_COMPACTION_SETTINGS = Object.freeze({ enabled: true, reserveTokens: 16384, keepRecentTokens: 20000 });

export const calculateContextTokens = (usage) => usage.totalTokens || usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
export const shouldCompact = (tokens, contextWindow, settings) => settings.enabled && tokens > contextWindow - settings.reserveTokens;

/** Four characters to a token, an image for 1200. */
export function estimateTokens(message) {
  const size = (content) => (typeof content === "string" ? content.length : (content ?? []).reduce((sum, part) => sum + partSize(part), 0));
  const partSize = (part) => {
    if (part.type === "image") return 4800;
    if (part.type === "toolCall") return part.name.length + JSON.stringify(part.arguments).length;
    return (part.text ?? part.thinking ?? "").length;
  };
  if (message.role === "bashExecution") return Math.ceil((message.command.length + message.output.length) / 4);
  return Math.ceil((message.summary?.length ?? size(message.content)) / 4);
}

export function getLastAssistantUsage(entries) {
  const last = entries.findLast((entry) => entry.type === "message" && entry.message.role === "assistant" && !["aborted", "error"].includes(entry.message.stopReason));
  return last?.message.usage;
}
export const getLatestCompactionEntry = (entries) => entries.findLast((entry) => entry.type === "compaction") ?? null;
export const parseSessionEntries = (content) => content.split("\n").filter((line) => line.trim()).flatMap((line) => {
  try {
    return [JSON.parse(line)];
  } catch {
    // A torn line is no entry; the file's owner reports it.
    return [];
  }
});

export function parseSkillBlock(text) {
  const match = /^<skill name="([^"]+)" location="([^"]+)">\n([\s\S]*?)\n<\/skill>(?:\n\n([\s\S]+))?$/.exec(text);
  return match ? { name: match[1], location: match[2], content: match[3], userMessage: match[4]?.trim() || undefined } : null;
}

export const createSyntheticSourceInfo = (path, options = {}) => ({ path, scope: "temporary", origin: "top-level", ...options });
