// Abort signals for what the program may give up: a run, a tool call, anything it named.

import { ask } from "./bridge.js";

/** @type {Map<string, AbortController>} */
const open = new Map();

/** The signal of something that the program names; `done` forgets it. */
export function forCall(name) {
  const controller = new AbortController();
  open.set(name, controller);
  return { signal: controller.signal, done: () => open.delete(name) };
}

/** @type {{ run: string, controller: AbortController } | undefined} */
let current;

/** The signal of the active run, if there is one. */
export function ofRun() {
  const run = ask("run.current");
  if (run === undefined) return undefined;
  if (current?.run !== run) {
    const controller = new AbortController();
    current = { run, controller };
    open.set(run, controller);
    if (ask("run.watch", { run }) === true) controller.abort();
  }
  return current.controller.signal;
}

/** The program gave something up, or it ended. */
export function over(name, aborted) {
  const controller = open.get(name);
  open.delete(name);
  if (aborted) controller?.abort();
}
