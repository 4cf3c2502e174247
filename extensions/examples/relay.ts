// Answers other extensions on the bus: who emits finds the answer on the event when the call returns.
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI) {
  pi.events.on("relay:who", (data) => {
    (data as { answers: string[] }).answers.push("relay");
  });
  pi.registerCommand("who", {
    description: "Ask who is on the bus",
    handler: async (_args, ctx) => {
      const question = { answers: [] as string[] };
      pi.events.emit("relay:who", question);
      ctx.ui.notify(question.answers.join(", "));
    },
  });
}
