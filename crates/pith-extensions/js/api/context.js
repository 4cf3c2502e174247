// `ctx`: what every handler is given. Everything is asked for when it is read, so that it is never out of date.

import { ask, later } from "./bridge.js";
import { lazily } from "../runtime/lazily.js";

const models = lazily("api/models.js");
const sessions = lazily("api/session.js");
const signals = lazily("api/signals.js");
const uis = lazily("api/ui.js");

const { __defineGetter__ } = Object.prototype;
const putGetter = Function.prototype.call.bind(__defineGetter__);

/** How each member is read. */
const READ = {
  ui: (record) => uis().makeUi(record),
  mode: () => ask("ui.mode"),
  hasUI: () => ask("ui.has"),
  cwd: () => ask("session.cwd"),
  sessionManager: (record) => sessions().makeSession(record),
  modelRegistry: (record) => models().makeModels(record),
  model: () => ask("model.current"),
  scopedModels: () => ask("model.scoped") ?? [],
  thinkingLevel: () => ask("thinking.level"),
  signal: () => signals().ofRun(),
};

/** The members of one extension's contexts: functions that all of them have. */
function membersOf(record) {
  const getters = Object.entries(READ).map(([name, read]) => {
    const get = () => {
      record.assertInForce();
      return read(record);
    };
    return [name, get];
  });
  const asking = (method) => () => {
    record.assertInForce();
    return ask(method);
  };
  const compact = (options = {}) => {
    record.assertInForce();
    const { onComplete, onError, ...rest } = options ?? {};
    later("compact", rest).then(
      (result) => onComplete?.(result),
      (error) => (onError ? onError(error) : record.failed("compact", error)),
    ).catch((error) => record.failed("compact", error));
  };
  const methods = {
    isIdle: asking("run.idle"),
    isProjectTrusted: asking("project.trusted"),
    abort: asking("run.abort"),
    hasPendingMessages: asking("run.pending"),
    shutdown: asking("shutdown"),
    getContextUsage: asking("context.usage"),
    getSystemPrompt: asking("prompt.text"),
    compact,
  };
  return { getters, methods };
}

/** A context of its own for each event: what somebody puts into it is not there the next time.
 * @param {import("./record.js").Record} record */
export function makeContext(record) {
  const { getters, methods } = (record.contextMembers ??= membersOf(record));
  const context = { ...methods };
  for (let i = 0; i < getters.length; i++) putGetter(context, getters[i][0], getters[i][1]);
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
  context.waitForIdle = async () => {
    await record.started();
    await later("run.waitForIdle");
  };
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
  context.sendMessage = (message, options = {}) => later("message.send", { message, options, wait: true });
  context.sendUserMessage = (content, options = {}) => later("message.sendUser", { content, options, wait: true });
  return context;
}
