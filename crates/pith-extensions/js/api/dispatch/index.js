// One event to the handlers of one extension, in the order in which they were registered. What a handler throws is
// reported and passed over, unless the event has a rule of its own.

import { lazily } from "../../runtime/lazily.js";
import { makeContext } from "../context.js";

const boundary = lazily("api/dispatch/boundary.js");
const input = lazily("api/dispatch/input.js");
const message = lazily("api/dispatch/message.js");
const request = lazily("api/dispatch/request.js");
const session = lazily("api/dispatch/session.js");
const start = lazily("api/dispatch/start.js");
const tool = lazily("api/dispatch/tool.js");

/** Events with an answer: which rule makes one of the handlers' results. */
const MERGED = {
  agent_before_settle: () => boundary().boundary,
  before_agent_start: () => start().beforeAgentStart,
  before_provider_headers: () => request().headers,
  before_provider_request: () => request().payload,
  cache_warming_decision: () => session().before,
  context: () => request().context,
  context_with_system: () => request().context,
  input: () => input().input,
  message_end: () => message().messageEnd,
  project_trust: () => session().trust,
  resources_discover: () => session().discover,
  session_before_compact: () => session().before,
  session_before_fork: () => session().before,
  session_before_switch: () => session().before,
  session_before_tree: () => session().before,
  tool_call: () => tool().toolCall,
  tool_result: () => tool().toolResult,
  turn_end: () => boundary().boundary,
  user_bash: () => input().userBash,
};

/** The handlers of a moment: a change while they run has no effect on them. */
export class Walk {
  constructor(record, event) {
    this.record = record;
    this.event = event;
    this.handlers = record.handlers.get(event.type) ?? [];
    this.context = makeContext(record);
  }

  /** Calls each handler; `take` gets what it returned, and ends the walk by returning true. */
  async each(take) {
    for (const { handler } of this.handlers) {
      let result;
      try {
        result = await handler(this.event, this.context);
      } catch (error) {
        this.record.failed(this.event.type, error);
        continue;
      }
      if (take(result) === true) return;
    }
  }

  /** Like `each`, but what a handler throws is the answer. */
  async strictly(take) {
    for (const { handler } of this.handlers) {
      if (take(await handler(this.event, this.context)) === true) return;
    }
  }
}

/** Behind these a run may end: what a handler sent for it is in the queue before they are done. */
const LAST = new Set(["turn_end", "agent_end", "agent_before_settle"]);

/** @param {import("../record.js").Record} record */
export async function dispatch(record, type, data) {
  const walk = new Walk(record, { ...data, type });
  const merge = MERGED[type]?.();
  const answer = await (merge ? merge(walk) : walk.each(() => {}));
  if (LAST.has(type) && record.underWay.size > 0) await record.sent();
  return answer;
}
