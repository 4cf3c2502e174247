// The end of a turn or an activity: each handler sees what the ones before it propose.

import { ask } from "../bridge.js";

export function boundary({ event }) {
  Object.defineProperty(event, "context", {
    enumerable: true,
    get: () => ask("boundary.preview", { entries: event.entries }),
  });
  return {
    take(result) {
      if (Array.isArray(result?.entries)) event.entries = result.entries;
      if (typeof result?.continue === "boolean") event.continue = result.continue;
    },
    end: () => ({ entries: event.entries, continue: event.continue }),
  };
}
