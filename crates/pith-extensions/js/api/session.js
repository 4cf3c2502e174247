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
  session.appendMessage = (message) => ask("session.appendMessage", { message });
  session.appendCustomEntry = (customType, data) => ask("entry.append", { customType, data });
  session.appendSessionInfo = (name) => ask("session.setName", { name });
  return session;
}
