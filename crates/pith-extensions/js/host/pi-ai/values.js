// Small values: identifiers in order of time, enumerations of words, checked arguments, made-up answers for tests.

import { requireHost } from "pith:native/loader";
import { random } from "pith:native/crypto";

let lastTime = 0;
let counter = 0;

/** A UUID of version 7; later ones sort behind earlier ones, also within a millisecond. */
export function uuidv7() {
  const bytes = random(16);
  const now = Date.now();
  if (now > lastTime) {
    lastTime = now;
    counter = ((bytes[6] & 0x07) << 8) | bytes[7];
  } else {
    counter += 1;
    if (counter > 0xfff) {
      lastTime += 1;
      counter = 0;
    }
  }
  for (let i = 0; i < 6; i += 1) bytes[i] = Math.floor(lastTime / 2 ** (8 * (5 - i))) & 0xff;
  bytes[6] = 0x70 | (counter >> 8);
  bytes[7] = counter & 0xff;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** An enumeration in the form that every provider takes. */
export function StringEnum(values, options = {}) {
  const { description, default: preset } = options;
  const { Type } = requireHost("pith:js/host/typebox/type.js");
  return Type.Unsafe({ type: "string", enum: [...values], ...(description ? { description } : {}), ...(preset === undefined ? {} : { default: preset }) });
}

const converts = {
  number: (value) => (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value),
  integer: (value) => (typeof value === "string" && /^-?\d+$/.test(value.trim()) ? Number(value) : value),
  boolean: (value) => ({ true: true, false: false })[value] ?? value,
  string: (value) => (typeof value === "number" || typeof value === "boolean" ? String(value) : value),
};

/** Values that are meant as the type of the schema become it; an optional null is left out. */
function coerce(schema, value) {
  if (Array.isArray(value)) return schema.items ? value.map((item) => coerce(schema.items, item)) : value;
  if (typeof value === "object" && value !== null && schema.properties) {
    const out = {};
    for (const [key, item] of Object.entries(value)) {
      const own = schema.properties[key];
      if (item === null && own && own.type !== "null" && !own.anyOf && !schema.required?.includes(key)) continue;
      out[key] = own ? coerce(own, item) : item;
    }
    return out;
  }
  return converts[schema.type]?.(value) ?? value;
}

function kindOf(value) {
  if (value === undefined) return "nothing";
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

/** The arguments of a call, converted to the types of the tool, or an error that says what is wrong. */
export function validateToolArguments(tool, call) {
  const Value = requireHost("typebox/value");
  const args = coerce(tool.parameters, structuredClone(call.arguments));
  if (Value.Check(tool.parameters, args)) return args;
  const problems = [...Value.Errors(tool.parameters, args)].map((error) => {
    const path = (error.instancePath ?? error.path ?? "").replace(/^\//, "").replaceAll("/", ".");
    const found = path.split(".").filter(Boolean).reduce((value, key) => value?.[key], args);
    const words = error.keyword === "type" && error.params?.type ? `expected ${error.params.type}, got ${kindOf(found)}` : error.message;
    return `  - ${path || "root"}: ${words}`;
  });
  throw new Error(`Validation failed for tool "${call.name}":\n${problems.join("\n")}\n\nReceived arguments:\n${JSON.stringify(call.arguments, null, 2)}`);
}
export function validateToolCall(tools, call) {
  const tool = tools.find((one) => one.name === call.name);
  if (!tool) throw new Error(`Tool "${call.name}" not found`);
  return validateToolArguments(tool, call);
}

const noUsage = () => ({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } });
export const fauxText = (text) => ({ type: "text", text });
export const fauxThinking = (thinking) => ({ type: "thinking", thinking });
export const fauxToolCall = (name, args, { id = `tool:${Date.now()}:${uuidv7().slice(-10)}` } = {}) => ({ type: "toolCall", id, name, arguments: args });
export function fauxAssistantMessage(content, options = {}) {
  const blocks = typeof content === "string" ? [fauxText(content)] : [content].flat();
  return { role: "assistant", content: blocks, api: "faux", provider: "faux", model: "faux-1", usage: noUsage(), stopReason: "stop", timestamp: Date.now(), ...options };
}
