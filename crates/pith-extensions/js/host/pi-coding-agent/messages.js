// Messages of a session as a model takes them, and as one text for a summary.

const user = (text, timestamp) => ({ role: "user", content: [{ type: "text", text }], timestamp });

function bashText(message) {
  const parts = [`Ran \`${message.command}\``, message.output ? `\`\`\`\n${message.output}\n\`\`\`` : "(no output)"];
  let text = parts.join("\n");
  if (message.cancelled) text += "\n\n(command cancelled)";
  else if (message.exitCode !== undefined && message.exitCode !== null && message.exitCode !== 0) text += `\n\nCommand exited with code ${message.exitCode}`;
  if (message.truncated && message.fullOutputPath) text += `\n\n[Output truncated. Full output: ${message.fullOutputPath}]`;
  return text;
}

// The words are those of the program, so that a summary made elsewhere reads the same.
const summaries = {
  compactionSummary: "The earlier part of this conversation, in short:",
  branchSummary: "A branch of this conversation was left; what happened on it, in short:",
};

/** Kinds of the program's own become user messages; what the model shall not see is left out. */
export function convertToLlm(messages) {
  const out = [];
  for (const message of messages) {
    const { role, timestamp } = message;
    if (role === "bashExecution") {
      if (!message.excludeFromContext) out.push(user(bashText(message), timestamp));
    } else if (role === "custom") {
      const content = typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
      out.push({ role: "user", content, timestamp });
    } else if (summaries[role]) {
      out.push(user(`${summaries[role]}\n\n<summary>\n${message.summary}</summary>`, timestamp));
    } else if (["system", "user", "assistant", "toolResult"].includes(role)) out.push(message);
  }
  return out;
}

const RESULT = 2000;
const texts = (content, glue = "") => (typeof content === "string" ? content : content.filter((part) => part.type === "text").map((part) => part.text).join(glue));

export function serializeConversation(messages) {
  const parts = [];
  const add = (label, text) => {
    if (text) parts.push(`[${label}]: ${text}`);
  };
  for (const message of messages) {
    if (message.role === "user") add("User", texts(message.content));
    else if (message.role === "assistant") {
      add("Assistant", texts(message.content, "\n"));
      const calls = message.content.filter((part) => part.type === "toolCall");
      add("Assistant tool calls", calls.map(({ name, arguments: args }) => `${name}(${Object.entries(args).map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(", ")})`).join("; "));
    } else if (message.role === "toolResult") {
      const text = texts(message.content);
      add("Tool result", text.length > RESULT ? `${text.slice(0, RESULT)}\n\n[... ${text.length - RESULT} more characters truncated]` : text);
    }
  }
  return parts.join("\n\n");
}
