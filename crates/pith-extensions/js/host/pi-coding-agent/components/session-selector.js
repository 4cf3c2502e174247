// One of the sessions: of this folder or of all, by name or words; renamed and deleted where they are listed.

import { unlinkSync } from "../../../node/fs/sync.js";
import { homedir } from "../../../node/os.js";
import { truncateToWidth, visibleWidth } from "../../pi-tui/columns.js";
import { Container } from "../../pi-tui/components/container.js";
import { Input } from "../../pi-tui/components/input.js";
import { visibleRange } from "../../pi-tui/components/select-list.js";
import { Spacer } from "../../pi-tui/components/small.js";
import { Text } from "../../pi-tui/components/text.js";
import { fuzzyFilter } from "../../pi-tui/fuzzy.js";
import { getKeybindings, getSelectPageIndex } from "../../pi-tui/keybindings.js";
import { appKeybindings } from "../app-keys.js";
import { keyText } from "../keys.js";
import { themeNow } from "../theme-now.js";
import { DynamicBorder } from "./frames.js";

const ROOM = 10;
const SORTS = ["threaded", "recent", "relevance"];

function age(date) {
  const minutes = Math.max(0, Math.floor((Date.now() - date.getTime()) / 60000));
  if (minutes < 60) return minutes < 1 ? "now" : `${minutes}m`;
  if (minutes < 60 * 24) return `${Math.floor(minutes / 60)}h`;
  return `${Math.floor(minutes / 60 / 24)}d`;
}
const home = (folder) => (folder.startsWith(homedir()) ? `~${folder.slice(homedir().length)}` : folder);
const wordsOf = (one) => `${one.name ?? ""} ${one.firstMessage} ${one.allMessagesText ?? ""} ${one.id} ${one.cwd}`;

/** What a search means: `re:` a pattern, in quotes the words as they stand, else something like it. */
function searched(sessions, query) {
  const text = query.trim();
  if (text.startsWith("re:")) {
    try {
      const pattern = new RegExp(text.slice(3), "i");
      return sessions.filter((one) => pattern.test(wordsOf(one)));
    } catch {
      return [];
    }
  }
  const phrase = /^"([^"]+)"?$/.exec(text)?.[1].toLowerCase();
  if (phrase) return sessions.filter((one) => wordsOf(one).toLowerCase().includes(phrase));
  return text ? fuzzyFilter(sessions, text, wordsOf) : sessions;
}

/** Sessions behind those that they were forked from, with how deep each is; the newest family first. */
function threaded(sessions) {
  const known = new Map(sessions.map((one) => [one.path, one]));
  const children = new Map();
  const roots = [];
  for (const one of sessions) {
    if (one.parentSessionPath && known.has(one.parentSessionPath) && one.parentSessionPath !== one.path) {
      children.set(one.parentSessionPath, [...(children.get(one.parentSessionPath) ?? []), one]);
    } else roots.push(one);
  }
  const rows = [];
  const add = (one, depth) => {
    if (rows.length > sessions.length) return;
    rows.push({ session: one, depth });
    for (const child of children.get(one.path) ?? []) add(child, depth + 1);
  };
  for (const root of roots) add(root, 0);
  return rows;
}

class SessionList {
  onSelect;
  onCancel;
  onExit = () => {};
  onToggleScope;
  onToggleSort;
  onToggleNameFilter;
  onTogglePath;
  onDeleteConfirmationChange;
  onDeleteSession;
  onRenameSession;
  onError;
  #sessions;
  #rows = [];
  #selected = 0;
  #input = new Input();
  #showCwd;
  #sort;
  #named;
  #keys;
  #showPath = false;
  #deleting = null;
  #current;

  constructor(sessions, showCwd, sortMode, nameFilter, keybindings, currentSessionFilePath) {
    this.#sessions = sessions;
    this.#showCwd = showCwd;
    this.#sort = sortMode;
    this.#named = nameFilter;
    this.#keys = keybindings;
    this.#current = currentSessionFilePath;
    this.#filter();
  }
  get focused() {
    return this.#input.focused;
  }
  set focused(value) {
    this.#input.focused = value;
  }
  getSelectedSessionPath() {
    return this.#rows[this.#selected]?.session.path;
  }
  setSortMode(sortMode) {
    this.#sort = sortMode;
    this.#filter();
  }
  setNameFilter(nameFilter) {
    this.#named = nameFilter;
    this.#filter();
  }
  setSessions(sessions, showCwd) {
    this.#sessions = sessions;
    this.#showCwd = showCwd;
    this.#filter();
  }
  invalidate() {}

  /** The selection stays with its session. */
  #filter() {
    const before = this.getSelectedSessionPath();
    const query = this.#input.getValue();
    const among = this.#named === "named" ? this.#sessions.filter((one) => one.name) : this.#sessions;
    const found = searched(among, query);
    const recent = [...found].sort((one, other) => other.modified - one.modified);
    if (this.#sort === "threaded" && !query.trim()) this.#rows = threaded(recent);
    else this.#rows = (this.#sort === "recent" ? recent : found).map((session) => ({ session, depth: 0 }));
    this.#selected = Math.max(0, this.#rows.findIndex(({ session }) => session.path === before));
  }
  #ask(path) {
    this.#deleting = path;
    this.onDeleteConfirmationChange?.(path);
  }

  render(width) {
    const theme = themeNow();
    const lines = [...this.#input.render(width), ""];
    if (this.#rows.length === 0) return [...lines, theme.fg("muted", truncateToWidth("  No sessions", width))];
    const [start, end] = visibleRange(this.#selected, this.#rows.length, ROOM);
    this.#rows.slice(start, end).forEach((row, i) => lines.push(this.#row(row, start + i === this.#selected, width, theme)));
    if (end - start < this.#rows.length) lines.push(theme.fg("muted", `  (${this.#selected + 1}/${this.#rows.length})`));
    return lines;
  }
  #row({ session, depth }, isSelected, width, theme) {
    const shownPath = this.#showPath ? home(session.path) : this.#showCwd ? home(session.cwd) : "";
    const right = [shownPath, session.messageCount, age(session.modified)].filter((part) => part !== "").join(" ");
    const indent = depth > 0 ? `${"  ".repeat(depth - 1)}└─ ` : "";
    const title = (session.name || session.firstMessage || session.id).replace(/\s+/g, " ");
    const room = Math.max(1, width - 2 - visibleWidth(indent) - visibleWidth(right) - 2);
    const cut = truncateToWidth(title, room);
    const gap = " ".repeat(Math.max(1, width - 2 - visibleWidth(indent) - visibleWidth(cut) - visibleWidth(right)));
    const color = this.#deleting === session.path ? "error" : session.path === this.#current ? "accent" : session.name ? "warning" : undefined;
    const words = color ? theme.fg(color, cut) : cut;
    const line = `${isSelected ? theme.fg("accent", "› ") : "  "}${theme.fg("dim", indent)}${isSelected ? theme.bold(words) : words}${gap}${theme.fg("dim", right)}`;
    return isSelected ? theme.bg("selectedBg", line) : line;
  }

  async #remove(path) {
    this.#ask(null);
    try {
      await (this.onDeleteSession ?? (async (file) => unlinkSync(file)))(path);
      this.#sessions = this.#sessions.filter((one) => one.path !== path);
      this.#filter();
    } catch (error) {
      this.onError?.(`The session could not be deleted: ${error?.message ?? error}`);
    }
  }
  handleInput(data) {
    const keys = getKeybindings();
    const does = (action) => this.#keys.matches(data, action);
    const path = this.getSelectedSessionPath();
    if (this.#deleting) {
      if (keys.matches(data, "tui.select.confirm")) void this.#remove(this.#deleting);
      else if (keys.matches(data, "tui.select.cancel")) this.#ask(null);
      return;
    }
    const last = Math.max(0, this.#rows.length - 1);
    const page = getSelectPageIndex(keys, data, this.#selected, this.#rows.length, ROOM);
    if (keys.matches(data, "tui.input.tab")) this.onToggleScope?.();
    else if (does("app.session.toggleSort")) this.onToggleSort?.();
    else if (does("app.session.toggleNamedFilter")) this.onToggleNameFilter?.();
    else if (does("app.session.togglePath")) {
      this.#showPath = !this.#showPath;
      this.onTogglePath?.(this.#showPath);
    } else if (does("app.session.delete") || (does("app.session.deleteNoninvasive") && !this.#input.getValue())) {
      if (path === this.#current) this.onError?.("The session that is open stays");
      else if (path) this.#ask(path);
    } else if (does("app.session.rename")) {
      if (path) this.onRenameSession?.(path);
    } else if (keys.matches(data, "tui.select.up")) this.#selected = Math.max(0, this.#selected - 1);
    else if (keys.matches(data, "tui.select.down")) this.#selected = Math.min(last, this.#selected + 1);
    else if (page !== undefined) this.#selected = page;
    else if (keys.matches(data, "tui.select.confirm")) {
      if (path) this.onSelect?.(path);
    } else if (keys.matches(data, "tui.select.cancel")) this.onCancel?.();
    else {
      this.#input.handleInput(data);
      this.#filter();
    }
  }
}

export class SessionSelectorComponent extends Container {
  #list;
  #loaders;
  #loaded = {};
  #scope = "current";
  #sort = "threaded";
  #named = "all";
  #render;
  #rename;
  #renaming = null;
  #said = "";
  #stop = new AbortController();
  #head = new Text("", 0, 0);

  constructor(currentSessionsLoader, allSessionsLoader, onSelect, onCancel, onExit, requestRender, options = {}, currentSessionFilePath = undefined) {
    super();
    this.#loaders = { current: currentSessionsLoader, all: allSessionsLoader };
    this.#render = requestRender;
    this.#rename = options.renameSession;
    const list = new SessionList([], false, this.#sort, this.#named, options.keybindings ?? appKeybindings(), currentSessionFilePath);
    this.#list = list;
    const ending = (tell) => (...args) => {
      this.#stop.abort();
      tell(...args);
    };
    list.onSelect = ending(onSelect);
    list.onCancel = ending(onCancel);
    list.onExit = ending(onExit);
    list.onToggleScope = () => void this.#load(this.#scope === "current" ? "all" : "current");
    list.onToggleSort = () => this.#change(() => list.setSortMode((this.#sort = SORTS[(SORTS.indexOf(this.#sort) + 1) % SORTS.length])));
    list.onToggleNameFilter = () => this.#change(() => list.setNameFilter((this.#named = this.#named === "all" ? "named" : "all")));
    list.onDeleteConfirmationChange = (path) => this.#change(() => (this.#said = path ? `${keyText("tui.select.confirm")} deletes it, ${keyText("tui.select.cancel")} does not` : ""));
    list.onError = (message) => this.#change(() => (this.#said = message));
    list.onRenameSession = this.#rename ? (path) => this.#begin(path) : undefined;
    this.#build();
    void this.#load("current");
  }
  get capturesViewportInput() {
    return true;
  }
  get focused() {
    return this.#list.focused;
  }
  set focused(value) {
    this.#list.focused = value;
    if (this.#renaming) this.#renaming.input.focused = value;
  }
  getSessionList() {
    return this.#list;
  }
  dispose() {
    this.#stop.abort();
  }

  async #load(scope) {
    this.#scope = scope;
    const show = (sessions) => this.#change(() => this.#list.setSessions(sessions, scope === "all"));
    if (this.#loaded[scope]) show(this.#loaded[scope]);
    else this.#change(() => (this.#said = "Looking for sessions…"));
    try {
      const sessions = await this.#loaders[scope]((_loaded, _total, partial) => partial && this.#scope === scope && show([...partial]), this.#stop.signal);
      this.#loaded[scope] = sessions;
      if (this.#stop.signal.aborted || this.#scope !== scope) return;
      this.#said = "";
      show(sessions);
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#change(() => (this.#said = `The sessions could not be read: ${error?.message ?? error}`));
    }
  }
  #change(change) {
    change();
    this.#name();
    this.#render();
  }
  #name() {
    const theme = themeNow();
    const mark = (scope, words) => (this.#scope === scope ? theme.fg("accent", `◉ ${words}`) : theme.fg("muted", `○ ${words}`));
    const facts = theme.fg("muted", `Sort: ${this.#sort} · Names: ${this.#named}`);
    const key = (action, words) => `${keyText(action)} ${words}`;
    const help = [key("tui.input.tab", "folder or all"), key("app.session.toggleSort", "sort"), key("app.session.toggleNamedFilter", "named"), key("app.session.togglePath", "path"), key("app.session.delete", "delete"), ...(this.#rename ? [key("app.session.rename", "rename")] : [])];
    const lines = [`${theme.bold("Resume a session")}  ${mark("current", "this folder")} ${mark("all", "all")}  ${facts}`, theme.fg("dim", help.join(" · "))];
    if (this.#said) lines.push(theme.fg("warning", this.#said));
    this.#head.setText(lines.join("\n"));
  }
  #build() {
    this.clear();
    this.#name();
    const parts = [new DynamicBorder(), new Spacer(1), this.#head, new Spacer(1), this.#renaming?.input ?? this.#list, new Spacer(1), new DynamicBorder()];
    parts.forEach((part) => this.addChild(part));
  }
  #begin(path) {
    const input = new Input();
    input.focused = this.focused;
    const known = Object.values(this.#loaded).flat().find((one) => one.path === path);
    if (known?.name) input.setValue(known.name);
    this.#renaming = { path, input };
    this.#said = "Its name; Enter keeps it";
    this.#build();
    this.#render();
  }
  async #end(name) {
    const { path } = this.#renaming;
    this.#renaming = null;
    this.#said = "";
    this.#build();
    if (!name) return this.#render();
    try {
      await this.#rename(path, name);
      this.#loaded = {};
      await this.#load(this.#scope);
    } catch (error) {
      this.#change(() => (this.#said = `It could not be renamed: ${error?.message ?? error}`));
    }
  }
  handleInput(data) {
    if (!this.#renaming) return this.#list.handleInput(data);
    const keys = getKeybindings();
    if (keys.matches(data, "tui.select.confirm")) void this.#end(this.#renaming.input.getValue().trim());
    else if (keys.matches(data, "tui.select.cancel")) void this.#end("");
    else this.#renaming.input.handleInput(data);
  }
}
