// How a stream counts what it holds: by chunks or by bytes.

export class CountQueuingStrategy {
  constructor({ highWaterMark }) {
    this.highWaterMark = highWaterMark;
  }
  size() {
    return 1;
  }
}

export class ByteLengthQueuingStrategy {
  constructor({ highWaterMark }) {
    this.highWaterMark = highWaterMark;
  }
  size(chunk) {
    return chunk.byteLength;
  }
}

/** The counting function of a strategy; one each where it has none. */
export function sizeOf(strategy) {
  return typeof strategy?.size === "function" ? (chunk) => strategy.size(chunk) : () => 1;
}
