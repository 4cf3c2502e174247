// Keeps tools inside the project: a call that would write elsewhere, or remove whole folders, is blocked.
import { isAbsolute, relative, resolve } from "node:path";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function (pi: ExtensionAPI) {
  pi.on("tool_call", (event, ctx) => {
    if (event.toolName === "write" || event.toolName === "edit") {
      const way = relative(ctx.cwd, resolve(ctx.cwd, String(event.input.path)));
      if (way.startsWith("..") || isAbsolute(way)) return { block: true, reason: `${event.input.path} is outside the project` };
    }
    if (event.toolName === "bash" && /\brm\s+-\w*r/.test(String(event.input.command))) {
      return { block: true, reason: "whole folders are removed by hand only" };
    }
  });
}
