// Writers of one file, one after another, whatever name each knows it by.

import { realpathSync } from "../../node/fs/sync.js";
import * as path from "../../node/path.js";

const waiting = new Map();

function realName(file) {
  const resolved = path.resolve(file);
  try {
    return realpathSync(resolved);
  } catch {
    // A file that is not there yet goes by its name.
    return resolved;
  }
}

export async function withFileMutationQueue(file, fn) {
  const name = realName(file);
  const before = waiting.get(name) ?? Promise.resolve();
  const mine = before.then(fn, fn);
  const quiet = mine.catch(() => {});
  waiting.set(name, quiet);
  try {
    return await mine;
  } finally {
    if (waiting.get(name) === quiet) waiting.delete(name);
  }
}
