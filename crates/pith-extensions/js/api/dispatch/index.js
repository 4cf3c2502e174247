// One event to the handlers of one extension, in the order in which they were registered. What a handler throws is
// reported and passed over, unless the event has a rule of its own.

import { lazily } from "../../runtime/lazily.js";
import { Held } from "../../runtime/held.js";
import { makeContext } from "../context.js";

const boundary = lazily("api/dispatch/boundary.js");
const input = lazily("api/dispatch/input.js");
const message = lazily("api/dispatch/message.js");
const request = lazily("api/dispatch/request.js");
const session = lazily("api/dispatch/session.js");
const start = lazily("api/dispatch/start.js");
const tool = lazily("api/dispatch/tool.js");

/**
 * Events with an answer: which rule makes one of the handlers' results. A rule is given the walk, and has `take` for each
 * result, which ends the walk by returning true, and `end` for the answer. With `strict`, what a handler throws is the
 * answer.
 */
const RULES = {
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

/** The member of an event that comes as a text of its own. */
const HELD = { before_agent_start: "systemPromptOptions", context: "messages", context_with_system: "messages" };

/** Nobody waits for what the handlers return. */
const UNANSWERED = { take: () => false, end: () => undefined };

/** Behind these a run may end: what a handler sent for it is in the queue before they are done. */
const LAST = new Set(["turn_end", "agent_end", "agent_before_settle"]);

const isPromise = (value) => (typeof value === "object" || typeof value === "function") && value !== null && typeof value.then === "function";

/** The handlers of a moment: a change while they run has no effect on them. */
class Walk {
  constructor(record, event, text) {
    this.record = record;
    this.event = event;
    this.handlers = record.handlers.get(event.type) ?? [];
    this.next = 0;
    this.context = record.spare ?? makeContext(record);
    record.spare = undefined;
    /** @type {Held | undefined} */
    this.held = text === undefined ? undefined : new Held(event, HELD[event.type], text);
    const rule = RULES[event.type]?.();
    this.rule = rule === undefined ? UNANSWERED : rule(this);
  }

  /** Calls the handlers that are left; the answer, or a promise of it when a handler gave one. */
  go() {
    const { rule, handlers } = this;
    while (this.next < handlers.length) {
      let result;
      try {
        result = handlers[this.next++].handler(this.event, this.context);
        if (isPromise(result)) return this.wait(result);
      } catch (error) {
        this.threw(error);
        continue;
      }
      if (rule.take(result) === true) break;
    }
    return rule.end();
  }

  /** Waits for one handler, then goes on. */
  async wait(promise) {
    let result;
    try {
      result = await promise;
    } catch (error) {
      this.threw(error);
      return this.go();
    }
    return this.rule.take(result) === true ? this.rule.end() : this.go();
  }

  threw(error) {
    if (this.rule.strict) throw error;
    this.record.failed(this.event.type, error);
  }
}

/**
 * @param {import("../record.js").Record} record
 * @param {object} data the event, to be kept
 * @param {string} [text] what of it is parsed when it is looked at
 */
export function dispatch(record, type, data, text) {
  data.type = type;
  const answer = new Walk(record, data, text).go();
  return LAST.has(type) ? sent(record, answer) : answer;
}

async function sent(record, answer) {
  const given = await answer;
  if (record.underWay.size > 0) await record.sent();
  return given;
}

/** Loads what the events that an extension hears need, before the first of them. */
export function prepare(record) {
  for (const type of record.handlers.keys()) RULES[type]?.();
  spare(record);
}

/** Makes the next event's context ahead, when nobody waits. */
export function spare(record) {
  if (record.stale === undefined) record.spare ??= makeContext(record);
}
