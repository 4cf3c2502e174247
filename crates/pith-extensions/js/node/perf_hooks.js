// `node:perf_hooks`.

import { performance, PerformanceEntry, PerformanceObserver } from "../globals/performance.js";
import { createHistogram, monitorEventLoopDelay } from "./perf_hooks/histogram.js";

export { createHistogram, monitorEventLoopDelay, performance, PerformanceEntry, PerformanceObserver };
export const constants = {};
export default { constants, createHistogram, monitorEventLoopDelay, performance, PerformanceEntry, PerformanceObserver };
