// The answer of a model as a stream of events. Only what is new crosses from the program; the message so far is grown here.

import { later } from "./bridge.js";
import { requireHost } from "pith:native/loader";

/**
 * @param {object} asked who is asked, for the program
 * @param {any} model for an answer that failed
 */
export function answer(asked, model, context, { signal, onPayload, onResponse, onProviderStreamEvent, ...options }) {
  const { createAssistantMessageEventStream } = requireHost("@earendil-works/pi-ai");
  const out = createAssistantMessageEventStream();
  const grown = growing();
  const plain = { systemPrompt: context.systemPrompt, tools: context.tools, messages: context.messages };
  const inside = context.messages?.some?.((message) => message.role === "system");
  const said = inside ? { messages: plain.messages } : plain;
  later("llm.stream", { ...asked, context: said, options }, { signal, onEvent: (event) => out.push(grown(event)) }).then(
    (message) => out.end(message),
    (error) => out.push({ type: "error", reason: signal?.aborted ? "aborted" : "error", error: failed(model, error, signal) }),
  );
  return out;
}

/** Puts the message so far to each event. */
function growing() {
  let partial;
  const block = (index, made) => (partial.content[index] ??= made);
  return (event) => {
    const { type, contentIndex: at } = event;
    if (type === "start") partial = event.partial;
    if (partial === undefined || type === "start" || type === "done" || type === "error") return event;
    if (type === "text_start") block(at, { type: "text", text: "" });
    else if (type === "text_delta") block(at, { type: "text", text: "" }).text += event.delta;
    else if (type === "text_end") block(at, { type: "text", text: "" }).text = event.content;
    else if (type === "thinking_start") block(at, { type: "thinking", thinking: "" });
    else if (type === "thinking_delta") block(at, { type: "thinking", thinking: "" }).thinking += event.delta;
    else if (type === "thinking_end") block(at, { type: "thinking", thinking: "" }).thinking = event.content;
    else if (type === "toolcall_start") block(at, { type: "toolCall", id: event.id ?? "", name: event.name ?? event.toolName ?? "", arguments: {} });
    else if (type === "toolcall_end") partial.content[at] = event.toolCall;
    return { ...event, partial };
  };
}

function failed(model, error, signal) {
  const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };
  return {
    role: "assistant", content: [], api: model.api, provider: model.provider, model: model.id, usage: nothing,
    stopReason: signal?.aborted ? "aborted" : "error", errorMessage: error.message, timestamp: Date.now(),
  };
}
