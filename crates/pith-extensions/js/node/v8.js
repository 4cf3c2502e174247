// `node:v8`: what of it makes sense with another engine.

import { memory } from "pith:native/process";
import { structuredClone } from "../globals/clone.js";
import { missing } from "../runtime/missing.js";

export function getHeapStatistics() {
  const { heapTotal = 0, heapUsed = 0 } = memory();
  return { total_heap_size: heapTotal, used_heap_size: heapUsed, heap_size_limit: heapTotal, malloced_memory: 0, total_available_size: heapTotal - heapUsed };
}
export const setFlagsFromString = () => {};
export const getHeapSnapshot = missing("v8", "getHeapSnapshot");
export const writeHeapSnapshot = missing("v8", "writeHeapSnapshot");
export const serialize = missing("v8", "serialize");
export const deserialize = missing("v8", "deserialize");
export const cachedDataVersionTag = () => 0;
export default { cachedDataVersionTag, deserialize, getHeapSnapshot, getHeapStatistics, serialize, setFlagsFromString, structuredClone, writeHeapSnapshot };
