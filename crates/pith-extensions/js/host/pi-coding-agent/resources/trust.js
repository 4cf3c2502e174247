// Trust in projects: whether there is something to ask about, and what was decided.

import { ask } from "../../../api/bridge.js";
import { readFileSync, realpathSync } from "../../../node/fs/sync.js";
import * as path from "../../../node/path.js";

export const hasTrustRequiringProjectResources = (cwd) => ask("trust.needed", { cwd });

function real(folder) {
  try {
    return realpathSync(folder);
  } catch {
    return path.resolve(folder);
  }
}

/** The decisions of a person, by folder. */
export class ProjectTrustStore {
  #file;

  constructor(agentDir) {
    this.#file = path.join(agentDir, "trust.json");
  }
  #decisions() {
    let text;
    try {
      text = readFileSync(this.#file, "utf8");
    } catch (error) {
      if (error.code === "ENOENT") return {};
      throw error;
    }
    return JSON.parse(text);
  }
  getEntry(cwd) {
    const decisions = this.#decisions();
    for (let folder = real(cwd); ; folder = path.dirname(folder)) {
      if (typeof decisions[folder] === "boolean") return { path: folder, decision: decisions[folder] };
      if (path.dirname(folder) === folder) return null;
    }
  }
  get(cwd) {
    return this.getEntry(cwd)?.decision ?? null;
  }
  set(cwd, decision) {
    this.setMany([{ path: cwd, decision }]);
  }
  setMany(updates) {
    ask("trust.decide", { file: this.#file, decisions: updates.map(({ path: folder, decision }) => [path.resolve(folder), decision]) });
  }
}
