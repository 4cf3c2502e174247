// `before_agent_start`: messages in order; a prompt that is returned is seen by the next handler; the options are edited
// in place.

import { askJson } from "../bridge.js";

export function beforeAgentStart({ event, held }) {
  const messages = [];
  const before = event.forced;
  let forced = before;
  delete event.forced;
  Object.defineProperty(event, "systemPrompt", {
    enumerable: true,
    get: () => forced ?? askJson("prompt.render", `{"options":${held.text ?? "null"}}`),
  });
  return {
    take(result) {
      if (result?.message) messages.push(result.message);
      if (typeof result?.systemPrompt === "string") forced = result.systemPrompt;
    },
    end() {
      const { changed } = held;
      if (!changed && forced === before && messages.length === 0) return undefined;
      return { messages, forced, options: changed ? event.systemPromptOptions : undefined };
    },
  };
}
