// A session of an extension's own: a tree of entries in memory, or in a file that is appended to.

import { later } from "../../../api/bridge.js";
import { randomBytes } from "../../../node/crypto/random.js";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "../../../node/fs/sync.js";
import * as path from "../../../node/path.js";
import { uuidv7 } from "../../pi-ai/values.js";
import { getAgentDir } from "../paths.js";
import { CURRENT_SESSION_VERSION, parseSessionEntries } from "../sessions.js";
import { migrateSessionEntries } from "../session/migrate.js";
import { branchOf, buildContextEntries, buildSessionContext, buildSessionProjection } from "./session-context.js";

const folderOf = (cwd) => path.join(getAgentDir(), "sessions", `--${cwd.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`);

/** The files of a folder that are sessions. */
function sessionsIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => name.endsWith(".jsonl")).flatMap((name) => {
    const file = path.join(folder, name);
    const [header] = parseSessionEntries(readFileSync(file, "utf8").split("\n", 1)[0]);
    return header?.type === "session" ? [{ file, header, modified: statSync(file).mtimeMs }] : [];
  });
}

/** As extensions are told of sessions. */
function found(list, onProgress) {
  const sessions = list.map((one) => ({ ...one, created: new Date(one.created), modified: new Date(one.modified), allMessagesText: one.firstMessage }));
  onProgress?.(sessions.length, sessions.length);
  return sessions;
}

export class SessionManager {
  #header;
  #entries = [];
  #leaf = null;
  #file;
  #folder;
  #cwd;
  #written = false;

  constructor(cwd, folder, file) {
    this.#cwd = cwd;
    this.#folder = folder;
    const timestamp = new Date().toISOString();
    this.#header = { type: "session", version: CURRENT_SESSION_VERSION, id: uuidv7(), timestamp, cwd };
    if (folder) this.#file = file ?? path.join(folder, `${timestamp.replace(/[:.]/g, "-")}_${this.#header.id}.jsonl`);
    if (file && existsSync(file)) {
      const [header, ...entries] = parseSessionEntries(readFileSync(file, "utf8"));
      if (header?.type !== "session") throw new Error(`\`${file}\` is no session`);
      this.#header = header;
      migrateSessionEntries([header, ...entries]);
      this.#entries = entries;
      this.#leaf = entries.at(-1)?.id ?? null;
      this.#cwd = header.cwd ?? cwd;
      this.#written = true;
    }
  }
  static inMemory(cwd = globalThis.process.cwd()) {
    return new SessionManager(cwd);
  }
  static create(cwd, folder = folderOf(cwd)) {
    return new SessionManager(cwd, folder);
  }
  static open(file, folder = path.dirname(file), cwd = globalThis.process.cwd()) {
    return new SessionManager(cwd, folder, file);
  }

  /** The newest session that works in a folder, or a new one. */
  static continueRecent(cwd, folder = folderOf(cwd)) {
    const newest = sessionsIn(folder).filter(({ header }) => header.cwd === cwd).sort((one, other) => other.modified - one.modified)[0];
    return newest ? SessionManager.open(newest.file, folder, cwd) : new SessionManager(cwd, folder);
  }
  /** A session of its own with the entries of another file. */
  static forkFrom(source, cwd, folder = folderOf(cwd)) {
    const [header, ...entries] = parseSessionEntries(readFileSync(source, "utf8"));
    if (header?.type !== "session") throw new Error(`\`${source}\` is no session`);
    migrateSessionEntries([header, ...entries]);
    const made = new SessionManager(cwd, folder);
    made.#take(entries, source);
    return made;
  }
  /** What sessions there are, the newest first. */
  static async list(cwd, folder = folderOf(cwd), onProgress = undefined) {
    return found(await later("sessions.list", { folder, cwd }), onProgress);
  }
  static async listAll(given = undefined, progress = undefined) {
    const [folder, onProgress] = typeof given === "function" ? [undefined, given] : [given, progress];
    return found(await later("sessions.list", { folder: folder ?? path.join(getAgentDir(), "sessions"), below: folder === undefined }), onProgress);
  }
  #take(entries, parentSession) {
    this.#header = { ...this.#header, parentSession };
    this.#entries = entries;
    this.#leaf = entries.at(-1)?.id ?? null;
    if (!this.#file) return;
    this.#writeAll();
  }
  /** Entries of another session, as they are. */
  takeBranch(entries) {
    this.#entries = entries.map((entry) => structuredClone(entry));
    this.#leaf = entries.at(-1)?.id ?? null;
  }
  #writeAll() {
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, `${[this.#header, ...this.#entries].map((one) => JSON.stringify(one)).join("\n")}\n`, { flag: "wx", mode: 0o600 });
    this.#written = true;
  }
  /** Begins anew, in a file of its own. */
  newSession({ id = uuidv7(), parentSession } = {}) {
    const timestamp = new Date().toISOString();
    this.#header = { type: "session", version: CURRENT_SESSION_VERSION, id, timestamp, cwd: this.#cwd, ...(parentSession ? { parentSession } : {}) };
    this.#entries = [];
    this.#leaf = null;
    this.#written = false;
    if (this.#folder) this.#file = path.join(this.#folder, `${timestamp.replace(/[:.]/g, "-")}_${id}.jsonl`);
    return this.#file;
  }
  /** Goes on in another file. */
  setSessionFile(file) {
    const other = new SessionManager(this.#cwd, path.dirname(file), file);
    this.#header = other.#header;
    this.#entries = other.#entries;
    this.#leaf = other.#leaf;
    this.#written = other.#written;
    this.#file = file;
  }

  getCwd() {
    return this.#cwd;
  }
  getSessionDir() {
    return this.#folder ?? "";
  }
  getSessionId() {
    return this.#header.id;
  }
  getSessionFile() {
    return this.#file;
  }
  getHeader() {
    return this.#header;
  }
  getEntries() {
    return [...this.#entries];
  }
  getEntry(id) {
    return this.#entries.find((entry) => entry.id === id);
  }
  getLeafId() {
    return this.#leaf;
  }
  getLeafEntry() {
    return this.#leaf === null ? undefined : this.getEntry(this.#leaf);
  }
  getBranch(from = this.#leaf) {
    return from === null ? [] : branchOf(this.#entries, from);
  }
  getEntryCount() {
    return this.#entries.length;
  }
  getChildren(id) {
    return this.#entries.filter((entry) => entry.parentId === id);
  }
  /** Every entry with those that follow it; entries whose parent is lost begin trees. */
  getTree() {
    const nodes = new Map(this.#entries.map((entry) => [entry.id, { entry, children: [], label: this.getLabel(entry.id) }]));
    const roots = [];
    for (const node of nodes.values()) (nodes.get(node.entry.parentId)?.children ?? roots).push(node);
    return roots;
  }
  getLabel(id) {
    return this.#entries.findLast((entry) => entry.type === "label" && entry.targetId === id)?.label;
  }
  getSessionName() {
    return this.#entries.findLast((entry) => entry.type === "session_info")?.name;
  }
  buildSessionProjection() {
    return buildSessionProjection(this.#entries, this.#leaf);
  }
  isPersisted() {
    return this.#file !== undefined;
  }
  buildContextEntries() {
    return this.#leaf === null ? [] : buildContextEntries(this.#entries, this.#leaf);
  }
  buildSessionContext() {
    return this.#leaf === null ? { messages: [], thinkingLevel: "off", model: null } : buildSessionContext(this.#entries, this.#leaf);
  }

  #append(type, fields) {
    const entry = { type, id: randomBytes(4).toString("hex"), parentId: this.#leaf, timestamp: new Date().toISOString(), ...fields };
    this.#entries.push(entry);
    this.#leaf = entry.id;
    this.#save(entry);
    return entry.id;
  }
  /** Nothing is written before somebody has said something. */
  #save(entry) {
    if (!this.#file) return;
    if (this.#written) {
      appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
      return;
    }
    if (!this.#entries.some((one) => one.type === "message" && (one.message.role === "user" || one.message.role === "assistant"))) return;
    this.#writeAll();
  }

  appendCompaction(summary, firstKeptEntryId, tokensBefore, details, fromHook, usage) {
    return this.#append("compaction", { summary, firstKeptEntryId, tokensBefore, details, fromHook, usage });
  }
  /** Goes on from another entry, with a summary of the branch that is left. */
  branchWithSummary(id, summary, details, fromHook, usage) {
    if (id !== null && !this.getEntry(id)) throw new Error(`there is no entry \`${id}\``);
    this.#leaf = id;
    return this.#append("branch_summary", { fromId: id ?? "root", summary, details, fromHook, usage });
  }
  appendMessage(message) {
    return this.#append("message", { message });
  }
  appendModelChange(provider, modelId) {
    return this.#append("model_change", { provider, modelId });
  }
  appendThinkingLevelChange(thinkingLevel) {
    return this.#append("thinking_level_change", { thinkingLevel });
  }
  appendCustomEntry(customType, data) {
    return this.#append("custom", { customType, ...(data === undefined ? {} : { data }) });
  }
  appendCustomMessageEntry(customType, content, display, details) {
    return this.#append("custom_message", { customType, content, display, ...(details === undefined ? {} : { details }) });
  }
  /** Tokens that no message stands for, such as those of a request that kept a cache warm. */
  appendUsage(kind, provider, model, usage, note) {
    return this.#append("usage", { kind, provider, model, usage, ...(note ? { note } : {}) });
  }
  /** From now on an entry of the branch is sent with other content, or not at all (`null`); the file keeps what it was. */
  appendContextEdit(targetId, replacement) {
    const content = replacement?.content;
    if (replacement !== null && typeof content !== "string" && !Array.isArray(content)) throw new Error("an edit is `null`, or has `content` that is a text or a list");
    if (!this.getEntry(targetId)) throw new Error(`there is no entry \`${targetId}\``);
    if (!this.getBranch().some((entry) => entry.id === targetId)) throw new Error(`the entry \`${targetId}\` is not on this branch`);
    return this.#append("context_edit", { targetId, replacement: replacement && { content } });
  }
  /** Whether its files lie where sessions of the folder always do. */
  usesDefaultSessionDir() {
    return this.#folder === folderOf(this.#cwd);
  }
  appendSessionInfo(name) {
    return this.#append("session_info", { name });
  }
  appendLabelChange(targetId, label) {
    return this.#append("label", { targetId, ...(label ? { label } : {}) });
  }
  branch(id) {
    if (!this.getEntry(id)) throw new Error(`there is no entry \`${id}\``);
    this.#leaf = id;
  }
  resetLeaf() {
    this.#leaf = null;
  }

  /** A file of its own with the entries up to a leaf; this object goes on there. */
  createBranchedSession(leafId) {
    const entries = branchOf(this.#entries, leafId);
    if (entries.length === 0) throw new Error(`there is no entry \`${leafId}\``);
    const parentSession = this.#file;
    const timestamp = new Date().toISOString();
    this.#header = { ...this.#header, id: uuidv7(), timestamp, ...(parentSession ? { parentSession } : {}) };
    this.#entries = entries;
    this.#leaf = leafId;
    if (!this.#folder) return undefined;
    this.#file = path.join(this.#folder, `${timestamp.replace(/[:.]/g, "-")}_${this.#header.id}.jsonl`);
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(this.#file, `${[this.#header, ...entries].map((one) => JSON.stringify(one)).join("\n")}\n`, { flag: "wx", mode: 0o600 });
    this.#written = true;
    return this.#file;
  }
}
