// The bus between extensions. An emit returns when the synchronous part of every listener has run, here and in the other
// runtimes; what the others changed of the data is copied back. Functions in the data cross as handles that answer later.

import { ask, later } from "./bridge.js";
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
      const answer = ask("bus.emit", { channel, data: pack(data) });
      for (const { runtime, changed } of answer ?? []) copyBack(data, changed, invoker(runtime));
    },
  };
}

/** Calls functions that live in another runtime. */
const invoker = (runtime) => (handle, args) =>
  later("bus.invoke", { runtime, handle, args: pack(args) }).then((value) => unpack(value, invoker(runtime)));

/** Another runtime emitted: runs the listeners of this one, and gives the data back as they left it. */
export function deliver(channel, packed, from) {
  const data = unpack(packed, invoker(from));
  here(channel, data);
  return pack(data);
}
