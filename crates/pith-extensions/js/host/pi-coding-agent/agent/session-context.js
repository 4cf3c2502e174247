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

/** What stands in the context: after a compaction its summary and what it kept. */
function standing(branch) {
  const at = branch.findLastIndex((entry) => entry.type === "compaction");
  if (at < 0) return branch;
  const from = branch.findIndex((entry) => entry.id === branch[at].firstKeptEntryId);
  return [branch[at], ...(from < 0 ? [] : branch.slice(from, at)), ...branch.slice(at + 1)];
}

/** An entry with what a later edit made of it; nothing when that took it away. */
function edited(entry, edits) {
  if (!edits.has(entry.id)) return entry;
  const replacement = edits.get(entry.id);
  if (replacement === null) return undefined;
  return entry.type === "message" ? { ...entry, message: { ...entry.message, ...replacement } } : { ...entry, ...replacement };
}
const editsOf = (branch) => new Map(branch.filter((entry) => entry.type === "context_edit").map((entry) => [entry.targetId, entry.replacement]));

/** Edits replace or remove. */
export function buildContextEntries(entries, leafId) {
  const branch = branchOf(entries, leafId);
  const edits = editsOf(branch);
  return standing(branch).flatMap((entry) => edited(entry, edits) ?? []);
}

/** What is in force at the end of a branch. */
function stateOf(branch) {
  const model = branch.findLast((entry) => entry.type === "model_change" || (entry.type === "message" && entry.message.role === "assistant"));
  const thinking = branch.findLast((entry) => entry.type === "thinking_level_change");
  return {
    thinkingLevel: thinking?.thinkingLevel ?? "off",
    model: model ? { provider: model.provider ?? model.message.provider, modelId: model.modelId ?? model.message.model } : null,
  };
}

export function buildSessionContext(entries, leafId) {
  return { messages: buildContextEntries(entries, leafId).flatMap(sessionEntryToContextMessages), ...stateOf(branchOf(entries, leafId)) };
}

/** The same, and which entry each message comes from. Of a branch that is nowhere (`null`) there is nothing. */
export function buildSessionProjection(entries, leafId) {
  const branch = leafId === null ? [] : branchOf(entries, leafId);
  const edits = editsOf(branch);
  const projected = standing(branch).map((sourceEntry) => {
    const entry = edited(sourceEntry, edits);
    return { sourceEntry, messages: entry === undefined ? [] : sessionEntryToContextMessages(entry) };
  });
  return { entries: projected, messages: projected.flatMap(({ messages }) => messages), ...stateOf(branch) };
}
