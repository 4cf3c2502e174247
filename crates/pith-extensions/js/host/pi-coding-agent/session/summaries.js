// Summaries of conversations and branches: asked of a model in the program's words.

import { ask } from "../../../api/bridge.js";
import { streamSimple } from "../../pi-ai/ask.js";
import { retryAssistantCall } from "../../pi-ai/retry.js";
import { prepareBranchEntries } from "./branch.js";

const NONE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };

function sum(one, other) {
  if (!one || !other) return one ?? other;
  const add = (a, b) => Object.fromEntries(Object.keys(NONE.cost).map((key) => [key, (a?.[key] ?? 0) + (b?.[key] ?? 0)]));
  const counts = Object.fromEntries(["input", "output", "cacheRead", "cacheWrite", "totalTokens"].map((key) => [key, (one[key] ?? 0) + (other[key] ?? 0)]));
  return { ...counts, cost: add(one.cost, other.cost) };
}

/** Asks once, and again when a policy says so; words and their cost, or an error. */
async function told(wish, { model, apiKey, headers, signal, thinkingLevel, streamFn, env, retry, callbacks, sessionId }) {
  const { system, text } = ask("summary.request", wish);
  const context = { systemPrompt: system, messages: [{ role: "user", content: [{ type: "text", text }], timestamp: Date.now() }] };
  const reasoning = model.reasoning && thinkingLevel && thinkingLevel !== "off" ? thinkingLevel : undefined;
  const options = { apiKey, headers, signal, env, sessionId, reasoning, cacheRetention: "none" };
  const once = async () => (await (streamFn ?? streamSimple)(model, context, options)).result();
  const answer = retry ? await retryAssistantCall(once, retry, signal, callbacks) : await once();
  const { stopReason, errorMessage, content, usage } = answer;
  if (stopReason === "aborted" || signal?.aborted) throw Object.assign(new Error("the summary was aborted"), { name: "AbortError" });
  if (stopReason === "error") throw new Error(`the summary failed: ${errorMessage || "the model gave no reason"}`);
  if (stopReason === "length") throw new Error("the summary was cut: the model reached its output limit");
  const words = content.filter((part) => part.type === "text").map((part) => part.text).join("\n").trim();
  if (!words) throw new Error("the model gave no summary");
  return { text: words, usage };
}

export function generateSummaryWithUsage(currentMessages, model, _reserveTokens, apiKey, headers, signal, customInstructions, previousSummary, thinkingLevel, streamFn, env, retry, callbacks, sessionId) {
  const wish = { kind: "history", messages: currentMessages, previous: previousSummary, focus: customInstructions };
  return told(wish, { model, apiKey, headers, signal, thinkingLevel, streamFn, env, retry, callbacks, sessionId });
}
export const generateSummary = async (...args) => (await generateSummaryWithUsage(...args)).text;

/** Names out of the sets of a preparation, or out of its lists; what was also changed is not told as read. */
function listed(fileOps = {}) {
  const modified = new Set([...(fileOps.edited ?? []), ...(fileOps.written ?? []), ...(fileOps.modifiedFiles ?? [])]);
  const read = [...(fileOps.read ?? []), ...(fileOps.readFiles ?? [])].filter((file) => !modified.has(file));
  return { readFiles: [...new Set(read)].sort(), modifiedFiles: [...modified].sort() };
}

/** The summary that a prepared compaction needs. */
export async function compact(preparation, model, apiKey, headers, customInstructions, signal, thinkingLevel, streamFn, env, retry, callbacks, sessionId) {
  const { firstKeptEntryId, tokensBefore, previousSummary, messagesToSummarize, turnPrefixMessages = [], isSplitTurn } = preparation;
  if (!firstKeptEntryId) throw new Error("the preparation names no first entry to keep (`firstKeptEntryId`)");
  const options = { model, apiKey, headers, signal, thinkingLevel, streamFn, env, retry, callbacks, sessionId };
  const common = { previous: previousSummary, focus: customInstructions };
  const prefix = isSplitTurn ? turnPrefixMessages : [];
  const history = messagesToSummarize.length > 0 || prefix.length === 0 ? await told({ kind: "history", messages: messagesToSummarize, ...common }, options) : undefined;
  const turn = prefix.length > 0 ? await told({ kind: "prefix", messages: prefix, focus: customInstructions }, options) : undefined;
  const details = listed(preparation.fileOps);
  const summary = ask("summary.stored", {
    kind: "history", told: history?.text, turn: turn?.text, previous: previousSummary, messages: [...messagesToSummarize, ...prefix], files: details,
  });
  return { summary, firstKeptEntryId, tokensBefore, usage: sum(history?.usage, turn?.usage), details };
}

/** The summary of a branch that is left; what fails is told and not thrown. */
export async function generateBranchSummary(entries, { model, reserveTokens = 16384, customInstructions, replaceInstructions = false, ...options }) {
  const window = model.contextWindow || 128000;
  const { messages, fileOps } = prepareBranchEntries(entries, Math.max(1, window - Math.min(reserveTokens, window / 2)));
  if (messages.length === 0) return { summary: "Nothing was said on this branch" };
  const files = listed(fileOps);
  try {
    const { text, usage } = await told({ kind: "branch", messages, focus: customInstructions, replace: replaceInstructions }, { model, ...options });
    return { summary: ask("summary.stored", { kind: "branch", told: text, files }), usage, ...files };
  } catch (error) {
    return error.name === "AbortError" ? { aborted: true } : { error: error.message };
  }
}
