// Streams and providers whose code is loaded when the first request is made.

import { createAssistantMessageEventStream } from "./event-stream.js";

const nothing = () => ({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } });

/** An answer that failed before there was one. */
export function failedAnswer(model, error, stopReason = "error") {
  return {
    role: "assistant", content: [], api: model.api, provider: model.provider, model: model.id, usage: nothing(), stopReason,
    errorMessage: error instanceof Error ? error.message : String(error), timestamp: Date.now(),
  };
}

/** A stream at once; what it gives is known when `setup` has made the real one. */
export function lazyStream(model, setup, observer, signal) {
  const out = createAssistantMessageEventStream();
  const run = async () => {
    let last;
    try {
      const inner = await setup();
      for await (const event of inner) {
        if (event.type === "done") last = event.message;
        else if (event.type === "error") last = event.error;
        observer?.onEvent?.(event);
        out.push(event);
        if (last !== undefined) break;
      }
      // Whoever gives no last event may still have a result.
      if (last === undefined && typeof inner.result === "function") last = await inner.result();
      out.end(last);
    } catch (error) {
      const reason = signal?.aborted ? "aborted" : "error";
      last = failedAnswer(model, error, reason);
      const event = { type: "error", reason, error: last };
      observer?.onEvent?.(event);
      out.push(event);
      out.end();
    }
    observer?.onResult?.(last);
  };
  run();
  return out;
}

const UNSUPPORTED = "API does not support deferred responses";

export function lazyApi(load, capabilities = {}) {
  let loaded;
  const real = () => (loaded ??= Promise.resolve(load()).catch((error) => {
    loaded = undefined;
    throw error;
  }));
  const through = (method) => (model, context, options) =>
    lazyStream(model, async () => {
      const api = await real();
      if (typeof api[method] !== "function") throw new Error(UNSUPPORTED);
      return api[method](model, context, options);
    }, undefined, options?.signal);
  const api = { stream: through("stream"), streamSimple: through("streamSimple") };
  if (capabilities.fetchDeferred) api.fetchDeferred = through("fetchDeferred");
  if (capabilities.cancelDeferred) {
    api.cancelDeferred = async (model, handle, options) => {
      const found = await real();
      if (typeof found.cancelDeferred !== "function") throw new Error(UNSUPPORTED);
      await found.cancelDeferred(model, handle, options);
    };
  }
  return api;
}
