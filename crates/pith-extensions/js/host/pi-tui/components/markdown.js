// Markdown as lines for a width, in the colors of a theme.

import { getCapabilities } from "../capabilities.js";
import { applyBackgroundToLine, visibleWidth, wrapTextWithAnsi } from "../columns.js";
import { parseBlocks } from "../markdown/blocks.js";
import { renderInline } from "../markdown/inline.js";
import { renderTable } from "../markdown/table.js";

export class Markdown {
  #text;
  #paddingX;
  #paddingY;
  #theme;
  #style;
  #options;
  #cache = null;
  #highlighted = new Map();

  constructor(text, paddingX, paddingY, theme, defaultTextStyle, options = {}) {
    this.#text = text;
    this.#paddingX = paddingX;
    this.#paddingY = paddingY;
    this.#theme = theme;
    this.#style = defaultTextStyle;
    this.#options = options;
  }
  setText(text) {
    if (text === this.#text) return;
    this.#text = text;
    this.#cache = null;
  }
  invalidate() {
    this.#cache = null;
    this.#highlighted.clear();
  }

  render(width) {
    if (this.#cache?.width !== width) this.#cache = { width, lines: this.#lines(width) };
    return this.#cache.lines;
  }

  #lines(width) {
    const inner = Math.max(1, width - this.#paddingX * 2);
    const source = this.#options.transform ? this.#options.transform(this.#text, inner) : this.#text;
    if (!source || source.trim() === "") return [];
    const margin = " ".repeat(this.#paddingX);
    const content = this.#blocks(parseBlocks(source), inner, (text) => this.#plain(text))
      .flatMap((line) => wrapTextWithAnsi(line, inner))
      .map((line) => margin + line);
    const background = this.#style?.bgColor;
    const finish = (line) => (background ? applyBackgroundToLine(line, width, background) : line + " ".repeat(Math.max(0, width - visibleWidth(line))));
    const empty = Array(this.#paddingY).fill(finish(""));
    return [...empty, ...content.map(finish), ...empty];
  }

  /** Plain text in the default style. */
  #plain(text) {
    const style = this.#style;
    if (!style) return text;
    let out = style.color ? style.color(text) : text;
    for (const name of ["bold", "italic", "strikethrough", "underline"]) if (style[name]) out = this.#theme[name](out);
    return out;
  }
  #inline(text, paint) {
    return renderInline(text, this.#theme, paint, { ...this.#options, hyperlinks: getCapabilities().hyperlinks });
  }

  #blocks(blocks, width, paint) {
    const lines = [];
    for (const [i, block] of blocks.entries()) {
      const before = blocks[i - 1];
      // Lists stay close to the paragraph that announces them; all other blocks stand apart.
      const close = !before || (!block.gap && (block.type === "list" || before.type === "list") && block.type !== "heading");
      if (!close) lines.push("");
      lines.push(...this.#block(block, width, paint));
    }
    return lines;
  }

  #block(block, width, paint) {
    const theme = this.#theme;
    switch (block.type) {
      case "heading": {
        const strong = (text) => theme.heading(theme.bold(block.depth === 1 ? theme.underline(text) : text));
        const mark = block.depth > 2 ? theme.heading(theme.bold(`${"#".repeat(block.depth)} `)) : "";
        return (mark + this.#inline(block.text, strong)).split("\n");
      }
      case "paragraph":
        return this.#inline(block.text, paint).split("\n");
      case "code":
        return this.#code(block);
      case "rule":
        return [theme.hr("─".repeat(Math.min(width, 80)))];
      case "quote": {
        const border = theme.quoteBorder("│ ");
        const styled = (text) => theme.quote(theme.italic(text));
        return this.#blocks(block.blocks, Math.max(1, width - 2), styled)
          .flatMap((line) => wrapTextWithAnsi(line, Math.max(1, width - 2)))
          .map((line) => border + line);
      }
      case "list":
        return this.#list(block, width, paint, 0);
      default: {
        const cells = (row, style) => row.map((cell) => style(this.#inline(cell, paint)));
        const drawn = renderTable(cells(block.head, theme.bold), block.rows.map((row) => cells(row, (text) => text)), block.align, width);
        return drawn ?? block.raw.split("\n");
      }
    }
  }

  #code(block) {
    const theme = this.#theme;
    const indent = theme.codeBlockIndent ?? "  ";
    const key = `${block.lang}\u0000${block.code}`;
    let body = this.#highlighted.get(key);
    if (!body) {
      body = theme.highlightCode ? theme.highlightCode(block.code, block.lang || undefined) : block.code.split("\n").map((line) => theme.codeBlock(line));
      this.#highlighted.set(key, body);
    }
    return [theme.codeBlockBorder(`\`\`\`${block.lang}`), ...body.map((line) => indent + line), theme.codeBlockBorder("```")];
  }

  #list(block, width, paint, depth) {
    const lines = [];
    const indent = "    ".repeat(depth);
    for (const [i, item] of block.items.entries()) {
      if (i > 0 && block.loose) lines.push("");
      const number = this.#options.preserveOrderedListMarkers ? item.marker : `${block.start + i}.`;
      const bullet = block.ordered ? `${number} ` : "- ";
      const task = item.task === undefined ? "" : item.task ? "[x] " : "[ ] ";
      const mark = this.#theme.listBullet(bullet + task);
      const gap = " ".repeat(visibleWidth(bullet + task));
      const room = Math.max(1, width - indent.length - gap.length);
      let first = true;
      for (const [n, inner] of item.blocks.entries()) {
        if (n > 0 && inner.type !== "list" && inner.gap) lines.push("");
        if (inner.type === "list") {
          if (first) lines.push(indent + mark);
          lines.push(...this.#list(inner, width, paint, depth + 1));
        } else {
          for (const line of this.#block(inner, room, paint).flatMap((one) => wrapTextWithAnsi(one, room))) {
            lines.push(indent + (first ? mark : gap) + line);
            first = false;
          }
        }
        first = false;
      }
      if (item.blocks.length === 0) lines.push(indent + mark);
    }
    return lines;
  }
}
