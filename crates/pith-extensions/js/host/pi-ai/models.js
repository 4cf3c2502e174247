// The package `@earendil-works/pi-ai/models`: what can be reckoned from the data of a model.

import { pricesFor } from "./prices.js";

const levels = ["off", "minimal", "low", "medium", "high", "xhigh", "max"];

/** Fills in the cost of a usage, in dollars; prices are per million tokens. */
export function calculateCost(model, usage) {
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0, cacheWrite1h = 0 } = usage;
  const prices = pricesFor(model.cost, input + cacheRead + cacheWrite);
  const price = (kind, tokens) => ((prices[kind] ?? 0) / 1e6) * tokens;
  // What is kept for an hour costs twice what goes in.
  const written = price("cacheWrite", cacheWrite - cacheWrite1h) + price("input", 2 * cacheWrite1h);
  const cost = { input: price("input", input), output: price("output", output), cacheRead: price("cacheRead", cacheRead), cacheWrite: written };
  usage.cost = Object.assign(usage.cost ?? {}, cost, { total: cost.input + cost.output + cost.cacheRead + cost.cacheWrite, totalFromProvider: false });
  return usage.cost;
}

/** `null` in the model's map takes a level away; the two highest exist only where the map has them. */
export function getSupportedThinkingLevels(model) {
  if (!model.reasoning) return ["off"];
  const map = model.thinkingLevelMap ?? {};
  return levels.filter((level) => (level === "xhigh" || level === "max" ? map[level] !== undefined && map[level] !== null : map[level] !== null));
}

/** The level itself or the nearest that the model has: first higher, then lower. */
export function clampThinkingLevel(model, level) {
  const supported = getSupportedThinkingLevels(model);
  if (supported.includes(level)) return level;
  const at = levels.indexOf(level);
  return levels.slice(at + 1).find((one) => supported.includes(one)) ?? levels.slice(0, Math.max(0, at)).findLast((one) => supported.includes(one)) ?? "off";
}

export const getModelType = (model) => model.type ?? "chat";
export const isModelType = (model, type) => getModelType(model) === type;
export const modelsAreEqual = (a, b) => Boolean(a && b) && a.id === b.id && a.provider === b.provider && getModelType(a) === getModelType(b);
export const hasApi = (model, api) => isModelType(model, "chat") && model.api === api;

export class ModelsError extends Error {
  constructor(code, message, options) {
    super(message, options);
    this.name = "ModelsError";
    this.code = code;
  }
}
export { AI_TELEMETRY_SCHEMA, createModels, createProvider } from "./seldom.js";
