// Components above or beside one another, with gaps, and a view that shows a part of one.

import { sliceByColumn, visibleWidth } from "../columns.js";
import { Container } from "./container.js";

class Stack extends Container {
  entries = [];
  gap;
  align;

  constructor(children = [], { gap = 0, align = "stretch" } = {}) {
    super();
    this.gap = gap;
    this.align = align;
    for (const child of children) {
      if (child.component) this.addChild(child.component, child);
      else this.addChild(child);
    }
  }
  addChild(component, options = {}) {
    super.addChild(component);
    this.entries.push({ ...options, component });
  }
  removeChild(component) {
    super.removeChild(component);
    this.entries = this.entries.filter((entry) => entry.component !== component);
  }
  clear() {
    super.clear();
    this.entries = [];
  }
  shown(width) {
    return this.entries.filter((entry) => entry.visible?.({ width, height: Number.POSITIVE_INFINITY }) !== false);
  }
}

export class VStack extends Stack {
  layoutType = "vstack";
  render(width) {
    const gap = Array(this.gap).fill("");
    return this.shown(width).flatMap((entry, i) => [...(i > 0 ? gap : []), ...entry.component.render(width)]);
  }
}

/** The widths of columns: what each asks for, then what is left by `grow`, what lacks by `shrink`. */
function share(entries, width, gap) {
  const room = Math.max(0, width - gap * Math.max(0, entries.length - 1));
  const own = (entry) => (typeof entry.basis === "number" ? entry.basis : Math.max(0, ...entry.component.render(room).map((line) => visibleWidth(line.trimEnd()))));
  const sizes = entries.map(own);
  const free = room - sizes.reduce((sum, size) => sum + size, 0);
  const weight = (entry) => (free > 0 ? (entry.grow ?? 0) : (entry.shrink ?? 1));
  const total = entries.reduce((sum, entry) => sum + weight(entry), 0);
  return sizes.map((size, i) => {
    const part = total > 0 ? Math.trunc((free * weight(entries[i])) / total) : 0;
    return Math.max(entries[i].minSize ?? 0, Math.min(entries[i].maxSize ?? Number.POSITIVE_INFINITY, size + part, room));
  });
}

export class HStack extends Stack {
  layoutType = "hstack";
  render(width) {
    const entries = this.shown(width);
    const widths = share(entries, width, this.gap);
    const columns = entries.map((entry, i) => entry.component.render(Math.max(1, widths[i])));
    const height = Math.max(0, ...columns.map((lines) => lines.length));
    const offset = (lines) => (this.align === "end" ? height - lines.length : this.align === "center" ? Math.floor((height - lines.length) / 2) : 0);
    return Array.from({ length: height }, (_, row) => {
      const line = columns.map((lines, i) => {
        const text = sliceByColumn(lines[row - offset(lines)] ?? "", 0, widths[i], true);
        return `${text}${" ".repeat(Math.max(0, widths[i] - visibleWidth(text)))}\u001b[0m`;
      }).join(" ".repeat(this.gap));
      return line + " ".repeat(Math.max(0, width - visibleWidth(line)));
    });
  }
}

export class ScrollView extends Container {
  #child;
  #top = 0;
  #content = 0;
  #viewport = 0;
  #following;
  #scrollbar;

  constructor(component, options = {}) {
    super();
    this.#child = component;
    this.children = [component];
    this.followEnd = options.follow === "end";
    this.#following = this.followEnd;
    this.primary = options.primary ?? false;
    this.overscroll = options.overscroll ?? "chain";
    this.#scrollbar = options.scrollbar ?? "hidden";
    this.scrollbarTrackStyle = options.scrollbarTrackStyle ?? ((text) => text);
    this.scrollbarThumbStyle = options.scrollbarThumbStyle ?? ((text) => text);
  }
  get scrollTop() {
    return this.#top;
  }
  get isFollowingEnd() {
    return this.#following;
  }
  get viewportHeight() {
    return this.#viewport;
  }
  get scrollbar() {
    return this.#scrollbar;
  }
  get isScrollbarVisible() {
    return this.#scrollbar === "always";
  }
  get isScrollbarActive() {
    return false;
  }
  setScrollbar(scrollbar) {
    this.#scrollbar = scrollbar;
  }
  setScrollbarActive() {}
  getContentWidth(width) {
    return Math.max(1, width - (this.isScrollbarVisible ? 1 : 0));
  }
  scrollTo(scrollTop, { disableFollow = false } = {}) {
    const end = Math.max(0, this.#content - this.#viewport);
    this.#top = Math.max(0, Math.min(end, scrollTop));
    this.#following = this.followEnd && !disableFollow && this.#top === end;
  }
  scrollBy(lines) {
    const before = this.#top;
    this.scrollTo(before + lines);
    return this.#top - before;
  }
  scrollToStart() {
    this.scrollTo(0);
  }
  scrollToEnd() {
    this.scrollTo(this.#content);
  }
  updateLayout(contentHeight, viewportHeight) {
    this.#content = contentHeight;
    this.#viewport = viewportHeight;
    this.scrollTo(this.#following ? contentHeight : this.#top);
  }
  addChild() {
    throw new Error("a scroll view has one child");
  }
  removeChild() {
    throw new Error("a scroll view keeps its child");
  }
  clear() {
    throw new Error("a scroll view keeps its child");
  }
  /** The whole child until a height is known, then the part in view. */
  render(width) {
    const lines = this.#child.render(this.getContentWidth(width));
    if (this.#viewport === 0) return lines;
    this.updateLayout(lines.length, this.#viewport);
    return lines.slice(this.#top, this.#top + this.#viewport);
  }
}
