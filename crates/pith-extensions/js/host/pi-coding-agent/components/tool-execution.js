// A call of a tool and what came of it: as the tool renders them, else its name, arguments and text.

import { Box } from "../../pi-tui/components/box.js";
import { Container } from "../../pi-tui/components/container.js";
import { Image } from "../../pi-tui/components/image.js";
import { Spacer } from "../../pi-tui/components/small.js";
import { Text } from "../../pi-tui/components/text.js";
import { getImageDimensions, imageFallback } from "../../pi-tui/images.js";
import { keyHint, keyText } from "../keys.js";
import { themeNow } from "../theme-now.js";

const texts = (result) => (result?.content ?? []).filter((part) => part.type === "text").map((part) => part.text ?? "");
const images = (result) => (result?.content ?? []).filter((part) => part.type === "image" && part.data && part.mimeType);

export class ToolExecutionComponent extends Container {
  #name;
  #id;
  #args;
  #definition;
  #ui;
  #cwd;
  #options;
  #expanded = false;
  #partial = true;
  #started = false;
  #complete = false;
  #result;
  #state = {};
  #call;
  #shown;
  #isDirty = true;

  constructor(toolName, toolCallId, args, options = {}, toolDefinition, ui, cwd) {
    super();
    this.#name = toolName;
    this.#id = toolCallId;
    this.#args = args;
    this.#options = { showImages: true, imageWidthCells: 60, outputPad: 1, ...options };
    this.#definition = toolDefinition;
    this.#ui = ui;
    this.#cwd = cwd;
  }
  #changed(change) {
    change();
    this.#isDirty = true;
    this.#ui?.requestRender?.();
  }
  updateArgs(args) {
    this.#changed(() => (this.#args = args));
  }
  markExecutionStarted() {
    this.#changed(() => (this.#started = true));
  }
  setArgsComplete() {
    this.#changed(() => (this.#complete = true));
  }
  updateResult(result, isPartial = false) {
    this.#changed(() => {
      this.#result = result;
      this.#partial = isPartial;
    });
  }
  setExpanded(expanded) {
    this.#changed(() => (this.#expanded = expanded));
  }
  setOutputPad(outputPad) {
    this.#changed(() => (this.#options.outputPad = outputPad));
  }
  setShowImages(showImages) {
    this.#changed(() => (this.#options.showImages = showImages));
  }
  setImageWidthCells(imageWidthCells) {
    this.#changed(() => (this.#options.imageWidthCells = imageWidthCells));
  }
  invalidate() {
    super.invalidate();
    this.#isDirty = true;
  }

  #context(lastComponent) {
    return {
      args: this.#args, toolCallId: this.#id, invalidate: () => this.#changed(() => {}), lastComponent, state: this.#state, cwd: this.#cwd,
      executionStarted: this.#started, argsComplete: this.#complete, isPartial: this.#partial, expanded: this.#expanded,
      showImages: this.#options.showImages, isError: this.#result?.isError === true, durationMs: this.#result?.durationMs,
      outputPad: this.#options.outputPad, keyText, keyHint,
    };
  }
  /** What a renderer gives; nothing when it fails or gives nothing. */
  #rendered(render, ...before) {
    try {
      return render?.(...before);
    } catch {
      return undefined;
    }
  }
  #ofCall() {
    const { renderCall } = this.#definition ?? {};
    this.#call = this.#rendered(renderCall, this.#args, themeNow(), this.#context(this.#call));
    const title = () => new Text(themeNow().fg("toolTitle", themeNow().bold(this.#definition?.label ?? this.#name)), 0, 0);
    if (this.#call) return [this.#call];
    const args = JSON.stringify(this.#args, null, 2);
    return this.#definition?.renderResult || args === undefined ? [title()] : [title(), new Spacer(1), new Text(args, 0, 0)];
  }
  #ofResult() {
    if (!this.#result) return [];
    const { renderResult } = this.#definition ?? {};
    const options = { expanded: this.#expanded, isPartial: this.#partial };
    this.#shown = this.#rendered(renderResult, this.#result, options, themeNow(), this.#context(this.#shown));
    if (this.#shown) return [this.#shown];
    const named = this.#options.showImages ? [] : images(this.#result).map(({ data, mimeType }) => imageFallback(mimeType, getImageDimensions(data, mimeType) ?? undefined));
    const text = [...texts(this.#result), ...named].join("\n").trim();
    return text ? [new Text(themeNow().fg("toolOutput", text), 0, 0)] : [];
  }
  #build() {
    this.#isDirty = false;
    this.clear();
    this.addChild(new Spacer(1));
    const parts = [...this.#ofCall(), ...this.#ofResult()];
    if (this.#definition?.renderShell === "self") parts.forEach((part) => this.addChild(part));
    else {
      const token = this.#partial ? "toolPendingBg" : this.#result?.isError ? "toolErrorBg" : "toolSuccessBg";
      const box = new Box(this.#options.outputPad, 1, (text) => themeNow().bg(token, text));
      parts.forEach((part) => box.addChild(part));
      this.addChild(box);
    }
    if (!this.#options.showImages) return;
    for (const { data, mimeType } of images(this.#result)) {
      this.addChild(new Spacer(1));
      this.addChild(new Image(data, mimeType, { fallbackColor: (text) => themeNow().fg("toolOutput", text) }, { maxWidthCells: this.#options.imageWidthCells }));
    }
  }
  render(width) {
    if (this.#isDirty) this.#build();
    return super.render(width);
  }
}
