// Extensions found on disk and loaded for an agent inside an extension.

import { existsSync, readdirSync, readFileSync, statSync } from "../../../node/fs/sync.js";
import * as path from "../../../node/path.js";
import { CONFIG_DIR_NAME, getAgentDir, toolPath } from "../paths.js";
import { createExtensionRuntime, loadInline } from "./inline.js";

const isCode = (name) => /\.[cm]?[jt]s$/.test(name) && !name.endsWith(".d.ts");
const INDEX = ["index.ts", "index.js"];

/** What a package says of its extensions; nothing without a word of it. */
function ofPackage(folder) {
  try {
    const { pi } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    return pi?.extensions?.map((file) => path.resolve(folder, file)).filter((file) => existsSync(file));
  } catch {
    return undefined;
  }
}

/** The extensions that a folder is: by its package, or by its index. */
function ofFolder(folder) {
  const index = INDEX.map((name) => path.join(folder, name)).find((file) => existsSync(file));
  return ofPackage(folder) ?? (index ? [index] : []);
}

/** The extensions of a folder of extensions, sorted. */
function inside(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).sort().flatMap((name) => {
    const file = path.join(folder, name);
    if (statSync(file).isDirectory()) return ofFolder(file);
    return isCode(name) ? [file] : [];
  });
}

export async function discoverAndLoadExtensions(configuredPaths, cwd, agentDir = getAgentDir(), eventBus = undefined) {
  const named = configuredPaths.flatMap((given) => {
    const file = toolPath(given, cwd);
    if (!existsSync(file) || !statSync(file).isDirectory()) return [file];
    const own = ofFolder(file);
    return own.length > 0 ? own : inside(file);
  });
  const files = [...inside(path.join(cwd, CONFIG_DIR_NAME, "extensions")), ...inside(path.join(agentDir, "extensions")), ...named];
  const found = await loadInline([...new Set(files)].map((file) => ({ path: file })), createExtensionRuntime(), eventBus);
  return { ...found, warnings: [] };
}
