// State that follows the branch: it lives in the details of tool results and is read again from the session.
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

interface Item {
  text: string;
  done: boolean;
}

export default function (pi: ExtensionAPI) {
  let items: Item[] = [];

  const readAgain = (_event: unknown, ctx: ExtensionContext) => {
    items = [];
    for (const entry of ctx.sessionManager.getBranch()) {
      if (entry.type === "message" && entry.message.role === "toolResult" && entry.message.toolName === "checklist") {
        items = (entry.message.details as { items: Item[] }).items;
      }
    }
  };
  pi.on("session_start", readAgain);
  pi.on("session_tree", readAgain);

  pi.registerTool({
    name: "checklist",
    label: "Checklist",
    description: "Keeps a list of what is to be done: adds an item, or marks one as done",
    parameters: {
      type: "object",
      properties: { add: { type: "string" }, done: { type: "number", description: "Number of the item, from 1" } },
    } as never,
    async execute(_id, { add, done }: { add?: string; done?: number }) {
      if (add) items = [...items, { text: add, done: false }];
      if (done) items = items.map((item, index) => (index === done - 1 ? { ...item, done: true } : item));
      const text = items.map((item, index) => `${index + 1}. [${item.done ? "x" : " "}] ${item.text}`).join("\n");
      return { content: [{ type: "text", text: text || "nothing to do" }], details: { items } };
    },
  });
}
