// An agent inside an extension whose session can be replaced: by a new one, another one, or a fork.

import { copyFileSync, existsSync, mkdirSync } from "../../../node/fs/sync.js";
import * as path from "../../../node/path.js";
import { contentText } from "../../pi-ai/transcript.js";
import { SessionManager } from "./session-manager.js";

export class AgentSessionRuntime {
  #session;
  #services;
  #create;
  #diagnostics;
  #fallback;
  #rebind;
  #before;
  #reported = new Set();

  constructor(session, services, createRuntime, diagnostics = [], modelFallbackMessage = undefined) {
    this.#session = session;
    this.#services = services;
    this.#create = createRuntime;
    this.#diagnostics = diagnostics;
    this.#fallback = modelFallbackMessage;
  }
  get session() {
    return this.#session;
  }
  get services() {
    return this.#services;
  }
  get cwd() {
    return this.#services.cwd;
  }
  get diagnostics() {
    return this.#diagnostics;
  }
  get modelFallbackMessage() {
    return this.#fallback;
  }
  takeUnreportedDiagnostics() {
    const keyOf = ({ type, message }) => `${type} ${message}`;
    const fresh = this.#diagnostics.filter((one) => !this.#reported.has(keyOf(one)));
    for (const one of fresh) this.#reported.add(keyOf(one));
    return fresh;
  }
  setRebindSession(rebindSession) {
    this.#rebind = rebindSession;
  }
  setBeforeSessionInvalidate(beforeSessionInvalidate) {
    this.#before = beforeSessionInvalidate;
  }

  async #mayGo(event) {
    return (await this.#session.extensionRunner.emit(event))?.cancel !== true;
  }
  async #end(reason, targetSessionFile) {
    await this.#session.abort();
    await this.#session.extensionRunner.emit({ type: "session_shutdown", reason, targetSessionFile });
    this.#before?.();
    this.#session.dispose();
  }
  /** Ends the session, and goes on with that of a manager. */
  async #replace(reason, sessionManager, { cwd = this.cwd, setup, withSession, projectTrustContext } = {}) {
    const previousSessionFile = this.#session.sessionFile;
    await this.#end(reason, sessionManager.getSessionFile());
    if (setup) await setup(sessionManager);
    const sessionStartEvent = { type: "session_start", reason, previousSessionFile };
    const made = await this.#create({ cwd, agentDir: this.#services.agentDir, sessionManager, sessionStartEvent, projectTrustContext });
    this.#session = made.session;
    this.#services = made.services;
    this.#diagnostics = made.diagnostics ?? [];
    this.#fallback = made.modelFallbackMessage;
    await this.#rebind?.(this.#session);
    if (withSession) await withSession(this.#session.extensionRunner.createContext());
    return { cancelled: false };
  }

  async newSession({ parentSession, setup, withSession } = {}) {
    if (!(await this.#mayGo({ type: "session_before_switch", reason: "new" }))) return { cancelled: true };
    const old = this.#session.sessionManager;
    const manager = old.isPersisted() ? SessionManager.create(this.cwd, old.getSessionDir()) : SessionManager.inMemory(this.cwd);
    if (parentSession) manager.newSession({ parentSession });
    return this.#replace("new", manager, { setup, withSession });
  }
  async switchSession(sessionPath, { cwdOverride, withSession, projectTrustContextFactory } = {}) {
    if (!(await this.#mayGo({ type: "session_before_switch", reason: "resume", targetSessionFile: sessionPath }))) return { cancelled: true };
    const manager = SessionManager.open(sessionPath, undefined, cwdOverride ?? this.cwd);
    const cwd = cwdOverride ?? manager.getCwd();
    return this.#replace("resume", manager, { cwd, withSession, projectTrustContext: projectTrustContextFactory?.(cwd) });
  }
  /** Before a message of the person, which is then said anew; or with the entry. */
  async fork(entryId, { position = "before", withSession } = {}) {
    const old = this.#session.sessionManager;
    const entry = old.getEntry(entryId);
    if (!entry) throw new Error(`there is no entry \`${entryId}\``);
    if (!(await this.#mayGo({ type: "session_before_fork", entryId, position }))) return { cancelled: true };
    const isSaid = entry.type === "message" && entry.message.role === "user";
    if (position === "before" && !isSaid) throw new Error("a fork before an entry begins at a message of the person");
    const selectedText = position === "before" ? contentText(entry.message.content) : undefined;
    const leaf = position === "before" ? entry.parentId : entryId;
    const manager = old.isPersisted() ? SessionManager.create(this.cwd, old.getSessionDir()) : SessionManager.inMemory(this.cwd);
    manager.newSession({ parentSession: old.getSessionFile() });
    if (leaf !== null) manager.takeBranch(old.getBranch(leaf));
    return { ...(await this.#replace("fork", manager, { withSession })), selectedText };
  }
  async importFromJsonl(inputPath, cwdOverride = undefined) {
    const source = path.resolve(inputPath);
    if (!existsSync(source)) throw new SessionImportFileNotFoundError(source);
    const folder = this.#session.sessionManager.getSessionDir();
    const target = folder ? path.join(folder, path.basename(source)) : source;
    if (!(await this.#mayGo({ type: "session_before_switch", reason: "resume", targetSessionFile: target }))) return { cancelled: true };
    if (target !== source) {
      mkdirSync(folder, { recursive: true });
      copyFileSync(source, target);
    }
    const manager = SessionManager.open(target, undefined, cwdOverride ?? this.cwd);
    return this.#replace("resume", manager, { cwd: cwdOverride ?? manager.getCwd() });
  }
  async dispose() {
    await this.#end("quit");
  }
}

export class SessionImportFileNotFoundError extends Error {
  constructor(filePath) {
    super(`there is no file \`${filePath}\``);
    this.filePath = filePath;
  }
}

/** Makes the first session; the function that made it makes those that replace it. */
export async function createAgentSessionRuntime(createRuntime, { cwd, agentDir, sessionManager, sessionStartEvent }) {
  const made = await createRuntime({ cwd, agentDir, sessionManager, sessionStartEvent });
  return new AgentSessionRuntime(made.session, made.services, createRuntime, made.diagnostics ?? [], made.modelFallbackMessage);
}
