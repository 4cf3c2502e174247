// One of the entries of a session, in the tree that they make: filtered, folded, searched and labeled.

import { sliceByColumn, truncateToWidth, visibleWidth } from "../../pi-tui/columns.js";
import { Container } from "../../pi-tui/components/container.js";
import { Input } from "../../pi-tui/components/input.js";
import { visibleRange } from "../../pi-tui/components/select-list.js";
import { Spacer } from "../../pi-tui/components/small.js";
import { Text } from "../../pi-tui/components/text.js";
import { getKeybindings, getSelectPageIndex } from "../../pi-tui/keybindings.js";
import { decodePrintableKey } from "../../pi-tui/keys.js";
import { appKeybindings } from "../app-keys.js";
import { keyText } from "../keys.js";
import { themeNow } from "../theme-now.js";
import { DynamicBorder } from "./frames.js";
import { callsOf, plainText, shownEntry } from "./tree-entries.js";

const MODES = ["default", "no-tools", "user-only", "labeled-only", "all"];
const STATES = new Set(["model_change", "thinking_level_change", "custom", "label", "session_info", "context_edit", "leaf"]);

function wanted({ entry, label }, mode) {
  const role = entry.type === "message" ? entry.message.role : undefined;
  if (mode === "all") return true;
  if (mode === "labeled-only") return label !== undefined;
  if (mode === "user-only") return role === "user";
  if (STATES.has(entry.type) || role === "system") return false;
  // An answer that only calls tools is told by its results.
  if (role === "assistant" && plainText(entry.message.content) === "" && entry.message.stopReason === "toolUse") return false;
  return mode !== "no-tools" || role !== "toolResult";
}

class TreeList {
  capturesViewportInput = true;
  onSelect;
  onCancel;
  onCopy;
  onLabelEdit;
  #roots;
  #leaf;
  #room;
  #mode;
  #query = "";
  #rows = [];
  #selected = 0;
  #lastId;
  #folded = new Set();
  #active = new Set();
  #times = false;
  #calls;

  constructor(tree, currentLeafId, maxVisibleLines, initialSelectedId, initialFilterMode = "default") {
    this.#roots = tree;
    this.#leaf = currentLeafId;
    this.#room = Math.max(1, maxVisibleLines);
    this.#mode = initialFilterMode;
    this.#calls = callsOf(tree);
    this.#mark();
    this.#lastId = initialSelectedId ?? currentLeafId;
    this.#filter();
  }
  /** The entries from the roots to the leaf. */
  #mark() {
    const open = this.#roots.map((node) => [node, null]);
    const parents = new Map();
    while (open.length > 0) {
      const [node, parent] = open.pop();
      parents.set(node.entry.id, parent);
      for (const child of node.children) open.push([child, node.entry.id]);
    }
    this.parents = parents;
    for (let id = this.#leaf; id !== null && id !== undefined && !this.#active.has(id); id = parents.get(id)) this.#active.add(id);
  }
  invalidate() {}
  getSearchQuery() {
    return this.#query;
  }
  getSelectedNode() {
    return this.#rows[this.#selected]?.node;
  }
  copySelected() {
    const node = this.getSelectedNode();
    this.onCopy?.(node && (plainText(node.entry.message?.content ?? node.entry.content ?? node.entry.summary) || undefined));
  }
  updateNodeLabel(entryId, label, labelTimestamp) {
    const open = [...this.#roots];
    while (open.length > 0) {
      const node = open.pop();
      if (node.entry.id === entryId) Object.assign(node, { label, labelTimestamp: label === undefined ? undefined : (labelTimestamp ?? new Date().toISOString()) });
      open.push(...node.children);
    }
    this.#filter();
  }

  #matches(node) {
    if (!wanted(node, this.#mode)) return false;
    const text = `${node.label ?? ""} ${shownEntry(node.entry, this.#calls).text}`.toLowerCase();
    return this.#query.toLowerCase().split(/\s+/).every((word) => text.includes(word));
  }
  /** What is seen of a node: itself, or its nearest descendants that are. Those that lead to the leaf come first. */
  #visible(node) {
    const out = [];
    const open = [node];
    while (open.length > 0) {
      const one = open.pop();
      if (this.#matches(one)) out.push(one);
      else open.push(...[...this.#ordered(one.children)].reverse());
    }
    return out;
  }
  #ordered(nodes) {
    return [...nodes].sort((one, other) => Number(this.#leads(other)) - Number(this.#leads(one)));
  }
  #leads(node) {
    return this.#active.has(node.entry.id);
  }
  /** Rows in order; only what stands beside others is indented. */
  #filter() {
    const rows = [];
    const below = (nodes) => this.#ordered(nodes).flatMap((node) => this.#visible(node));
    const open = [];
    const push = (nodes, prefix, parent) => {
      const many = nodes.length > 1;
      [...nodes].reverse().forEach((node, i) => {
        const isLast = i === 0;
        open.push({ node, parent, prefix, branches: many, head: many ? prefix + (isLast ? "└" : "├") : prefix, inner: many ? prefix + (isLast ? "   " : "│  ") : prefix });
      });
    };
    push(below(this.#roots), "", null);
    while (open.length > 0) {
      const row = open.pop();
      const children = below(row.node.children);
      const canFold = children.length > 0 && (row.branches || row.parent === null);
      const isFolded = canFold && this.#folded.has(row.node.entry.id);
      rows.push({ ...row, canFold, isFolded });
      if (!isFolded) push(children, row.inner, row);
    }
    this.#rows = rows;
    this.#find();
  }
  /** The row of what was selected, or of what stands nearest above it. */
  #find() {
    for (let id = this.#lastId; id !== null && id !== undefined; id = this.parents.get(id)) {
      const at = this.#rows.findIndex(({ node }) => node.entry.id === id);
      if (at >= 0) return void (this.#selected = at);
    }
    this.#selected = Math.max(0, this.#rows.length - 1);
  }

  render(width) {
    const theme = themeNow();
    if (this.#rows.length === 0) return [theme.fg("muted", "  No entries"), theme.fg("muted", "  (0/0)")];
    const [start, end] = visibleRange(this.#selected, this.#rows.length, this.#room);
    const lines = this.#rows.slice(start, end).map((row, i) => this.#row(row, start + i === this.#selected, width, theme));
    const mode = this.#mode === "default" ? "" : ` [${this.#mode}]`;
    return [...lines, theme.fg("muted", truncateToWidth(`  (${this.#selected + 1}/${this.#rows.length})${mode}${this.#times ? " [times of labels]" : ""}`, width))];
  }
  #row({ node, head, branches, canFold, isFolded }, isSelected, width, theme) {
    const joint = branches ? `${canFold ? (isFolded ? "⊞" : "⊟") : "─"} ` : isFolded ? "⊞ " : "";
    // A deep branch keeps its text in view.
    const most = Math.max(0, Math.floor(width / 2));
    const tree = visibleWidth(head + joint) > most ? `…${sliceByColumn(head + joint, visibleWidth(head + joint) - most + 1, most)}` : head + joint;
    const mark = this.#leads(node) ? theme.fg("accent", "• ") : "";
    const time = this.#times && node.label && node.labelTimestamp ? `${theme.fg("muted", node.labelTimestamp.slice(0, 16).replace("T", " "))} ` : "";
    const label = node.label ? `${theme.fg("warning", `[${node.label}]`)} ${time}` : "";
    const { kind, text, color } = shownEntry(node.entry, this.#calls);
    const words = kind ? `${theme.fg(color, kind)}${text}` : theme.fg(color, text);
    const line = truncateToWidth(`${isSelected ? theme.fg("accent", "› ") : "  "}${theme.fg("dim", tree)}${mark}${label}${isSelected ? theme.bold(words) : words}`, width);
    return isSelected ? theme.bg("selectedBg", line) : line;
  }

  #select(at) {
    this.#selected = Math.max(0, Math.min(this.#rows.length - 1, at));
    this.#lastId = this.getSelectedNode()?.entry.id ?? this.#lastId;
  }
  #filterBy(mode) {
    this.#mode = mode;
    this.#folded.clear();
    this.#filter();
  }
  /** Folds, or goes to where the branch begins; and the other way. */
  #fold(closes) {
    const row = this.#rows[this.#selected];
    if (!row) return;
    const id = row.node.entry.id;
    if (row.canFold && row.isFolded !== closes) {
      if (closes) this.#folded.add(id);
      else this.#folded.delete(id);
      return this.#filter();
    }
    const step = closes ? -1 : 1;
    for (let at = this.#selected + step; at >= 0 && at < this.#rows.length; at += step) if (this.#rows[at].canFold) return this.#select(at);
    this.#select(closes ? 0 : this.#rows.length - 1);
  }
  handleInput(data) {
    const keys = getKeybindings();
    const app = appKeybindings();
    const does = (action) => app.matches(data, `app.${action}`);
    const count = this.#rows.length;
    const page = getSelectPageIndex(keys, data, this.#selected, count, this.#room);
    const node = this.getSelectedNode();
    const mode = { "tree.filter.default": "default", "tree.filter.noTools": "no-tools", "tree.filter.userOnly": "user-only", "tree.filter.labeledOnly": "labeled-only", "tree.filter.all": "all" };
    const filter = Object.keys(mode).find(does);
    if (keys.matches(data, "tui.select.up")) this.#select(count ? (this.#selected + count - 1) % count : 0);
    else if (keys.matches(data, "tui.select.down")) this.#select(count ? (this.#selected + 1) % count : 0);
    else if (does("tree.foldOrUp")) this.#fold(true);
    else if (does("tree.unfoldOrDown")) this.#fold(false);
    else if (page !== undefined) this.#select(page);
    else if (keys.matches(data, "tui.editor.cursorLeft")) this.#select(this.#selected - this.#room);
    else if (keys.matches(data, "tui.editor.cursorRight")) this.#select(this.#selected + this.#room);
    else if (keys.matches(data, "tui.select.confirm")) {
      if (node) this.onSelect?.(node.entry.id);
    } else if (keys.matches(data, "tui.select.cancel")) {
      if (!this.#query) return this.onCancel?.();
      this.#query = "";
      this.#filter();
    } else if (does("tree.filter.cycleForward")) this.#filterBy(MODES[(MODES.indexOf(this.#mode) + 1) % MODES.length]);
    else if (does("tree.filter.cycleBackward")) this.#filterBy(MODES[(MODES.indexOf(this.#mode) + MODES.length - 1) % MODES.length]);
    // A second time leads back to the usual.
    else if (filter) this.#filterBy(this.#mode === mode[filter] ? "default" : mode[filter]);
    else if (does("message.copy")) this.copySelected();
    else if (does("tree.editLabel")) {
      if (node) this.onLabelEdit?.(node.entry.id, node.label);
    } else if (does("tree.toggleLabelTimestamp")) this.#times = !this.#times;
    else if (keys.matches(data, "tui.editor.deleteCharBackward")) {
      this.#query = this.#query.slice(0, -1);
      this.#filter();
    } else {
      const typed = decodePrintableKey(data) ?? (/^[^\u0000-\u001f\u007f]+$/.test(data) ? data : "");
      if (!typed) return;
      this.#query += typed;
      this.#filter();
    }
  }
}

export class TreeSelectorComponent extends Container {
  #list;
  #search = new Text("", 0, 0);
  #place = new Container();
  #label;
  #onLabel;
  #focused = false;
  onCopy;

  constructor(tree, currentLeafId, terminalHeight, onSelect, onCancel, onLabelChange = undefined, initialSelectedId = undefined, initialFilterMode = undefined) {
    super();
    this.#onLabel = onLabelChange;
    this.#list = new TreeList(tree, currentLeafId, Math.max(5, Math.floor(terminalHeight / 2)), initialSelectedId, initialFilterMode);
    this.#list.onSelect = onSelect;
    this.#list.onCancel = onCancel;
    this.#list.onCopy = (text) => this.onCopy?.(text);
    this.#list.onLabelEdit = (id, label) => this.#ask(id, label);
    const key = (action, words) => `${keyText(action)} ${words}`;
    const help = ["↑/↓ moves", "←/→ a page", key("app.tree.foldOrUp", "folds"), key("app.message.copy", "copies"), key("app.tree.editLabel", "labels"), key("app.tree.filter.cycleForward", "filters")];
    const theme = themeNow();
    const parts = [
      new Spacer(1), new DynamicBorder(), new Text(theme.bold("The tree of the session"), 2, 0), new Text(theme.fg("dim", help.join(" · ")), 2, 0), this.#search, new DynamicBorder(),
      new Spacer(1), this.#place, new Spacer(1), new DynamicBorder(),
    ];
    parts.forEach((part) => this.addChild(part));
    this.#show();
  }
  get capturesViewportInput() {
    return this.#list.capturesViewportInput;
  }
  get focused() {
    return this.#focused;
  }
  set focused(value) {
    this.#focused = value;
    if (this.#label) this.#label.input.focused = value;
  }
  getTreeList() {
    return this.#list;
  }
  #show() {
    const theme = themeNow();
    const query = this.#list.getSearchQuery();
    this.#search.setText(`  ${theme.fg("muted", "Type to search:")}${query ? ` ${theme.fg("accent", query)}` : ""}`);
    this.#place.clear();
    if (!this.#label) return this.#place.addChild(this.#list);
    this.#place.addChild(new Text(theme.fg("muted", "Its label; without one it has none"), 2, 0));
    this.#place.addChild(this.#label.input);
  }
  #ask(id, label) {
    if (!this.#onLabel) return;
    const input = new Input();
    input.focused = this.#focused;
    if (label) input.setValue(label);
    this.#label = { id, input };
    this.#show();
  }
  #labeled(input) {
    const { id } = this.#label;
    this.#label = undefined;
    if (input === undefined) return;
    const label = input.trim() || undefined;
    this.#list.updateNodeLabel(id, label);
    this.#onLabel(id, label);
  }
  handleInput(data) {
    const keys = getKeybindings();
    if (!this.#label) this.#list.handleInput(data);
    else if (keys.matches(data, "tui.select.confirm")) this.#labeled(this.#label.input.getValue());
    else if (keys.matches(data, "tui.select.cancel")) this.#labeled(undefined);
    else this.#label.input.handleInput(data);
    this.#show();
  }
}
