// `node:stream`: the classes and the ways to join them.

import { Stream } from "./stream/legacy.js";
import { Readable } from "./stream/readable.js";
import { Writable } from "./stream/writable.js";
import { Duplex, PassThrough, Transform } from "./stream/duplex.js";
import { finished, pipeline } from "./stream/pipeline.js";
import promises from "./stream/promises.js";
import "./stream/operators.js";

let bytesMark = 65536;
let objectsMark = 16;
export const getDefaultHighWaterMark = (objectMode) => (objectMode ? objectsMark : bytesMark);
export const setDefaultHighWaterMark = (objectMode, value) => {
  if (objectMode) objectsMark = value;
  else bytesMark = value;
};

export function addAbortSignal(signal, stream) {
  const onAbort = () => stream.destroy(Object.assign(new Error("The operation was aborted", { cause: signal.reason }), { name: "AbortError", code: "ABORT_ERR" }));
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  return stream;
}

export const isReadable = (stream) => Boolean(stream?.readable);
export const isWritable = (stream) => Boolean(stream?.writable);
export const isErrored = (stream) => Boolean(stream?.errored);
export const isDisturbed = (stream) => Boolean(stream?.readableDidRead ?? stream?.locked);
export const destroy = (stream, error) => stream.destroy?.(error);
export { Duplex, finished, PassThrough, pipeline, promises, Readable, Stream, Transform, Writable };

Object.assign(Stream, {
  Stream, Readable, Writable, Duplex, Transform, PassThrough, finished, pipeline, promises, addAbortSignal, isReadable, isWritable,
  isErrored, isDisturbed, destroy, getDefaultHighWaterMark, setDefaultHighWaterMark,
});
export default Stream;
