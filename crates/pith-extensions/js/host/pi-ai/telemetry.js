// What a model request may tell of itself: names and kinds of its attributes, never content.

const text = (description, more = {}) => ({ type: "string", description, ...more });
const number = (description, more = {}) => ({ type: "number", description, ...more });

const provider = text("Whose model it is.", { required: true });
const model = text("The model that was asked for.", { required: true });
const stops = ["pending", "stop", "length", "toolUse", "error", "aborted", "deferred"];

/** A request and a poll for a deferred answer say the same. */
const span = (description) => ({
  description,
  parents: { kind: "any" },
  startAttributes: {
    provider,
    api: text("The wire that it speaks.", { required: true }),
    model,
    reasoning: text("The level of thinking that was asked for.", { required: false }),
  },
  endAttributes: {
    stop: text("Why the answer ended.", { values: stops }),
    "usage.input": number("Tokens read that were in no cache."),
    "usage.output": number("Tokens written."),
    "usage.cache_read": number("Tokens read from a cache."),
    "usage.cache_write": number("Tokens put into a cache."),
    "cost.total": number("What it cost, in dollars."),
    "response.id": text("What the provider calls the answer.", { cardinality: "high" }),
  },
  events: {
    "pi.ai.first_chunk": { description: "The first event of the answer has come.", attributes: {} },
    "pi.ai.block": {
      description: "A block has ended; what it says is not told.",
      attributes: {
        type: text("What kind of block.", { values: ["text", "thinking", "tool_call"], required: true }),
        index: number("Its place in the answer.", { required: true }),
        chars: number("Its length in UTF-16 units.", { required: true }),
        tool: text("The tool, where it is a call.", { required: false }),
      },
    },
  },
  status: {
    default: "ok",
    errorWhen: "The answer failed; an abort is no failure. The message has 500 characters at most.",
  },
});

export const AI_TELEMETRY_SCHEMA = {
  version: 1,
  spans: {
    "pi.ai.request": span("A request, from finding its key on."),
    "pi.ai.poll": span("One look for an answer that comes later."),
  },
  metrics: {
    "pi.ai.request.duration": {
      kind: "histogram", description: "How long a request or a look took.", unit: "ms",
      attributes: { provider, model, stop: text("Why the answer ended.", { values: stops, required: true }) },
    },
    "pi.ai.first_chunk.duration": {
      kind: "histogram", description: "How long until the first event.", unit: "ms", attributes: { provider, model },
    },
    "pi.ai.tokens": {
      kind: "counter", description: "Tokens, of answers that have come.", unit: "token",
      attributes: { provider, model, kind: text("Which tokens.", { values: ["input", "output", "cache_read", "cache_write"], required: true }) },
    },
    "pi.ai.cost": {
      kind: "counter", description: "Cost, of answers that have come.", unit: "USD", attributes: { provider, model },
    },
  },
};
