// `perf_hooks`: counts of times, and how late timers come.

import { performance } from "../../globals/performance.js";

/** Numbers that are kept; the oldest go first. */
const MOST = 10_000;

/** Values in nanoseconds, with their spread. */
export class RecordableHistogram {
  #values = [];
  #count = 0;

  record(value) {
    const number = Number(value);
    if (!(number >= 1)) throw new RangeError(`The value of "val" is out of range. It must be >= 1. Received ${value}`);
    this.#count += 1;
    this.#values.push(number);
    if (this.#values.length > MOST) this.#values.shift();
  }
  #last;
  recordDelta() {
    const now = performance.now();
    if (this.#last !== undefined) this.record(Math.max(1, Math.round((now - this.#last) * 1e6)));
    this.#last = now;
  }
  get count() {
    return this.#count;
  }
  get exceeds() {
    return 0;
  }
  get min() {
    return this.#values.length ? Math.min(...this.#values) : 9223372036854776000;
  }
  get max() {
    return this.#values.length ? Math.max(...this.#values) : 0;
  }
  get mean() {
    return this.#values.length ? this.#values.reduce((sum, one) => sum + one, 0) / this.#values.length : Number.NaN;
  }
  get stddev() {
    const mean = this.mean;
    return this.#values.length ? Math.sqrt(this.#values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / this.#values.length) : Number.NaN;
  }
  percentile(percent) {
    if (this.#values.length === 0) return 0;
    const sorted = this.#values.toSorted((a, b) => a - b);
    return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  }
  get percentiles() {
    return new Map([0, 50, 75, 90, 99, 100].map((percent) => [percent, this.percentile(percent)]));
  }
  reset() {
    this.#values = [];
    this.#count = 0;
  }
}

class DelayHistogram extends RecordableHistogram {
  #resolution;
  #timer;
  constructor(resolution) {
    super();
    this.#resolution = resolution;
  }
  enable() {
    if (this.#timer !== undefined) return false;
    let before = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.record(Math.max(1, Math.round((now - before) * 1e6)));
      before = now;
    }, this.#resolution);
    return true;
  }
  disable() {
    if (this.#timer === undefined) return false;
    clearInterval(this.#timer);
    this.#timer = undefined;
    return true;
  }
}

export const createHistogram = () => new RecordableHistogram();
export const monitorEventLoopDelay = ({ resolution = 10 } = {}) => new DelayHistogram(resolution);
