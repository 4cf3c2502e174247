// The system prompt and the tools of a transcript, replayed from its system messages.

export function contentText(content) {
  if (typeof content === "string") return content;
  return (content ?? []).filter((part) => part.type === "text").map((part) => part.text).join("\n");
}

const systems = (messages) => messages.filter((message) => message.role === "system");

/** Texts joined by blank lines, then the sections, replaced by name and removed by null. */
function replay(messages) {
  const texts = [];
  const sections = new Map();
  for (const message of systems(messages)) {
    const text = contentText(message.content);
    if (text) texts.push(text);
    for (const [name, section] of Object.entries(message.sections ?? {})) {
      if (section === null) sections.delete(name);
      else sections.set(name, section);
    }
  }
  return { texts, sections };
}

export function getCurrentSystemPrompt(messages) {
  const { texts, sections } = replay(messages);
  return [...texts, ...[...sections.values()].filter(Boolean)].join("\n\n");
}

export function getSystemMessageText(message) {
  return [contentText(message.content), ...Object.values(message.sections ?? {}).filter(Boolean)].filter(Boolean).join("\n\n");
}

export function getCurrentTools(messages) {
  const tools = new Map();
  for (const message of systems(messages)) {
    for (const { name } of message.toolsRemoved ?? []) tools.delete(name);
    for (const tool of message.toolsAdded ?? []) tools.set(tool.name, tool);
  }
  return [...tools.values()];
}

export function getDeclaredTools(messages) {
  const tools = new Map();
  for (const message of systems(messages)) for (const tool of message.toolsAdded ?? []) tools.set(tool.name, tool);
  return [...tools.values()];
}

/** Whether a name was declared twice, with different definitions. */
export function hasToolRedefinitions(messages) {
  const first = new Map();
  for (const tool of systems(messages).flatMap((message) => message.toolsAdded ?? [])) {
    if (first.has(tool.name) && !declarationsEqual(first.get(tool.name), tool)) return true;
    first.set(tool.name, tool);
  }
  return false;
}

/** How many system messages there are up to the last that takes a tool away, or declares one again; none is 0. */
function lastBeyondAdditions(messages) {
  const declared = new Set();
  let last = 0;
  for (const [at, { toolsAdded = [], toolsRemoved = [] }] of systems(messages).entries()) {
    if (toolsRemoved.length || toolsAdded.some(({ name }) => declared.has(name))) last = at + 1;
    for (const { name } of toolsAdded) declared.add(name);
  }
  return last;
}
export const hasNonAdditiveToolChanges = (messages) => lastBeyondAdditions(messages) > 0;

/** Which tools stand in the head of a request, and how many system messages that takes in. */
export function resolveTranscriptTools(messages, support) {
  if (support === "changes") return { requestTools: [], foldedSystemMessages: 0 };
  const all = systems(messages);
  const atStart = getInitialSystemMessage(messages) === undefined ? 0 : 1;
  const folded = support === "none" ? all.length : Math.max(atStart, lastBeyondAdditions(messages));
  return { requestTools: getCurrentTools(all.slice(0, folded)), foldedSystemMessages: folded };
}

/** A later system message as one text; what it changes of the prompt is named. */
export function renderSystemMessageUpdate(message) {
  const changes = Object.entries(message.sections ?? {}).map(([name, section]) =>
    section === null ? `Removed system prompt section "${name}".` : `Updated system prompt section "${name}":\n\n${section}`,
  );
  return [contentText(message.content), ...changes].filter(Boolean).join("\n\n");
}

export function getInitialSystemMessage(messages) {
  return messages[0]?.role === "system" ? messages[0] : undefined;
}
export function withoutInitialSystemMessage(messages) {
  return messages[0]?.role === "system" ? messages.slice(1) : messages;
}

export function createInitialSystemMessage(systemPrompt, tools) {
  if (!systemPrompt && !tools?.length) return undefined;
  return { role: "system", content: systemPrompt ?? "", ...(tools?.length ? { toolsAdded: tools } : {}), timestamp: 0 };
}

/** All system messages as one. */
export function getCurrentSystemMessage(messages) {
  const found = systems(messages);
  if (found.length === 0) return undefined;
  const { texts, sections } = replay(messages);
  const tools = getCurrentTools(messages);
  return {
    role: "system",
    content: texts.join("\n\n"),
    ...(sections.size ? { sections: Object.fromEntries(sections) } : {}),
    ...(tools.length ? { toolsAdded: tools } : {}),
    timestamp: found[0].timestamp,
  };
}

export function collapseSystemMessages(context) {
  const system = getCurrentSystemMessage(context.messages);
  const rest = context.messages.filter((message) => message.role !== "system");
  return { ...context, messages: system ? [system, ...rest] : rest };
}
export const resolveTranscript = (context, supportsLaterSystemMessages) => (supportsLaterSystemMessages ? context : collapseSystemMessages(context));

export function normalizeContext({ systemPrompt, tools, messages, ...rest }) {
  const initial = createInitialSystemMessage(systemPrompt, tools);
  return { ...rest, messages: initial ? [initial, ...messages] : messages };
}

export const toToolDeclaration = ({ name, description, parameters, ...rest }) => ({
  name, description, parameters, ...(rest.constrainedSampling === undefined ? {} : { constrainedSampling: rest.constrainedSampling }),
});
export const declarationsEqual = (left, right) => JSON.stringify(toToolDeclaration(left)) === JSON.stringify(toToolDeclaration(right));

export function getToolStateChanges(previous, current) {
  const before = new Map(previous.map((tool) => [tool.name, tool]));
  const after = new Set(current.map((tool) => tool.name));
  return {
    toolsAdded: current.filter((tool) => !before.has(tool.name) || !declarationsEqual(before.get(tool.name), tool)),
    toolsRemoved: previous.filter((tool) => !after.has(tool.name)).map(({ name }) => ({ name })),
  };
}
