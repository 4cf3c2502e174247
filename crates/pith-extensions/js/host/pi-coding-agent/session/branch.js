// A branch that is left: which entries it has, and what of them a summary is made of.

import { sessionEntryToContextMessages } from "../agent/session-context.js";
import { estimateTokens } from "../sessions.js";

/** The entries from the old leaf back to what it has in common with the target, oldest first. */
export function collectEntriesForBranchSummary(session, oldLeafId, targetId) {
  if (!oldLeafId) return { entries: [], commonAncestorId: null };
  const kept = new Set(session.getBranch(targetId).map((entry) => entry.id));
  const branch = session.getBranch(oldLeafId);
  const at = branch.findLastIndex((entry) => kept.has(entry.id));
  return { entries: branch.slice(at + 1), commonAncestorId: at < 0 ? null : branch[at].id };
}

const changes = { read: "read", write: "written", edit: "edited" };

/** Takes in what files a message's calls are about. */
export function takeFiles(fileOps, message) {
  if (message.role !== "assistant" || !Array.isArray(message.content)) return;
  for (const part of message.content) {
    const file = part.type === "toolCall" ? part.arguments?.path : undefined;
    if (typeof file === "string" && changes[part.name]) fileOps[changes[part.name]].add(file);
  }
}

/** Takes in what stands beside an earlier summary. */
export function takeDetails(fileOps, details) {
  for (const file of details?.readFiles ?? []) fileOps.read.add(file);
  for (const file of details?.modifiedFiles ?? []) fileOps.edited.add(file);
}

/** The newest messages that there is room for, without results of tools; a summary may go over a little where much room is left. */
export function prepareBranchEntries(entries, tokenBudget = 0) {
  const fileOps = { read: new Set(), written: new Set(), edited: new Set() };
  for (const entry of entries) if (entry.type === "branch_summary" && entry.fromHook !== true) takeDetails(fileOps, entry.details);
  const messages = [];
  let totalTokens = 0;
  for (const entry of [...entries].reverse()) {
    const message = sessionEntryToContextMessages(entry).at(-1);
    if (!message || message.role === "toolResult") continue;
    takeFiles(fileOps, message);
    const tokens = estimateTokens(message);
    if (tokenBudget > 0 && totalTokens + tokens > tokenBudget) {
      const isSummary = entry.type === "compaction" || entry.type === "branch_summary";
      if (!isSummary || totalTokens >= tokenBudget * 0.9) break;
      messages.unshift(message);
      totalTokens += tokens;
      break;
    }
    messages.unshift(message);
    totalTokens += tokens;
  }
  return { messages, fileOps, totalTokens };
}
