// How a stream ends early: once, with or without an error, `error` before `close`.

import { coded } from "../errors.js";

export const state = Symbol("stream state");

/** Destroys a stream: its own `_destroy` runs, then `error` and `close` are emitted in a later job. */
export function destroy(error, callback) {
  const own = this[state];
  if (own.destroyed) {
    callback?.();
    return this;
  }
  own.destroyed = true;
  if (error) own.errored = error;
  const run = (reason) => {
    let finished = false;
    const done = (late) => {
      if (finished) return;
      finished = true;
      const failure = late ?? reason;
      if (failure) own.errored ??= failure;
      own.closed = true;
      callback?.(failure);
      queueMicrotask(() => {
        if (failure && !own.errorEmitted) {
          own.errorEmitted = true;
          this.emit("error", failure);
        }
        if (own.emitClose && !own.closeEmitted) {
          own.closeEmitted = true;
          this.emit("close");
        }
      });
    };
    try {
      const result = this._destroy(reason ?? null, done);
      if (typeof result?.then === "function") result.then(() => done(), done);
    } catch (thrown) {
      done(thrown);
    }
  };
  if (own.constructing) own.afterConstruct.push(() => run(error));
  else run(error);
  return this;
}

/** Runs `_construct` before the first read or write. */
export function construct(stream) {
  const own = stream[state];
  own.afterConstruct = [];
  if (typeof stream._construct !== "function") return;
  own.constructing = true;
  queueMicrotask(() => {
    const done = (error) => {
      own.constructing = false;
      if (error) stream.destroy(error);
      for (const next of own.afterConstruct.splice(0)) next();
    };
    try {
      stream._construct(done);
    } catch (error) {
      done(error);
    }
  });
}

export function destroyedError(method) {
  return coded(Error, "ERR_STREAM_DESTROYED", `Cannot call ${method} after a stream was destroyed`);
}
