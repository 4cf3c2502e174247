// The end of a turn or an activity: each handler sees what the ones before it propose.

import { ask } from "../bridge.js";

export async function boundary(walk) {
  const { event } = walk;
  Object.defineProperty(event, "context", {
    enumerable: true,
    get: () => ask("boundary.preview", { entries: event.entries }),
  });
  await walk.each((result) => {
    if (Array.isArray(result?.entries)) event.entries = result.entries;
    if (typeof result?.continue === "boolean") event.continue = result.continue;
  });
  return { entries: event.entries, continue: event.continue };
}
