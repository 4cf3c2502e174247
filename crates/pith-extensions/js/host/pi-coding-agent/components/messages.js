// What was said, as the conversation shows it: by the person and by a model.

import { Box } from "../../pi-tui/components/box.js";
import { Container } from "../../pi-tui/components/container.js";
import { Spacer } from "../../pi-tui/components/small.js";
import { Text } from "../../pi-tui/components/text.js";
import { themeNow } from "../theme-now.js";
import { MessageText } from "./message-text.js";

const color = (token) => (text) => themeNow().fg(token, text);

export class UserMessageComponent extends Container {
  #options;
  #text;
  #padding;

  constructor(text, theme, outputPad = 1, transformers = [], messageId, timestamp) {
    super();
    this.#text = text;
    this.#padding = outputPad;
    this.#options = { messageType: "user", theme, transformers, messageId, timestamp, style: { color: color("userMessageText") } };
    this.#build();
  }
  setOutputPad(padding) {
    this.#padding = padding;
    this.#build();
  }
  #build() {
    this.clear();
    const box = new Box(this.#padding, 1, (text) => themeNow().bg("userMessageBg", text));
    box.addChild(new MessageText(this.#text, this.#options));
    this.addChild(box);
  }
}

/** What ended an answer before its end, in words. */
function ending({ stopReason, errorMessage, content }) {
  if (stopReason === "length") return "The answer was cut: the model reached its output limit.";
  // Calls of tools tell their failure themselves.
  if (content.some((part) => part.type === "toolCall")) return undefined;
  if (stopReason === "aborted") return "Stopped";
  return stopReason === "error" ? `Error: ${errorMessage || "the model gave no reason"}` : undefined;
}

export class AssistantMessageComponent extends Container {
  #message;
  #isStreaming = false;
  #hidesThinking;
  #label;
  #padding;
  #options;

  constructor(message, hideThinkingBlock = false, theme = undefined, hiddenThinkingLabel = "Thinking...", outputPad = 1, transformers = [], messageId = undefined, timestamp = undefined) {
    super();
    this.#hidesThinking = hideThinkingBlock;
    this.#label = hiddenThinkingLabel;
    this.#padding = outputPad;
    this.#options = { theme, transformers, messageId, timestamp };
    if (message) this.updateContent(message);
  }
  updateContent(message, isStreaming = false) {
    this.#message = message;
    this.#isStreaming = isStreaming;
    this.#build();
  }
  #again(change) {
    change();
    if (this.#message) this.#build();
  }
  setHideThinkingBlock(hide) {
    this.#again(() => (this.#hidesThinking = hide));
  }
  setHiddenThinkingLabel(label) {
    this.#again(() => (this.#label = label));
  }
  setOutputPad(padding) {
    this.#again(() => (this.#padding = padding));
  }

  #build() {
    this.clear();
    const { content } = this.#message;
    const base = { ...this.#options, padding: this.#padding, isStreaming: this.#isStreaming };
    const parts = content.flatMap((part) => {
      if (part.type === "text" && part.text.trim()) return [new MessageText(part.text.trim(), { ...base, messageType: "assistant" })];
      if (part.type !== "thinking" || !part.thinking.trim()) return [];
      if (this.#hidesThinking) return [new Text(themeNow().italic(themeNow().fg("thinkingText", this.#label)), this.#padding, 0)];
      const style = { color: color("thinkingText"), italic: true };
      return [new MessageText(part.thinking.trim(), { ...base, messageType: "assistant-thinking", style })];
    });
    const end = ending(this.#message);
    if (end) parts.push(new Text(themeNow().fg(this.#message.stopReason === "length" ? "warning" : "error", end), this.#padding, 0));
    for (const part of parts) {
      this.addChild(new Spacer(1));
      this.addChild(part);
    }
  }
}
