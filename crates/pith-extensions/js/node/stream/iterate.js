// A readable stream as an asynchronous iterator.

import { coded } from "../errors.js";

/** Chunks until the end; what leaves the loop early destroys the stream. */
export async function* iterate(stream, { destroyOnReturn = true }) {
  let wake = () => {};
  const changed = () => wake();
  let failure = stream.errored;
  let over = stream.readableEnded || stream.destroyed;
  const onError = (error) => {
    failure = error;
    wake();
  };
  const onOver = () => {
    over = true;
    wake();
  };
  stream.on("readable", changed);
  stream.on("error", onError);
  stream.on("end", onOver);
  stream.on("close", onOver);
  let complete = false;
  try {
    for (;;) {
      const chunk = stream.destroyed ? null : stream.read();
      if (chunk !== null) yield chunk;
      else if (failure) throw failure;
      else if (over) {
        complete = stream.readableEnded;
        if (!complete && !stream.errored) throw coded(Error, "ERR_STREAM_PREMATURE_CLOSE", "Premature close");
        return;
      } else await new Promise((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    for (const [name, fn] of [["readable", changed], ["error", onError], ["end", onOver], ["close", onOver]]) stream.removeListener(name, fn);
    if (!complete && destroyOnReturn && !stream.destroyed) stream.destroy();
  }
}
