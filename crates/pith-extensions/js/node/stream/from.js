// Readable streams made of anything that can be iterated, and the web's streams made of them.

import { iterate } from "./iterate.js";

/** Text and bytes are one chunk; everything else gives its items, each when it is asked for. */
export function fromIterable(Readable, iterable, options) {
  if (typeof iterable === "string" || iterable instanceof Uint8Array) {
    return new Readable({ objectMode: true, ...options, read() { this.push(iterable); this.push(null); } });
  }
  const iterator = iterable[Symbol.asyncIterator]?.() ?? iterable[Symbol.iterator]();
  let busy = false;
  return new Readable({
    objectMode: true,
    highWaterMark: 1,
    ...options,
    async read() {
      if (busy) return;
      busy = true;
      try {
        for (;;) {
          const { value, done } = await iterator.next();
          if (done) {
            this.push(null);
            return;
          }
          if (!this.push(await value)) break;
        }
      } catch (error) {
        this.destroy(error);
      } finally {
        busy = false;
      }
    },
    async destroy(error, callback) {
      try {
        if (busy || error) await iterator.return?.();
      } catch {
        // The stream is ending already; the source's complaint about that has no listener.
      }
      callback(error);
    },
  });
}

/** The web's kind of stream. */
export const toWeb = (stream) => new globalThis.ReadableStream({
  async pull(controller) {
    this.iterator ??= iterate(stream, {});
    const { value, done } = await this.iterator.next();
    if (done) controller.close();
    else controller.enqueue(typeof value === "string" || stream.readableObjectMode ? value : new Uint8Array(value));
  },
  cancel: (reason) => stream.destroy(reason),
}, { highWaterMark: 0 });
