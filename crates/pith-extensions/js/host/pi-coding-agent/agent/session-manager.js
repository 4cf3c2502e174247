// A session of an extension's own: a tree of entries in memory, or in a file that is appended to.

import { randomBytes } from "../../../node/crypto/random.js";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "../../../node/fs/sync.js";
import * as path from "../../../node/path.js";
import { uuidv7 } from "../../pi-ai/values.js";
import { getAgentDir } from "../paths.js";
import { CURRENT_SESSION_VERSION, parseSessionEntries } from "../sessions.js";
import { branchOf, buildContextEntries, buildSessionContext } from "./session-context.js";

const folderOf = (cwd) => path.join(getAgentDir(), "sessions", `--${cwd.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-")}--`);

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
  getLabel(id) {
    return this.#entries.findLast((entry) => entry.type === "label" && entry.targetId === id)?.label;
  }
  getSessionName() {
    return this.#entries.findLast((entry) => entry.type === "session_info")?.name;
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
    mkdirSync(path.dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, `${[this.#header, ...this.#entries].map((one) => JSON.stringify(one)).join("\n")}\n`, { flag: "wx", mode: 0o600 });
    this.#written = true;
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
