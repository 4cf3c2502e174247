// The base of all streams: an event emitter that can pipe.

import { EventEmitter } from "../events.js";

export function Stream(options) {
  EventEmitter.call(this, options);
}
Object.setPrototypeOf(Stream, EventEmitter);
Stream.prototype = Object.create(EventEmitter.prototype, { constructor: { value: Stream, writable: true, configurable: true } });

/** Old-style piping, for streams that only emit `data` and `end`. */
Stream.prototype.pipe = function (target, options) {
  const onData = (chunk) => {
    if (target.writable !== false && target.write(chunk) === false) this.pause?.();
  };
  this.on("data", onData);
  target.on("drain", () => this.resume?.());
  if (options?.end !== false) this.once("end", () => target.end());
  target.emit("pipe", this);
  return target;
};
