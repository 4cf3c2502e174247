// Where a session is cut for a compaction.

import { estimateTokens } from "../sessions.js";
import { sessionEntryToContextMessages } from "../agent/session-context.js";

const roleOf = (entry) => (entry.type === "message" ? entry.message.role : undefined);
/** What a turn begins with: a word of the person, or of somebody in their place. */
const begins = (entry) => entry.type === "custom_message" || entry.type === "branch_summary" || ["user", "bashExecution", "custom"].includes(roleOf(entry));
/** Where no call is parted from its result. */
const mayCut = (entry) => begins(entry) || roleOf(entry) === "assistant";
const tokensOf = (entry) => sessionEntryToContextMessages(entry).reduce((sum, message) => sum + estimateTokens(message), 0);

/** The entry that began the turn which an entry is part of; -1 without one. */
export function findTurnStartIndex(entries, entryIndex, startIndex) {
  for (let at = entryIndex; at >= startIndex; at -= 1) if (begins(entries[at])) return at;
  return -1;
}

/** The entry from which on about so many tokens stay. What states something and says nothing goes with what follows it. */
export function findCutPoint(entries, startIndex, endIndex, keepRecentTokens) {
  const places = [];
  for (let at = startIndex; at < endIndex; at += 1) if (mayCut(entries[at])) places.push(at);
  if (places.length === 0) return { firstKeptEntryIndex: startIndex, turnStartIndex: -1, isSplitTurn: false };
  let tokens = 0;
  let cut = places[0];
  for (let at = endIndex - 1; at >= startIndex; at -= 1) {
    if (entries[at].type === "compaction") continue;
    tokens += tokensOf(entries[at]);
    if (tokens >= keepRecentTokens && tokens > 0) {
      cut = places.find((place) => place >= at) ?? places.at(-1);
      break;
    }
  }
  const states = (entry) => entry.type !== "message" && entry.type !== "compaction" && !begins(entry);
  while (cut > startIndex && states(entries[cut - 1])) cut -= 1;
  if (begins(entries[cut])) return { firstKeptEntryIndex: cut, turnStartIndex: -1, isSplitTurn: false };
  const turnStartIndex = findTurnStartIndex(entries, cut, startIndex);
  return { firstKeptEntryIndex: cut, turnStartIndex, isSplitTurn: turnStartIndex >= 0 };
}
