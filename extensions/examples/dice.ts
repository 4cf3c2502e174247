// A tool with a schema, and a command that needs no model.
import { Type } from "typebox";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

const throwDice = (count: number, sides: number) =>
  Array.from({ length: count }, () => 1 + Math.floor(Math.random() * sides));

export default function (pi: ExtensionAPI) {
  pi.registerTool({
    name: "dice",
    label: "Dice",
    description: "Throws dice and says what came up",
    promptSnippet: "Throw dice",
    promptGuidelines: ["Throw dice with the dice tool; never make a number up."],
    parameters: Type.Object({
      count: Type.Number({ description: "How many", minimum: 1, maximum: 100 }),
      sides: Type.Optional(Type.Number({ description: "Sides of each; 6 unless said" })),
    }),
    async execute(_id, { count, sides = 6 }) {
      const thrown = throwDice(count, sides);
      return { content: [{ type: "text", text: thrown.join(", ") }], details: { thrown, sides } };
    },
  });
  pi.registerCommand("dice", {
    description: "Throw a die",
    handler: async (args, ctx) => ctx.ui.notify(String(throwDice(1, Number(args) || 6)[0])),
  });
}
