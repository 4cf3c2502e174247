// One event to the handlers of one extension, in the order in which they were registered. What a handler throws is
// reported and passed over, unless the event has a rule of its own.

import { makeContext } from "../context.js";
import { beforeAgentStart } from "./start.js";
import { boundary } from "./boundary.js";
import { context, headers, payload } from "./request.js";
import { input, userBash } from "./input.js";
import { before, discover, trust } from "./session.js";
import { messageEnd } from "./message.js";
import { toolCall, toolResult } from "./tool.js";

/** Events with an answer: how the handlers' results become one. */
const MERGED = {
  agent_before_settle: boundary,
  before_agent_start: beforeAgentStart,
  before_provider_headers: headers,
  before_provider_request: payload,
  cache_warming_decision: before,
  context,
  context_with_system: context,
  input,
  message_end: messageEnd,
  project_trust: trust,
  resources_discover: discover,
  session_before_compact: before,
  session_before_fork: before,
  session_before_switch: before,
  session_before_tree: before,
  tool_call: toolCall,
  tool_result: toolResult,
  turn_end: boundary,
  user_bash: userBash,
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
  const merge = MERGED[type];
  const answer = await (merge ? merge(walk) : walk.each(() => {}));
  if (LAST.has(type) && record.underWay.size > 0) await record.sent();
  return answer;
}
