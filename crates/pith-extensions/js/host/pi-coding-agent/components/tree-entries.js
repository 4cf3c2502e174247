// Entries of a session as one line each.

const flat = (text) => text.replace(/[\n\t]+/g, " ").replace(/ +/g, " ").trim();

/** The text of a content, on one line. */
export const plainText = (content) => flat(typeof content === "string" ? content : (content ?? []).filter((part) => part.type === "text").map((part) => part.text).join(" "));

/** The calls of tools of a tree, by their id. */
export function callsOf(roots) {
  const calls = new Map();
  const open = [...roots];
  while (open.length > 0) {
    const { entry, children } = open.pop();
    const parts = entry.type === "message" && entry.message.role === "assistant" && Array.isArray(entry.message.content) ? entry.message.content : [];
    for (const part of parts) if (part.type === "toolCall") calls.set(part.id, part);
    open.push(...children);
  }
  return calls;
}

/** The call that a result belongs to, with what says most of its arguments. */
function call(message, calls) {
  const { name, arguments: args } = calls.get(message.toolCallId) ?? { name: message.toolName, arguments: {} };
  const about = args?.command ?? args?.path ?? args?.pattern ?? Object.values(args ?? {}).find((value) => typeof value === "string") ?? "";
  return `[${name}${about ? `: ${flat(String(about)).slice(0, 80)}` : ""}]`;
}

function message(entry, calls) {
  const { message } = entry;
  switch (message.role) {
    case "user":
      return { kind: "user: ", color: "accent", text: plainText(message.content) };
    case "assistant": {
      const text = plainText(message.content);
      if (text || message.stopReason !== "aborted") return { kind: "assistant: ", color: "success", text: text || (message.errorMessage ? flat(message.errorMessage) : "(no text)") };
      return { kind: "assistant: ", color: "success", text: "(stopped)" };
    }
    case "toolResult":
      return { kind: "", color: "muted", text: call(message, calls) };
    case "bashExecution":
      return { kind: "", color: "muted", text: `[bash: ${flat(message.command)}]` };
    default:
      return { kind: "", color: "muted", text: `[${message.role}] ${plainText(message.content)}`.trim() };
  }
}

/** What stands before its text and in which color, and the text. */
export function shownEntry(entry, calls) {
  const named = (kind, text) => ({ kind, color: "customMessageLabel", text });
  const state = (text) => ({ kind: "", color: "dim", text });
  switch (entry.type) {
    case "message":
      return message(entry, calls);
    case "custom_message":
      return named(`[${entry.customType}]: `, plainText(entry.content));
    case "compaction":
      return named("", `[compaction: ${Math.round(entry.tokensBefore / 1000)}k tokens]`);
    case "branch_summary":
      return named("[branch summary]: ", flat(entry.summary));
    case "model_change":
      return state(`[model: ${entry.modelId}]`);
    case "thinking_level_change":
      return state(`[thinking: ${entry.thinkingLevel}]`);
    case "label":
      return state(`[label: ${entry.label ?? "none"}]`);
    case "session_info":
      return state(`[name: ${entry.name ?? ""}]`);
    case "custom":
      return state(`[custom: ${entry.customType}]`);
    default:
      return state(`[${entry.type}]`);
  }
}
