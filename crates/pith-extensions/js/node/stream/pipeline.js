// `pipeline` and `finished`: streams joined into one, and the one moment when they are over.

import { checkFunction, coded } from "../errors.js";
import { Duplex, PassThrough } from "./duplex.js";
import { Readable } from "./readable.js";

/** Calls back once, when the stream has ended, failed or closed early. */
export function finished(stream, options, callback) {
  const done = checkFunction(typeof options === "function" ? options : callback, "callback");
  const given = typeof options === "object" && options ? options : {};
  const reads = given.readable ?? (stream.readable !== undefined || stream.readableEnded !== undefined);
  const writes = given.writable ?? (stream.writable !== undefined || stream.writableFinished !== undefined);
  let readDone = !reads || stream.readableEnded === true;
  let writeDone = !writes || stream.writableFinished === true;
  let over = false;
  const settle = (error) => {
    if (over) return;
    over = true;
    undo();
    done.call(stream, error);
  };
  const check = () => {
    if (readDone && writeDone) settle();
  };
  const onEnd = () => {
    readDone = true;
    check();
  };
  const onFinish = () => {
    writeDone = true;
    check();
  };
  const onClose = () => {
    if (stream.errored) settle(stream.errored);
    else if (readDone && writeDone) settle();
    else settle(coded(Error, "ERR_STREAM_PREMATURE_CLOSE", "Premature close"));
  };
  const onAbort = () => settle(Object.assign(new Error("The operation was aborted", { cause: given.signal.reason }), { name: "AbortError", code: "ABORT_ERR" }));
  const undo = () => {
    stream.removeListener("end", onEnd);
    stream.removeListener("finish", onFinish);
    stream.removeListener("close", onClose);
    if (given.error !== false) stream.removeListener("error", settle);
    given.signal?.removeEventListener("abort", onAbort);
  };
  stream.on("end", onEnd);
  stream.on("finish", onFinish);
  stream.on("close", onClose);
  if (given.error !== false) stream.on("error", settle);
  given.signal?.addEventListener("abort", onAbort, { once: true });
  if (stream.closed || stream.destroyed) queueMicrotask(onClose);
  else if (readDone && writeDone) queueMicrotask(check);
  return undo;
}

function asStream(part, at, previous) {
  if (typeof part?.pipe === "function" || typeof part?.write === "function") return part;
  if (typeof part === "function") {
    const result = part(previous ?? undefined, {});
    if (typeof result?.then === "function") {
      const out = new PassThrough({ objectMode: true });
      result.then((value) => (value === undefined ? out.end() : out.end(value)), (error) => out.destroy(error));
      out.consumes = true;
      return out;
    }
    return Object.assign(Readable.from(result), { consumes: at > 0 });
  }
  if (part?.readable instanceof globalThis.ReadableStream && part?.writable) return Duplex.from(part);
  return Readable.from(part);
}

/** Joins streams; the callback gets the first error of any of them. */
export function pipeline(...args) {
  const callback = checkFunction(args.pop(), "streams[stream.length - 1]");
  let parts = args.length === 1 && Array.isArray(args[0]) ? args[0] : args;
  let options = {};
  const last = parts.at(-1);
  if (last && typeof last === "object" && !last.pipe && !last.write && !last[Symbol.asyncIterator] && !last[Symbol.iterator]) {
    options = last;
    parts = parts.slice(0, -1);
  }
  const streams = [];
  let over = false;
  let left = 0;
  const settle = (error, value) => {
    if (over) return;
    over = true;
    if (error) for (const stream of streams) if (!stream.destroyed) stream.destroy?.(error);
    callback(error, value);
  };
  for (const [at, part] of parts.entries()) {
    const stream = asStream(part, at, streams.at(-1));
    const previous = streams.at(-1);
    if (previous && !stream.consumes) previous.pipe(stream, { end: options.end });
    streams.push(stream);
  }
  const end = streams.at(-1);
  for (const stream of streams) {
    left += 1;
    finished(stream, { readable: stream !== end || !stream.writable ? undefined : false, signal: options.signal }, (error) => {
      left -= 1;
      if (error && !(error.code === "ERR_STREAM_PREMATURE_CLOSE" && stream.readableEnded)) settle(error);
      else if (left === 0 || stream === end) settle();
    });
  }
  if (typeof parts.at(-1) === "function") end.resume?.();
  return end;
}
