// Looks at what is typed before anything else does: a shorthand is written out, a key is kept from being sent.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI) {
  pi.on("input", (event) => {
    if (/\bsk-[A-Za-z0-9]{20,}/.test(event.text)) {
      return { action: "block", reason: "that looks like a key; it is not sent to a model" } as never;
    }
    if (event.text.startsWith("??")) {
      return { action: "transform", text: `Explain this step by step:\n${event.text.slice(2).trim()}` };
    }
  });
}
