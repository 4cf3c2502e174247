// The session, to be read.

import { ask } from "./bridge.js";

const METHODS = {
  getCwd: "session.cwd",
  getSessionDir: "session.dir",
  getSessionId: "session.id",
  getSessionFile: "session.file",
  getSessionName: "session.name",
  getHeader: "session.header",
  getEntries: "session.entries",
  getTree: "session.tree",
  getLeafId: "session.leaf",
  getLeafEntry: "session.leafEntry",
  buildContextEntries: "session.contextEntries",
  buildSessionProjection: "session.projection",
};

/** Those that say `null` where there is nothing. */
const NULL = new Set(["getLeafId", "getHeader"]);

/** @param {import("./record.js").Record} record */
export function makeSession(record) {
  const session = {};
  for (const [name, method] of Object.entries(METHODS)) {
    session[name] = () => {
      record.assertInForce();
      const answer = ask(method);
      return answer === undefined && NULL.has(name) ? null : answer;
    };
  }
  const about = (name, method, key) => {
    session[name] = (id) => {
      record.assertInForce();
      return ask(method, { [key]: id });
    };
  };
  about("getEntry", "session.entry", "id");
  about("getLabel", "session.label", "id");
  about("getBranch", "session.branch", "from");
  // The reference hands over its own manager: what that can do beyond reading is used, too.
  const added = (type, fields) => {
    record.assertInForce();
    return ask("entry.add", { entry: { type, ...fields } });
  };
  const moved = (to) => {
    record.assertInForce();
    ask("session.moveLeaf", { to });
  };
  session.appendMessage = (message) => added("message", { message });
  session.appendCustomEntry = (customType, data) => added("custom", { customType, data });
  session.appendCustomMessageEntry = (customType, content, display, details) => added("custom_message", { customType, content, display, details });
  session.appendLabelChange = (targetId, label) => added("label", { targetId, label });
  session.appendModelChange = (provider, modelId) => added("model_change", { provider, modelId });
  session.appendThinkingLevelChange = (thinkingLevel) => added("thinking_level_change", { thinkingLevel });
  session.appendContextEdit = (targetId, replacement) => added("context_edit", { targetId, replacement });
  session.appendSessionInfo = (name) => ask("session.setName", { name });
  session.branch = (id) => moved(id);
  session.resetLeaf = () => moved(null);
  session.branchWithSummary = (id, summary, details, fromHook) => {
    const fromId = session.getLeafId() ?? "root";
    moved(id ?? null);
    return added("branch_summary", { fromId, summary, details, fromHook });
  };
  session.getChildren = (id) => session.getEntries().filter((entry) => entry.parentId === id);
  session.getEntryCount = () => session.getEntries().length;
  session.isPersisted = () => typeof session.getSessionFile() === "string";
  session.buildSessionContext = () => {
    const { messages, thinkingLevel, model } = session.buildSessionProjection();
    return { messages, thinkingLevel, model };
  };
  return session;
}
