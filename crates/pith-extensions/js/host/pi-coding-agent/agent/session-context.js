// The entries of a session as the messages that a model is given.

/** The entries from the root to a leaf. */
export function branchOf(entries, leafId) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const out = [];
  let at = leafId === undefined ? entries.at(-1)?.id : leafId;
  while (at) {
    const entry = byId.get(at);
    if (!entry) break;
    out.unshift(entry);
    at = entry.parentId;
  }
  return out;
}

export function sessionEntryToContextMessages(entry) {
  const timestamp = new Date(entry.timestamp).getTime();
  switch (entry.type) {
    case "message":
      return [entry.message];
    case "custom_message":
      return [{ role: "custom", customType: entry.customType, content: entry.content, display: entry.display, details: entry.details, timestamp }];
    case "compaction":
      return [{ role: "compactionSummary", summary: entry.summary, tokensBefore: entry.tokensBefore, timestamp }];
    case "branch_summary":
      return entry.summary ? [{ role: "branchSummary", summary: entry.summary, fromId: entry.fromId, timestamp }] : [];
    default:
      return [];
  }
}

/** What stands in the context: after a compaction its summary and what it kept; edits replace or remove. */
export function buildContextEntries(entries, leafId) {
  const branch = branchOf(entries, leafId);
  const at = branch.findLastIndex((entry) => entry.type === "compaction");
  const from = at < 0 ? 0 : branch.findIndex((entry) => entry.id === branch[at].firstKeptEntryId);
  const kept = at < 0 ? branch : [branch[at], ...(from < 0 ? [] : branch.slice(from, at)), ...branch.slice(at + 1)];
  const edits = new Map(branch.filter((entry) => entry.type === "context_edit").map((entry) => [entry.targetId, entry.replacement]));
  return kept.flatMap((entry) => {
    if (!edits.has(entry.id)) return [entry];
    const replacement = edits.get(entry.id);
    if (replacement === null) return [];
    return entry.type === "message" ? [{ ...entry, message: { ...entry.message, ...replacement } }] : [{ ...entry, ...replacement }];
  });
}

export function buildSessionContext(entries, leafId) {
  const branch = branchOf(entries, leafId);
  const model = branch.findLast((entry) => entry.type === "model_change" || (entry.type === "message" && entry.message.role === "assistant"));
  const thinking = branch.findLast((entry) => entry.type === "thinking_level_change");
  return {
    messages: buildContextEntries(entries, leafId).flatMap(sessionEntryToContextMessages),
    thinkingLevel: thinking?.thinkingLevel ?? "off",
    model: model ? { provider: model.provider ?? model.message.provider, modelId: model.modelId ?? model.message.model } : null,
  };
}
