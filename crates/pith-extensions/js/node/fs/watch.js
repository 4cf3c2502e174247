// `fs.watch` and `fs.watchFile`: to be told when a file changes.

import { watch as watchNative } from "pith:native/fs";
import { EventEmitter } from "../events.js";
import { pathOf, statSync } from "./sync.js";
import { Stats } from "./stats.js";

export class FSWatcher extends EventEmitter {
  #native;
  constructor(target, options) {
    super();
    this.#native = watchNative(pathOf(target), Boolean(options.recursive), ([event, filename]) => this.emit("change", event, filename));
    options.signal?.addEventListener("abort", () => this.close(), { once: true });
  }
  close() {
    if (!this.#native) return;
    this.#native.close();
    this.#native = null;
    queueMicrotask(() => this.emit("close"));
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
}

export function watch(target, options, listener) {
  const heard = typeof options === "function" ? options : listener;
  const watcher = new FSWatcher(target, typeof options === "object" && options ? options : {});
  if (heard) watcher.on("change", heard);
  return watcher;
}

/** The form of `fs/promises`: an iterator over events, until the signal aborts. */
export async function* watchEvents(target, options = {}) {
  const queue = [];
  let wake = () => {};
  const watcher = watch(target, options, (eventType, filename) => {
    queue.push({ eventType, filename });
    wake();
  });
  options.signal?.addEventListener("abort", () => wake(), { once: true });
  try {
    for (;;) {
      if (options.signal?.aborted) throw Object.assign(new Error("The operation was aborted"), { name: "AbortError", code: "ABORT_ERR" });
      if (queue.length) yield queue.shift();
      else await new Promise((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    watcher.close();
  }
}

const polled = new Map();
const nothing = () => new Stats({ dev: 0, mode: 0, nlink: 0, uid: 0, gid: 0, rdev: 0, blksize: 0, ino: 0, size: 0, blocks: 0, atimeMs: 0, mtimeMs: 0, ctimeMs: 0, birthtimeMs: 0 });

export function watchFile(target, options, listener) {
  const file = pathOf(target);
  const heard = typeof options === "function" ? options : listener;
  const interval = options?.interval ?? 5007;
  unwatchFile(file, heard);
  const look = () => statSync(file, { throwIfNoEntry: false }) ?? nothing();
  let before = look();
  const timer = setInterval(() => {
    const now = look();
    if (now.mtimeMs === before.mtimeMs && now.size === before.size && now.ino === before.ino) return;
    const was = before;
    before = now;
    heard(now, was);
  }, interval);
  polled.set(file, [...(polled.get(file) ?? []), { heard, timer }]);
  return { ref() { return this; }, unref() { return this; } };
}

export function unwatchFile(target, listener) {
  const file = pathOf(target);
  const left = [];
  for (const one of polled.get(file) ?? []) {
    if (!listener || one.heard === listener) clearInterval(one.timer);
    else left.push(one);
  }
  if (left.length) polled.set(file, left);
  else polled.delete(file);
}
