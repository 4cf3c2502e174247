// What happens to the session and around it: who objects, who decides, who adds.

import { forCall } from "../signals.js";

/** Events that can be kept from happening: the last answer counts, and one that cancels ends the walk. */
export function before({ event }) {
  const { signal } = event;
  const named = signal === undefined ? undefined : forCall(signal);
  if (named) event.signal = named.signal;
  const files = event.preparation?.fileOps;
  if (files) event.preparation.fileOps = { read: new Set(files.readFiles), written: new Set(), edited: new Set(files.modifiedFiles) };
  let verdict;
  return {
    take(result) {
      if (result) verdict = result;
      return result?.cancel === true;
    },
    end() {
      named?.done();
      return verdict;
    },
  };
}

/** `project_trust`: the first that decides. */
export function trust() {
  let verdict;
  return {
    take(result) {
      if (result?.trusted !== "yes" && result?.trusted !== "no") return false;
      verdict = { trusted: result.trusted === "yes", remember: result.remember === true };
      return true;
    },
    end: () => verdict,
  };
}

/** `resources_discover`: what all of them add. */
export function discover() {
  const found = { skillPaths: [], promptPaths: [], themePaths: [] };
  return {
    take(result) {
      for (const kind of Object.keys(found)) if (Array.isArray(result?.[kind])) found[kind].push(...result[kind].map(String));
    },
    end: () => found,
  };
}
