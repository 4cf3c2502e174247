// Try it: pith -e NAME.ts -p "/NAME world"
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI) {
  pi.registerCommand("NAME", {
    description: "Say hello",
    handler: async (args, ctx) => {
      console.error(`hello ${args || "world"} from ${ctx.cwd}`);
    },
  });
}
