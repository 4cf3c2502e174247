// Text to the clipboard: by the terminal where there is one, else by a program of the system.

import { ask } from "../../api/bridge.js";
import { spawn } from "../../node/child_process.js";

function programs() {
  const { platform, env } = globalThis.process;
  if (platform === "darwin") return [["pbcopy"]];
  if (platform === "win32") return [["clip"]];
  const wayland = env.WAYLAND_DISPLAY ? [["wl-copy"]] : [];
  const x11 = env.DISPLAY ? [["xclip", "-selection", "clipboard"], ["xsel", "--clipboard", "--input"]] : [];
  return [...wayland, ...x11];
}

/** Whether a program took the text. */
const taken = ([name, ...args], text) => new Promise((resolve) => {
  const child = spawn(name, args, { stdio: ["pipe", "ignore", "ignore"] });
  child.on("error", () => resolve(false));
  child.on("exit", (code) => resolve(code === 0));
  child.stdin.on("error", () => {});
  child.stdin.end(text);
});

export async function copyToClipboard(text) {
  for (const program of programs()) {
    try {
      if (await taken(program, String(text))) return;
    } catch {
      // One that may not be started is as good as none.
    }
  }
  if (ask("clipboard.copy", { text: String(text) }) !== true) throw new Error("there is no clipboard: no terminal, and no program that takes the text");
}
