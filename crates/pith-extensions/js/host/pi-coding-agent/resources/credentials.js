// A stored key as it stands in the file, and what it means that a key is stored and the models do not know it yet.

import { readFileSync } from "../../../node/fs/sync.js";
import * as path from "../../../node/path.js";
import { getAgentDir } from "../paths.js";

export function readStoredCredential(providerId, authPath = path.join(getAgentDir(), "auth.json")) {
  try {
    const stored = JSON.parse(readFileSync(authPath, "utf8"));
    return Object.hasOwn(stored, providerId) ? stored[providerId] : undefined;
  } catch (error) {
    // A file that is not there, or no JSON, has no key.
    if (error.code === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export class CredentialSynchronizationError extends Error {
  constructor(providerId, operation, credential, options) {
    super(`the ${operation} of ${providerId} is stored, but the models could not be brought up to date`, options);
    Object.assign(this, { providerId, operation, credential });
  }
  get name() {
    return "CredentialSynchronizationError";
  }
}
