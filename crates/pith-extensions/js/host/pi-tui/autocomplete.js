// Completions for slash commands and paths together.

import { readdirSync, statSync } from "../../node/fs/sync.js";
import { homedir } from "../../node/os.js";
import * as path from "../../node/path.js";
import { fuzzyFilter } from "./fuzzy.js";

const MOST = 20;

/** The word before the cursor that may be a path, with its quote. */
function pathPrefix(before, force) {
  const at = /(?:^|\s)(@"[^"]*|@\S*)$/.exec(before)?.[1];
  if (at !== undefined) return at;
  const word = /(?:^|[\s"'=])("[^"]*|[^\s"'=]*)$/.exec(before)?.[1] ?? "";
  return force || /^(\.{0,2}\/|~\/)/.test(word) ? word : undefined;
}

export class CombinedAutocompleteProvider {
  #commands;
  #base;

  constructor(commands = [], basePath, _fdPath) {
    this.#commands = commands;
    this.#base = basePath;
  }

  async getSuggestions(lines, cursorLine, cursorCol, { signal, force = false }) {
    const before = (lines[cursorLine] ?? "").slice(0, cursorCol);
    if (!force && cursorLine === 0 && before.startsWith("/")) {
      const space = before.indexOf(" ");
      return space < 0 ? this.#names(before) : this.#arguments(before.slice(1, space), before.slice(space + 1));
    }
    const prefix = pathPrefix(before, force);
    if (prefix === undefined || signal?.aborted) return null;
    const items = this.#paths(prefix);
    return items.length ? { items, prefix } : null;
  }

  #names(prefix) {
    const all = this.#commands.map((command) => ({ name: command.name ?? command.value, command }));
    const found = fuzzyFilter(all, prefix.slice(1), ({ name }) => name);
    const words = ({ argumentHint, description }) => [argumentHint, description].filter(Boolean).join(" — ") || undefined;
    const items = found.map(({ name, command }) => ({ value: name, label: name, description: words(command) }));
    return items.length ? { items, prefix } : null;
  }
  async #arguments(name, prefix) {
    const command = this.#commands.find((one) => (one.name ?? one.value) === name);
    const items = await command?.getArgumentCompletions?.(prefix);
    return items?.length ? { items, prefix } : null;
  }

  #paths(prefix) {
    const at = prefix.startsWith("@");
    const raw = prefix.replace(/^@/, "").replace(/^"/, "");
    const expanded = raw.startsWith("~/") ? path.join(homedir(), raw.slice(2)) + (raw.endsWith("/") ? "/" : "") : raw;
    const shownFolder = raw.slice(0, raw.lastIndexOf("/") + 1);
    const folder = path.resolve(this.#base, expanded.slice(0, expanded.lastIndexOf("/") + 1) || ".");
    const wanted = expanded.slice(expanded.lastIndexOf("/") + 1).toLowerCase();
    let entries;
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch {
      // A folder that cannot be read has no completions.
      return [];
    }
    const isFolder = (entry) => entry.isDirectory() || (entry.isSymbolicLink() && statSync(path.join(folder, entry.name), { throwIfNoEntry: false })?.isDirectory());
    return entries
      .filter((entry) => entry.name.toLowerCase().startsWith(wanted) && entry.name !== ".git")
      .map((entry) => ({ name: entry.name, folder: Boolean(isFolder(entry)) }))
      .sort((a, b) => Number(b.folder) - Number(a.folder) || a.name.localeCompare(b.name))
      .slice(0, MOST)
      .map((entry) => {
        const text = `${shownFolder}${entry.name}${entry.folder ? "/" : ""}`;
        const quoted = /\s/.test(text) || prefix.includes('"') ? `"${text}"` : text;
        return { value: `${at ? "@" : ""}${quoted}`, label: `${entry.name}${entry.folder ? "/" : ""}`, description: at ? text : undefined };
      });
  }

  applyCompletion(lines, cursorLine, cursorCol, item, prefix) {
    const line = lines[cursorLine] ?? "";
    const before = line.slice(0, cursorCol - prefix.length);
    const after = line.slice(cursorCol);
    const command = prefix.startsWith("/") && before.trim() === "" && cursorLine === 0 && !prefix.slice(1).includes("/");
    const folder = /\/"?$/.test(item.value);
    const text = command ? `/${item.value} ` : prefix.startsWith("@") && !folder ? `${item.value} ` : item.value;
    const closed = folder && text.endsWith('"') ? 1 : 0;
    const out = [...lines];
    out[cursorLine] = before + text + (text.endsWith('"') && after.startsWith('"') ? after.slice(1) : after);
    return { lines: out, cursorLine, cursorCol: before.length + text.length - closed };
  }

  shouldTriggerFileCompletion(lines, cursorLine, cursorCol) {
    const before = (lines[cursorLine] ?? "").slice(0, cursorCol);
    return !(cursorLine === 0 && /^\s*\/\S*$/.test(before));
  }
}
