// Sends only the last results of tools in full; earlier ones are shortened. The session keeps them whole.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

const WHOLE = 3;
const SHORT = 200;

export default function (pi: ExtensionAPI) {
  pi.on("context", (event) => {
    const results = event.messages.filter((message) => message.role === "toolResult");
    for (const result of results.slice(0, -WHOLE)) {
      for (const block of result.content) {
        if (block.type === "text" && block.text.length > SHORT) block.text = `${block.text.slice(0, SHORT)} …`;
      }
    }
    return { messages: event.messages };
  });
}
