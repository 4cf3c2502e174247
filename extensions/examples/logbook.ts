// Keeps an entry for each turn beside the conversation, and says on request what it cost.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI) {
  pi.registerFlag("quiet-log", { type: "boolean", description: "Keep no logbook" });

  pi.on("turn_end", (event) => {
    if (pi.getFlag("quiet-log")) return;
    const tools = event.toolResults.map((result) => result.toolName);
    return { entries: [...event.entries, { type: "custom", customType: "logbook", data: { turn: event.turnIndex, tools } }] };
  });

  pi.registerCommand("logbook", {
    description: "How many turns there were, and with which tools",
    handler: async (_args, ctx) => {
      const kept = ctx.sessionManager.getEntries().filter((entry) => entry.type === "custom" && entry.customType === "logbook");
      const tools = kept.flatMap((entry) => (entry as { data: { tools: string[] } }).data.tools);
      ctx.ui.notify(`${kept.length} turns; tools: ${tools.join(", ") || "none"}`);
    },
  });
}
