// The bus between extensions. An emit returns when the synchronous part of every listener has run, here and in the other
// runtimes; what the others changed of the data is copied back. Functions in the data cross as handles that answer later.
// While it waits for the others, listeners of this runtime hear what those emit.

import { ask } from "./bridge.js";
import { pack, unpack, copyBack } from "./handles.js";

/** @type {Map<string, Set<{ record: any, listener: Function }>>} */
const channels = new Map();

/** Runs the listeners of this runtime. */
function here(channel, data) {
  for (const entry of [...(channels.get(channel) ?? [])]) {
    if (entry.record.stale !== undefined) continue;
    try {
      const result = entry.listener(data);
      if (typeof result?.then === "function") result.then(undefined, (error) => entry.record.failed(`events:${channel}`, error));
    } catch (error) {
      entry.record.failed(`events:${channel}`, error);
    }
  }
}

/** @param {import("./record.js").Record} record */
export function makeBus(record) {
  return {
    on(channel, listener) {
      record.assertInForce();
      if (typeof listener !== "function") throw new TypeError(`the listener of \`${channel}\` is not a function`);
      const entry = { record, listener };
      if (!channels.has(channel)) channels.set(channel, new Set());
      channels.get(channel).add(entry);
      ask("bus.listen", { channel, on: true });
      const off = () => {
        channels.get(channel)?.delete(entry);
        record.busListeners.delete(off);
        if (channels.get(channel)?.size === 0) ask("bus.listen", { channel, on: false });
      };
      record.busListeners.add(off);
      return off;
    },
    emit(channel, data) {
      record.assertInForce();
      here(channel, data);
      for (const runtime of ask("bus.listeners", { channel }) ?? []) {
        let step = ask("bus.deliver", { runtime, channel, data: packed(data) });
        while (step?.deliver !== undefined) {
          deliver(step.deliver);
          step = ask("bus.wait", { wait: step.wait });
        }
        if (step !== undefined) copyBack(data, step.changed ?? undefined);
      }
    },
  };
}

const packed = (data) => (data === undefined ? { $nothing: true } : pack(data));

/** Another runtime emitted: runs the listeners of this one, and gives the data back as they left it. */
function deliver({ id, channel, data: sent }) {
  const data = sent?.$nothing ? undefined : unpack(sent);
  let left = null;
  try {
    here(channel, data);
    left = pack(data) ?? null;
  } finally {
    ask("bus.heard", { id, data: left });
  }
}

/** Runs the listeners for what others emitted meanwhile. */
export function deliverAll() {
  for (let next = ask("bus.take"); next !== undefined; next = ask("bus.take")) deliver(next);
}
