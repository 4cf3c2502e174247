// `grep` and `find`: the program's own search, or a replaced one for `find`.

import { later } from "../../../api/bridge.js";
import * as path from "../../../node/path.js";
import { toolPath } from "../paths.js";

/** Lets the program's tool of that name do it. */
export const builtin = (name) => (args, { cwd }, signal) => later("tool.builtin", { name, cwd, args }, { signal });

export const grep = builtin("grep");

export async function find(args, options, signal) {
  const { cwd, operations } = options;
  if (!operations?.glob) return builtin("find")(args, options, signal);
  const folder = toolPath(args.path ?? ".", cwd);
  if (operations.exists && !(await operations.exists(folder))) throw new Error(`there is no \`${folder}\``);
  const limit = args.limit ?? 1000;
  const found = await operations.glob(args.pattern, folder, { ignore: ["**/node_modules/**", "**/.git/**"], limit });
  if (found.length === 0) return { content: [{ type: "text", text: "No files found matching pattern" }], details: undefined };
  const shown = found.map((file) => (path.isAbsolute(file) ? path.relative(folder, file) : file));
  const full = found.length >= limit;
  const note = full ? `\n\n[${limit} results limit reached. Use limit=${limit * 2} for more]` : "";
  return { content: [{ type: "text", text: shown.join("\n") + note }], details: full ? { resultLimitReached: limit } : undefined };
}
