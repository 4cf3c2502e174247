// The program as a child that is spoken to in RPC: one line of JSON for each command, answer and event.

import { spawn } from "../../node/child_process.js";
import { StringDecoder } from "../../node/string_decoder.js";

const SETTLED = 60000;

export class RpcClient {
  #options;
  #child;
  #listeners = new Set();
  #waiting = new Map();
  #next = 0;
  #stderr = "";
  #gone;

  constructor(options = {}) {
    this.#options = options;
  }

  async start() {
    if (this.#child) throw new Error("the client has been started");
    const { cwd, env, provider, model, args = [] } = this.#options;
    const given = ["--mode", "rpc", ...(provider ? ["--provider", provider] : []), ...(model ? ["--model", model] : []), ...args];
    this.#gone = undefined;
    const child = spawn(this.#program(), given, { cwd, env: { ...globalThis.process.env, ...env }, stdio: ["pipe", "pipe", "pipe"] });
    this.#child = child;
    child.stderr.on("data", (data) => (this.#stderr += data.toString()));
    this.#read(child.stdout);
    const ended = (words) => () => this.#end(child, words());
    child.on("error", (error) => this.#end(child, `the program could not be started: ${error.message}`));
    child.on("exit", (code, signal) => ended(() => `the program ended (${signal ?? `exit ${code}`})${this.#stderr ? `: ${this.#stderr.trim()}` : ""}`)());
    child.stdin.on("error", () => {});
    // One that cannot start says so at once, by not answering.
    await this.getState();
  }
  /** A script of the reference's own stands for this program. */
  #program() {
    const { cliPath } = this.#options;
    return cliPath && !/\.[cm]?[jt]s$/.test(cliPath) ? cliPath : globalThis.process.execPath;
  }
  #read(stream) {
    const decoder = new StringDecoder("utf8");
    let rest = "";
    stream.on("data", (data) => {
      const lines = (rest + decoder.write(data)).split("\n");
      rest = lines.pop();
      for (const line of lines) this.#line(line.replace(/\r$/, ""));
    });
  }
  #line(text) {
    let said;
    try {
      said = JSON.parse(text);
    } catch {
      return;
    }
    const waiting = said.type === "response" ? this.#waiting.get(said.id) : undefined;
    if (waiting) {
      this.#waiting.delete(said.id);
      if (said.success) waiting.resolve(said.data);
      else waiting.reject(new Error(said.error ?? `\`${said.command}\` failed`));
      return;
    }
    for (const listener of [...this.#listeners]) listener(said);
  }
  #end(child, words) {
    if (this.#child !== child) return;
    this.#gone = new Error(words);
    for (const { reject } of this.#waiting.values()) reject(this.#gone);
    this.#waiting.clear();
  }

  async stop() {
    const child = this.#child;
    if (!child) return;
    if (!this.#gone) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), 1000);
      await ended;
      clearTimeout(late);
    }
    this.#child = undefined;
  }
  onEvent(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  getStderr() {
    return this.#stderr;
  }

  #send(type, fields = {}) {
    return new Promise((resolve, reject) => {
      if (!this.#child) return reject(new Error("the client has not been started"));
      if (this.#gone) return reject(this.#gone);
      const id = `req_${(this.#next += 1)}`;
      this.#waiting.set(id, { resolve, reject });
      this.#child.stdin.write(`${JSON.stringify({ id, type, ...fields })}\n`);
    });
  }
  async #part(name, type, fields) {
    return (await this.#send(type, fields))?.[name];
  }

  prompt = (message, images, streamingBehavior) => this.#part("disposition", "prompt", { message, images, streamingBehavior });
  steer = (message, images) => this.#part("disposition", "steer", { message, images });
  followUp = (message, images) => this.#part("disposition", "follow_up", { message, images });
  abort = async () => void (await this.#send("abort"));
  clearQueue = () => this.#send("clear_queue");
  newSession = (parentSession) => this.#send("new_session", { parentSession });
  getState = () => this.#send("get_state");
  setModel = (provider, modelId) => this.#send("set_model", { provider, modelId });
  cycleModel = async () => (await this.#send("cycle_model")) ?? null;
  getAvailableModels = () => this.#part("models", "get_available_models");
  setThinkingLevel = async (level) => void (await this.#send("set_thinking_level", { level }));
  cycleThinkingLevel = async () => (await this.#send("cycle_thinking_level")) ?? null;
  getAvailableThinkingLevels = () => this.#part("levels", "get_available_thinking_levels");
  setSteeringMode = async (mode) => void (await this.#send("set_steering_mode", { mode }));
  setFollowUpMode = async (mode) => void (await this.#send("set_follow_up_mode", { mode }));
  compact = (customInstructions) => this.#send("compact", { customInstructions });
  setAutoCompaction = async (enabled) => void (await this.#send("set_auto_compaction", { enabled }));
  setAutoRetry = async (enabled) => void (await this.#send("set_auto_retry", { enabled }));
  abortRetry = async () => void (await this.#send("abort_retry"));
  bash = (command) => this.#send("bash", { command });
  abortBash = async () => void (await this.#send("abort_bash"));
  getSessionStats = () => this.#send("get_session_stats");
  exportHtml = (outputPath) => this.#send("export_html", { outputPath });
  switchSession = (sessionPath) => this.#send("switch_session", { sessionPath });
  fork = (entryId) => this.#send("fork", { entryId });
  clone = () => this.#send("clone");
  getForkMessages = () => this.#part("messages", "get_fork_messages");
  getEntries = (since) => this.#send("get_entries", { since });
  getTree = () => this.#send("get_tree");
  getLastAssistantText = async () => (await this.#part("text", "get_last_assistant_text")) ?? null;
  setSessionName = async (name) => void (await this.#send("set_session_name", { name }));
  getMessages = () => this.#part("messages", "get_messages");
  getCommands = () => this.#part("commands", "get_commands");

  /** All events until the agent has nothing more to do. */
  collectEvents(timeout = SETTLED) {
    const events = [];
    return new Promise((resolve, reject) => {
      const over = (settle) => {
        clearTimeout(timer);
        off();
        settle();
      };
      const late = () => reject(new Error(`the agent was not done after ${timeout} ms${this.#stderr ? `: ${this.#stderr.trim()}` : ""}`));
      const timer = setTimeout(() => over(late), timeout);
      const off = this.onEvent((event) => {
        events.push(event);
        if (event.type === "agent_settled") over(() => resolve(events));
      });
    });
  }
  async waitForIdle(timeout) {
    await this.collectEvents(timeout);
  }
  async promptAndWait(message, images, timeout) {
    const events = this.collectEvents(timeout);
    // Its failure is told by whoever asks first.
    events.catch(() => {});
    await this.prompt(message, images);
    return events;
  }
}
