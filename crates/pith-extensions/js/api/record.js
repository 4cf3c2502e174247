// What one extension has registered, and whether it is still in force.

import { isEnding, written } from "pith:native/calls";
import { describe } from "../runtime/calls.js";
import { ask } from "./bridge.js";

export class Record {
  /** @param {string} id names this load of the extension to the program @param {string} path */
  constructor(id, path) {
    this.id = id;
    this.path = path;
    /** @type {Map<string, { handler: Function }[]>} */
    this.handlers = new Map();
    this.tools = new Map();
    this.commands = new Map();
    this.shortcuts = new Map();
    this.flags = new Map();
    this.messageRenderers = new Map();
    this.entryRenderers = new Map();
    this.toolRenderers = [];
    this.providers = new Map();
    this.virtualModels = new Map();
    this.markdown = undefined;
    /** @type {Function | undefined} what made the editor that this extension has set */
    this.editorFactory = undefined;
    /** @type {Function[]} ways to complete what is typed, each around those before */
    this.completions = [];
    /** @type {Set<() => void>} */
    this.busListeners = new Set();
    /** @type {Set<Promise<void>>} messages for a queue that are on their way to it */
    this.underWay = new Set();
    /** @type {Set<Promise<void>>} what may be about to start a run */
    this.starts = new Set();
    /** What its contexts are made of, and one that is made ahead. */
    this.contextMembers = undefined;
    this.spare = undefined;
    this.loading = true;
    /** @type {string | undefined} why it is not in force any more */
    this.stale = undefined;
  }

  /** Throws when the extension was reloaded, or its session replaced. */
  assertInForce() {
    if (this.stale !== undefined) throw new Error(this.stale);
  }

  /** Throws while the factory runs: there is no session yet. */
  assertBound(member) {
    this.assertInForce();
    if (this.loading) {
      throw new Error(`\`${member}\` acts on a session and is not initialised while the extension is loading; call it from a handler`);
    }
  }

  /** @param {Promise<void>} sent settles, without failing, when the message is in its queue */
  sending(sent) {
    this.underWay.add(sent);
    sent.then(() => this.underWay.delete(sent));
  }

  /** @param {Promise<void>} sent settles, without failing, when the run that it starts has begun */
  starting(sent) {
    this.starts.add(sent);
    sent.then(() => this.starts.delete(sent));
  }

  /** Returns when whatever was sent so far has begun its run. */
  async started() {
    if (this.starts.size > 0) await Promise.all(this.starts);
  }

  /** Returns when what was sent so far is in its queue. */
  async sent() {
    await Promise.all(this.underWay);
  }

  /** Tells the program what kind of thing was registered. */
  changed(what, value) {
    ask("register", { extension: this.id, what, value });
  }

  /** Reports a failure that stops nothing. */
  failed(event, error) {
    const told = describe(error);
    // One that has ended itself, or is out of memory, is stopped: that is what will be told.
    if (isEnding(told[0], told[1])) return;
    const { message, stack } = words(error);
    ask("report", { extension: this.id, event, error: message, stack });
  }
}

/** Message and stack of whatever was thrown, with the lines as they were written. */
export function words(error) {
  if (typeof error === "object" && error !== null) {
    try {
      const message = error.message === undefined ? String(error) : String(error.message);
      return { message, stack: typeof error.stack === "string" ? written(error.stack) : undefined };
    } catch {
      return { message: "an error that cannot be read", stack: undefined };
    }
  }
  return { message: String(error), stack: undefined };
}
