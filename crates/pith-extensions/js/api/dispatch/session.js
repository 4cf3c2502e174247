// What happens to the session and around it: who objects, who decides, who adds.

import { forCall } from "../signals.js";

/** Events that can be kept from happening: the last answer counts, and one that cancels ends the walk. */
export async function before(walk) {
  const { signal } = walk.event;
  const named = signal === undefined ? undefined : forCall(signal);
  if (named) walk.event.signal = named.signal;
  const files = walk.event.preparation?.fileOps;
  if (files) walk.event.preparation.fileOps = { read: new Set(files.readFiles), written: new Set(), edited: new Set(files.modifiedFiles) };
  let verdict;
  await walk.each((result) => {
    if (result) verdict = result;
    return result?.cancel === true;
  });
  named?.done();
  return verdict;
}

/** `project_trust`: the first that decides. */
export async function trust(walk) {
  let verdict;
  await walk.each((result) => {
    if (result?.trusted !== "yes" && result?.trusted !== "no") return false;
    verdict = { trusted: result.trusted === "yes", remember: result.remember === true };
    return true;
  });
  return verdict;
}

/** `resources_discover`: what all of them add. */
export async function discover(walk) {
  const found = { skillPaths: [], promptPaths: [], themePaths: [] };
  await walk.each((result) => {
    for (const kind of Object.keys(found)) if (Array.isArray(result?.[kind])) found[kind].push(...result[kind].map(String));
  });
  return found;
}
