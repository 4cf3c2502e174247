// `before_agent_start`: messages in order; a prompt that is returned is seen by the next handler; the options are edited
// in place.

import { ask } from "../bridge.js";

export async function beforeAgentStart(walk) {
  const { event } = walk;
  const before = JSON.stringify(event.systemPromptOptions);
  const messages = [];
  let forced = event.forced;
  delete event.forced;
  Object.defineProperty(event, "systemPrompt", {
    enumerable: true,
    get: () => forced ?? ask("prompt.render", { options: event.systemPromptOptions }),
  });
  await walk.each((result) => {
    if (result?.message) messages.push(result.message);
    if (typeof result?.systemPrompt === "string") forced = result.systemPrompt;
  });
  const changed = JSON.stringify(event.systemPromptOptions) !== before;
  return { messages, forced, options: changed ? event.systemPromptOptions : undefined };
}
