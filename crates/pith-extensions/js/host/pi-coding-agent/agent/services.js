// What an agent inside an extension is made of, made once for several of its sessions.

import { getAgentDir } from "../paths.js";
import { ModelRuntime } from "./model-runtime.js";
import { DefaultResourceLoader } from "./resource-loader.js";
import { createAgentSession } from "./session.js";
import { SettingsManager } from "./settings.js";

/** Flags that somebody gave go to the extensions that registered them; one that none knows is told. */
function giveFlags(found, values, diagnostics) {
  const known = new Set(found.extensions.flatMap((extension) => [...extension.flags.keys()]));
  for (const [name, value] of values ?? []) {
    if (known.has(name)) found.runtime.flagValues.set(name, value);
    else diagnostics.push({ type: "error", message: `no extension knows the flag \`--${name}\`` });
  }
}

export async function createAgentSessionServices({ cwd, agentDir = getAgentDir(), settingsManager, modelRuntime, extensionFlagValues, resourceLoaderOptions = {}, resourceLoaderReloadOptions }) {
  const diagnostics = [];
  const settings = settingsManager ?? SettingsManager.create(cwd, agentDir);
  const resourceLoader = new DefaultResourceLoader({ ...resourceLoaderOptions, cwd, agentDir, settingsManager: settings });
  await resourceLoader.reload(resourceLoaderReloadOptions);
  const found = resourceLoader.getExtensions();
  giveFlags(found, extensionFlagValues, diagnostics);
  for (const { scope, error } of settings.drainErrors()) diagnostics.push({ type: "warning", message: `settings (${scope}): ${error.message ?? error}` });
  return { cwd, agentDir, modelRuntime: modelRuntime ?? new ModelRuntime(), settingsManager: settings, resourceLoader, diagnostics };
}

export function createAgentSessionFromServices({ services, ...options }) {
  const { cwd, agentDir, modelRuntime, settingsManager, resourceLoader } = services;
  return createAgentSession({ ...options, cwd, agentDir, modelRuntime, settingsManager, resourceLoader });
}
