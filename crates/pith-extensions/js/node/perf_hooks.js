// `node:perf_hooks`.

import { missing } from "../runtime/missing.js";
import { performance, PerformanceEntry, PerformanceObserver } from "../globals/performance.js";

export { performance, PerformanceEntry, PerformanceObserver };
export const constants = {};
export const monitorEventLoopDelay = missing("perf_hooks", "monitorEventLoopDelay");
export const createHistogram = missing("perf_hooks", "createHistogram");
export default { constants, createHistogram, monitorEventLoopDelay, performance, PerformanceEntry, PerformanceObserver };
