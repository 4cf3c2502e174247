// Entries of older files in the form of now.

import { randomBytes } from "../../../node/crypto/random.js";
import { CURRENT_SESSION_VERSION } from "../sessions.js";

/** The first form had no ids: entries stood one after another. */
function giveIds(entries) {
  const used = new Set();
  const fresh = () => {
    let id;
    do id = randomBytes(4).toString("hex");
    while (used.has(id));
    used.add(id);
    return id;
  };
  let parentId = null;
  for (const entry of entries) {
    if (entry.type === "session") continue;
    entry.id = fresh();
    entry.parentId = parentId;
    parentId = entry.id;
    if (entry.type === "compaction" && typeof entry.firstKeptEntryIndex === "number") {
      const kept = entries[entry.firstKeptEntryIndex];
      if (kept && kept.type !== "session") entry.firstKeptEntryId = kept.id;
      delete entry.firstKeptEntryIndex;
    }
  }
}

/** Messages of extensions were called after hooks. */
function nameCustomMessages(entries) {
  for (const entry of entries) if (entry.type === "message" && entry.message?.role === "hookMessage") entry.message.role = "custom";
}

/** Changes the entries in place. */
export function migrateSessionEntries(entries) {
  const header = entries.find((entry) => entry.type === "session");
  const version = header?.version ?? 1;
  if (version >= CURRENT_SESSION_VERSION) return;
  if (version < 2) giveIds(entries);
  if (version < 3) nameCustomMessages(entries);
  if (header) header.version = CURRENT_SESSION_VERSION;
}
