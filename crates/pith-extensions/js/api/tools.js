// Tools of extensions: what the program is told of them, and their calls.

import { ask, later } from "./bridge.js";
import { lazily } from "../runtime/lazily.js";

const contexts = lazily("api/context.js");
const signals = lazily("api/signals.js");

/** @param {import("./record.js").Record} record */
export function registerTool(record, definition) {
  if (typeof definition?.name !== "string" || definition.name === "") throw new TypeError("a tool needs a name");
  if (typeof definition.execute !== "function") throw new TypeError(`the tool \`${definition.name}\` has no \`execute\``);
  if (typeof definition.parameters !== "object" || definition.parameters === null) {
    throw new TypeError(`the parameters of the tool \`${definition.name}\` are not an object`);
  }
  record.tools.set(definition.name, definition);
  record.changed("tool", describe(definition));
}

/** What the program needs to know. */
function describe(tool) {
  return {
    name: tool.name,
    label: typeof tool.label === "string" ? tool.label : tool.name,
    description: typeof tool.description === "string" ? tool.description : "",
    parameters: tool.parameters,
    promptSnippet: tool.promptSnippet,
    promptGuidelines: tool.promptGuidelines,
    executionMode: tool.executionMode,
    exposure: tool.exposure,
    defaultActive: tool.defaultActive,
    namespace: tool.namespace,
    annotations: tool.annotations,
    outputSchema: tool.outputSchema,
    constrainedSampling: tool.constrainedSampling,
    prepares: typeof tool.prepareArguments === "function",
    rendersCall: typeof tool.renderCall === "function",
    rendersResult: typeof tool.renderResult === "function",
    renderShell: tool.renderShell,
  };
}

/** Makes the arguments to validate. */
export function prepare(record, name, args) {
  return record.tools.get(name).prepareArguments(args);
}

/** Runs a tool; updates and the result go back to the program. */
export async function execute(record, name, callId, args) {
  const tool = record.tools.get(name);
  if (tool === undefined) throw new Error(`the tool \`${name}\` is gone`);
  const signal = signals().forCall(callId);
  let over = false;
  const update = (partial) => {
    if (!over) ask("tool.update", { callId, partial: result(partial) });
  };
  try {
    return result(await tool.execute(callId, args, signal.signal, update, toolContext(record, callId)));
  } finally {
    over = true;
    signal.done();
  }
}

/** A result as the program takes it; a text, or nothing, is one too. */
function result(value) {
  if (typeof value === "string") return { content: [{ type: "text", text: value }] };
  if (typeof value !== "object" || value === null) return { content: [] };
  return { ...value, content: value.content ?? [] };
}

/** What a tool gave, without what there is not. */
function toolResult(answer) {
  const result = { content: answer.content };
  for (const key of ["details", "structuredContent"]) if (answer[key] !== undefined && answer[key] !== null) result[key] = answer[key];
  return result;
}

function toolContext(record, callId) {
  const context = contexts().makeContext(record);
  Object.defineProperty(context, "tools", { enumerable: true, get: () => ask("tools.callable", { callId }) });
  let nested = 0;
  context.executeTool = async (name, args, options = {}) => {
    nested += 1;
    const id = `${callId}/${nested}`;
    const onEvent = options.onUpdate ? (partial) => options.onUpdate(toolResult(partial)) : undefined;
    const began = Date.now();
    const answer = await later("tool.nested", { callId, id, name, args }, { signal: options.signal, onEvent });
    return { toolCall: { type: "toolCall", id, name, arguments: args ?? {} }, result: toolResult(answer), isError: answer.isError === true, durationMs: Date.now() - began };
  };
  return context;
}
