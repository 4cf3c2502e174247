// `ctx`: what every handler is given. Everything is asked for when it is read, so that it is never out of date.

import { ask, later } from "./bridge.js";
import { lazily } from "../runtime/lazily.js";

const models = lazily("api/models.js");
const sessions = lazily("api/session.js");
const signals = lazily("api/signals.js");
const uis = lazily("api/ui.js");

/** @param {import("./record.js").Record} record */
export function makeContext(record) {
  const context = {};
  const lazy = (name, read) =>
    Object.defineProperty(context, name, {
      enumerable: true,
      configurable: true,
      get() {
        record.assertInForce();
        return read();
      },
    });
  lazy("ui", () => uis().makeUi(record));
  lazy("mode", () => ask("ui.mode"));
  lazy("hasUI", () => ask("ui.has"));
  lazy("cwd", () => ask("session.cwd"));
  lazy("sessionManager", () => sessions().makeSession(record));
  lazy("modelRegistry", () => models().makeModels(record));
  lazy("model", () => ask("model.current"));
  lazy("scopedModels", () => ask("model.scoped") ?? []);
  lazy("thinkingLevel", () => ask("thinking.level"));
  lazy("signal", () => signals().ofRun());
  const method = (name, run) => {
    context[name] = (...args) => {
      record.assertInForce();
      return run(...args);
    };
  };
  method("isIdle", () => ask("run.idle"));
  method("isProjectTrusted", () => ask("project.trusted"));
  method("abort", () => ask("run.abort"));
  method("hasPendingMessages", () => ask("run.pending"));
  method("shutdown", () => ask("shutdown"));
  method("getContextUsage", () => ask("context.usage"));
  method("getSystemPrompt", () => ask("prompt.text"));
  method("compact", (options = {}) => {
    const { onComplete, onError, ...rest } = options ?? {};
    later("compact", rest).then(
      (result) => onComplete?.(result),
      (error) => (onError ? onError(error) : record.failed("compact", error)),
    ).catch((error) => record.failed("compact", error));
  });
  return context;
}

/** What commands are given besides: they may replace the session. */
export function makeCommandContext(record, current) {
  const context = makeContext(record);
  const replace = async (method, args, withSession) => {
    record.assertInForce();
    const answer = await later(method, args);
    if (!answer?.cancelled && withSession) await withSession(freshContext(record, current));
    return { cancelled: answer?.cancelled === true };
  };
  context.getSystemPromptOptions = () => ask("prompt.options");
  context.waitForIdle = () => later("run.waitForIdle");
  context.newSession = async ({ parentSession, setup, withSession } = {}) =>
    replace("session.new", { parentSession, entries: setup ? await entriesOf(setup) : [] }, withSession);
  context.fork = (entryId, { position = "before", withSession } = {}) =>
    replace("session.fork", { entryId, position }, withSession);
  context.switchSession = (path, { withSession } = {}) => replace("session.switch", { path }, withSession);
  context.navigateTree = (targetId, options = {}) => replace("session.navigate", { targetId, ...options });
  context.reload = async () => {
    record.assertInForce();
    await later("reload");
  };
  return context;
}

const managers = lazily("host/pi-coding-agent/agent/session-manager.js");

/** What a function puts into a session that is to begin. */
async function entriesOf(setup) {
  const manager = managers().SessionManager.inMemory(ask("session.cwd"));
  await setup(manager);
  return manager.getEntries();
}

/** The context of the session that took over, for code of before. */
function freshContext(old, current) {
  const record = current(old.path) ?? old;
  const context = makeCommandContext(record, current);
  context.sendMessage = (message, options = {}) => later("message.send", { message, options });
  context.sendUserMessage = (content, options = {}) => later("message.sendUser", { content, options });
  return context;
}
