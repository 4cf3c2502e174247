// What stands between what was said: summaries, messages of extensions, skills that were called. Each is short until it is
// expanded.

import { Box } from "../../pi-tui/components/box.js";
import { Container } from "../../pi-tui/components/container.js";
import { Spacer } from "../../pi-tui/components/small.js";
import { Text } from "../../pi-tui/components/text.js";
import { keyHint, keyText } from "../keys.js";
import { themeNow } from "../theme-now.js";
import { MessageText } from "./message-text.js";

const label = (text) => themeNow().fg("customMessageLabel", themeNow().bold(`[${text}]`));
const quiet = (text) => themeNow().fg("customMessageText", text);
const expandable = (text) => quiet(`${text} (`) + themeNow().fg("dim", keyText("app.tools.expand")) + quiet(" shows it)");
const ground = (text) => themeNow().bg("customMessageBg", text);

/** A box with a label, that shows more when it is expanded. */
class Note extends Box {
  #padding;
  #expanded = false;
  #options;

  constructor(theme, outputPad, transformers, messageId, timestamp) {
    super(outputPad, 1, ground);
    this.#padding = outputPad;
    this.#options = { messageType: "summary", theme, transformers, messageId, timestamp, style: { color: quiet } };
  }
  get expanded() {
    return this.#expanded;
  }
  setExpanded(expanded) {
    this.#expanded = expanded;
    this.build();
  }
  setOutputPad(outputPad) {
    this.#padding = outputPad;
    this.setPaddingX(this.#padding);
  }
  /** The colors may be others. */
  invalidate() {
    super.invalidate();
    this.build();
  }
  text(words) {
    this.addChild(new Text(words, 0, 0));
  }
  gap() {
    this.addChild(new Spacer(1));
  }
  markdown(words, more = {}) {
    this.addChild(new MessageText(words, { ...this.#options, ...more }));
  }
}

/** A summary that stands for what is not shown any more. */
class SummaryNote extends Note {
  #message;
  #name;
  #words;
  constructor(message, name, words, [theme, outputPad = 1, transformers = [], messageId, timestamp]) {
    super(theme, outputPad, transformers, messageId, timestamp);
    this.#message = message;
    this.#name = name;
    this.#words = words;
    this.build();
  }
  build() {
    if (!this.#message) return;
    this.clear();
    this.text(label(this.#name));
    this.gap();
    this.text(this.expanded ? quiet(this.#words) : expandable(this.#words));
    if (!this.expanded) return;
    this.gap();
    this.markdown(this.#message.summary);
  }
}

export class CompactionSummaryMessageComponent extends SummaryNote {
  constructor(message, ...more) {
    super(message, "compaction", `What was said before, ${message.tokensBefore.toLocaleString()} tokens, is summarized`, more);
  }
}

export class BranchSummaryMessageComponent extends SummaryNote {
  constructor(message, ...more) {
    super(message, "branch", "Summary of a branch that was left", more);
  }
}

export class SkillInvocationMessageComponent extends Note {
  #skill;
  constructor(skillBlock, theme, outputPad = 1, transformers = [], messageId = undefined, timestamp = undefined) {
    super(theme, outputPad, transformers, messageId, timestamp);
    this.#skill = skillBlock;
    this.build();
  }
  build() {
    if (!this.#skill) return;
    this.clear();
    if (!this.expanded) return this.text(`${label("skill")} ${expandable(this.#skill.name)}`);
    this.text(label("skill"));
    this.text(quiet(this.#skill.name));
    this.gap();
    this.markdown(this.#skill.content, { messageType: "user" });
  }
}

/** A message of an extension: as its renderer has it, else its text in a box. */
export class CustomMessageComponent extends Container {
  #message;
  #renderer;
  #options;
  #padding;
  #expanded = false;

  constructor(message, customRenderer, theme, outputPad = 1, transformers = [], messageId = undefined, timestamp = undefined) {
    super();
    this.#message = message;
    this.#renderer = customRenderer;
    this.#padding = outputPad;
    this.#options = { messageType: "custom", theme, transformers, messageId, timestamp, style: { color: quiet } };
    this.#build();
  }
  setExpanded(expanded) {
    this.#expanded = expanded;
    this.#build();
  }
  setOutputPad(outputPad) {
    this.#padding = outputPad;
    this.#build();
  }
  invalidate() {
    super.invalidate();
    this.#build();
  }
  #own() {
    try {
      return this.#renderer?.(this.#message, { expanded: this.#expanded, outputPad: this.#padding, keyText, keyHint }, themeNow());
    } catch {
      // What its renderer cannot show is shown as text.
      return undefined;
    }
  }
  #build() {
    this.clear();
    this.addChild(new Spacer(1));
    const own = this.#own();
    if (own) return this.addChild(own);
    const { customType, content } = this.#message;
    const text = typeof content === "string" ? content : content.filter((part) => part.type === "text").map((part) => part.text).join("\n");
    const box = new Box(this.#padding, 1, ground);
    box.addChild(new Text(label(customType), 0, 0));
    box.addChild(new Spacer(1));
    box.addChild(new MessageText(text, this.#options));
    this.addChild(box);
  }
}
