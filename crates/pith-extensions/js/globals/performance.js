// `performance`: time since the extension's runtime began, marks and measures.

import { now } from "pith:native/process";

const origin = Date.now() - now();

export class PerformanceEntry {
  constructor(name, entryType, startTime, duration, detail = null) {
    Object.assign(this, { name, entryType, startTime, duration, detail });
  }
  toJSON() {
    return { ...this };
  }
}

let entries = [];

function timeOf(point, fallback) {
  if (point === undefined) return fallback;
  if (typeof point === "number") return point;
  const found = entries.findLast((entry) => entry.entryType === "mark" && entry.name === point);
  if (!found) throw new SyntaxError(`The "${point}" performance mark has not been set`);
  return found.startTime;
}

export const performance = {
  now,
  get timeOrigin() {
    return origin;
  },
  mark(name, { startTime = now(), detail } = {}) {
    const entry = new PerformanceEntry(name, "mark", startTime, 0, detail);
    entries.push(entry);
    return entry;
  },
  measure(name, startOrOptions, endMark) {
    const given = typeof startOrOptions === "object" && startOrOptions ? startOrOptions : { start: startOrOptions, end: endMark };
    const end = timeOf(given.end, now());
    const start = timeOf(given.start, given.duration === undefined ? 0 : end - given.duration);
    const entry = new PerformanceEntry(name, "measure", start, end - start, given.detail);
    entries.push(entry);
    return entry;
  },
  getEntries: () => [...entries],
  getEntriesByName: (name, type) => entries.filter((entry) => entry.name === name && (!type || entry.entryType === type)),
  getEntriesByType: (type) => entries.filter((entry) => entry.entryType === type),
  clearMarks(name) {
    entries = entries.filter((entry) => entry.entryType !== "mark" || (name !== undefined && entry.name !== name));
  },
  clearMeasures(name) {
    entries = entries.filter((entry) => entry.entryType !== "measure" || (name !== undefined && entry.name !== name));
  },
  timerify: (fn) => fn,
  eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: 0 }),
  toJSON: () => ({ timeOrigin: origin }),
};

/** Observing gives nothing: marks are read with `getEntries`. */
export class PerformanceObserver {
  observe() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}
