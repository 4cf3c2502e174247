// Whether it pays to ask again with one token of output, so that a provider keeps a prompt in its cache.

import { CACHE_WARMING_IDLE_CONTINUATION_PROBABILITY, CACHE_WARMING_MINIMUM_EXPECTED_SAVINGS } from "./constants.js";
import { pricesFor } from "./prices.js";

const MARGIN = 10000;

/** At nine tenths of the time that the entry lives, and ten seconds before its end at the latest. */
export function getCacheWarmingDelayMs(ttlMs) {
  const delay = Math.min(ttlMs * 0.9, ttlMs - MARGIN);
  return delay <= 0 ? undefined : delay;
}

export function getPromptCacheTtlMs(model, options) {
  const seconds = model.promptCache?.[options?.cacheRetention ?? "short"];
  return seconds === undefined ? undefined : seconds * 1000;
}

/** A budget for thinking follows from the limit of the output, and is part of what the entry is known by. */
export const isCacheWarmingReplayable = (model, options) =>
  !(model.api === "anthropic-messages" && options?.reasoning && model.compat?.forceAdaptiveThinking !== true);

export const getCacheWarmingRequestOptions = (options, signal) => ({ ...options, maxTokens: 1, maxRetries: 0, disableContinuation: true, signal });

export function evaluateCacheWarming(model, promptTokens, phase) {
  const prices = pricesFor(model.cost, promptTokens);
  const price = Object.fromEntries(["input", "output", "cacheRead", "cacheWrite"].map((kind) => [kind, prices[kind] / 1e6]));
  const written = price.cacheWrite > 0 ? price.cacheWrite : price.input;
  const warmCost = price.cacheRead * promptTokens + price.output;
  const missCost = Math.max(0, written - price.cacheRead) * promptTokens;
  const continuationProbability = phase === "streaming" ? 1 : CACHE_WARMING_IDLE_CONTINUATION_PROBABILITY;
  const expectedSavings = continuationProbability * missCost - warmCost;
  const economicsAvailable = promptTokens > 0 && (price.cacheRead > 0 || written > 0);
  const pays = economicsAvailable && expectedSavings >= CACHE_WARMING_MINIMUM_EXPECTED_SAVINGS;
  return { phase, warmCost, missCost, continuationProbability, expectedSavings, economicsAvailable, action: pays ? "warm" : "stop" };
}
