// Where things are: the agent's folder, the project's, and whose version this serves.

import { ask } from "../../api/bridge.js";
import { homedir } from "../../node/os.js";
import * as path from "../../node/path.js";

export const VERSION = "1.6.0";
export const CONFIG_DIR_NAME = ".pi";
export const getAgentDir = () => ask("paths.agentDir") ?? path.join(homedir(), CONFIG_DIR_NAME, "agent");

const languages = {
  ts: "typescript", tsx: "typescript", mts: "typescript", cts: "typescript", js: "javascript", jsx: "javascript", mjs: "javascript", cjs: "javascript",
  py: "python", rb: "ruby", rs: "rust", go: "go", java: "java", kt: "kotlin", swift: "swift", c: "c", h: "c", cpp: "cpp", cc: "cpp", hpp: "cpp",
  cs: "csharp", php: "php", sh: "bash", bash: "bash", zsh: "bash", fish: "fish", ps1: "powershell", sql: "sql", html: "html", htm: "html", css: "css",
  scss: "scss", less: "less", json: "json", yaml: "yaml", yml: "yaml", toml: "toml", xml: "xml", md: "markdown", dockerfile: "dockerfile",
  makefile: "makefile", lua: "lua", r: "r", scala: "scala", clj: "clojure", ex: "elixir", exs: "elixir", erl: "erlang", hs: "haskell", ml: "ocaml",
  vim: "vim", graphql: "graphql", proto: "protobuf", tf: "hcl", hcl: "hcl",
};
export const getLanguageFromPath = (file) => languages[path.basename(file).toLowerCase().split(".").at(-1)];

/** A path as a tool takes it: `@` and `~` resolved, relative to the working directory. */
export function toolPath(given, cwd) {
  const plain = String(given).replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ").replace(/^@/, "");
  if (plain === "~" || plain.startsWith("~/")) return path.join(homedir(), plain.slice(1));
  return path.resolve(cwd, plain);
}
