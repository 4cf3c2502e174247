// Adds a section to the prompt of every activity, from a file of the project if there is one.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI) {
  pi.on("before_agent_start", (event, ctx) => {
    const file = join(ctx.cwd, "STYLE.md");
    const text = existsSync(file) ? readFileSync(file, "utf8").trim() : "Short sentences. No exclamation marks.";
    event.systemPromptOptions.sections.house_style = text;
  });
}
