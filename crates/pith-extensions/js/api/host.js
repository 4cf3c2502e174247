// What the program can have done here: extensions loaded, events dispatched, commands and tools run.

import { expose, loading } from "pith:native/loader";
import { onceAnswered } from "../runtime/calls.js";
import { lazily } from "../runtime/lazily.js";
import { closeAll, screen } from "./components.js";
import { makeApi } from "./pi.js";
import { Record } from "./record.js";

const bus = lazily("api/bus.js");
const contexts = lazily("api/context.js");
const dispatcher = lazily("api/dispatch/index.js");
const exhibits = lazily("api/screen/exhibit.js");
const given = lazily("api/given.js");
const handles = lazily("api/handles.js");
const logins = lazily("api/logins.js");
const providers = lazily("api/providers.js");
const signals = lazily("api/signals.js");
const tools = lazily("api/tools.js");

/** @type {Map<string, Record>} by the id of the load */
const records = new Map();
/** @type {Map<string, Record>} those in force, by path */
const inForce = new Map();

const record = (id) => {
  const found = records.get(id);
  if (found === undefined) throw new Error("this extension is not loaded");
  return found;
};

/** @type {Map<string, any>} modules that were imported ahead of their turn, by path */
const ahead = new Map();

/** Imports an extension ahead of its turn, and what most of them need then; what fails is told when its turn has come. */
expose("import", async (path) => {
  loading(true);
  const module = await import(path).catch(() => undefined);
  if (module === undefined) return;
  ahead.set(path, module);
  tools();
  given();
});

/** Imports an extension and runs its factory. */
expose("load", async (id, path) => {
  const made = new Record(id, path);
  records.set(id, made);
  loading(true);
  // What it compiled to is kept for the next start.
  onceAnswered(() => loading(false));
  try {
    const module = ahead.get(path) ?? (await import(path));
    ahead.delete(path);
    let factory = module.default;
    // A CommonJS module that was made of an ES module.
    if (typeof factory !== "function" && typeof factory?.default === "function") factory = factory.default;
    if (typeof factory !== "function") {
      throw new TypeError("the module does not export a valid factory: its default export must be a function");
    }
    await factory(makeApi(made));
    made.loading = false;
    inForce.set(path, made);
  } catch (error) {
    end(made, "this extension failed to load");
    records.delete(id);
    throw error;
  }
});

/** Answered when what was loaded before is kept for the next start. */
expose("kept", () => undefined);

/** What the events need that an extension hears is loaded before the first of them. */
expose("ready", (id) => {
  const loaded = records.get(id);
  if (loaded?.handlers.size > 0) dispatcher().prepare(loaded);
});

expose("dispatch", (id, event, data, text) => {
  const owner = record(id);
  const { dispatch, spare } = dispatcher();
  onceAnswered(() => spare(owner));
  return dispatch(owner, event, data, text);
});

expose("command", async (id, name, args) => {
  const owner = record(id);
  await owner.commands.get(name).handler(args, contexts().makeCommandContext(owner, (path) => inForce.get(path)));
});

expose("complete", async (id, name, prefix) => (await record(id).commands.get(name).getArgumentCompletions(prefix)) ?? null);

expose("shortcut", async (id, key) => {
  const owner = record(id);
  await owner.shortcuts.get(key).handler(contexts().makeContext(owner));
});

expose("prepare", (id, tool, args) => tools().prepare(record(id), tool, args));
expose("execute", (id, tool, callId, args) => tools().execute(record(id), tool, callId, args));

expose("stream", async (id, provider, request) => {
  const signal = signals().forCall(request.stream);
  try {
    return await providers().streamed(record(id), provider, request, signal.signal);
  } finally {
    signal.done();
  }
});
expose("route", (id, key, request) => providers().routed(record(id), key, request));
expose("operate", async (id, provider, request) => {
  const signal = signals().forCall(request.call);
  try {
    return await providers().operated(record(id), provider, request, signal.signal);
  } finally {
    signal.done();
  }
});
expose("refresh", (id, provider) => providers().refreshed(record(id), provider));

expose("login", async (id, provider, login) => {
  const signal = signals().forCall(login);
  try {
    return await logins().signIn(record(id), provider, login, signal.signal);
  } finally {
    signal.done();
  }
});
expose("renew", (id, provider, credentials) => logins().renewed(record(id), provider, credentials));
expose("access", (id, provider, credentials) => logins().accessOf(record(id), provider, credentials));
expose("project", (id, provider, models, credentials) => logins().projected(record(id), provider, models, credentials));

for (const entry of ["draw", "input", "filter", "focus", "setText", "closed"]) expose(entry, (...args) => screen()[entry](...args));
expose("exhibit", (id, what, columns, expanded) => exhibits().exhibit(record(id), what, columns, expanded));
expose("transform", (id, text, context) => record(id).markdown.transform(text, context));

expose("bus", () => bus().deliverAll());
expose("invoke", (...args) => handles().invoke(...args));
expose("over", (...args) => signals().over(...args));

/** An extension is in force no longer; whatever is called of its old objects says why. */
expose("invalidate", (id, why) => {
  const old = records.get(id);
  if (old === undefined) return;
  records.delete(id);
  if (inForce.get(old.path) === old) inForce.delete(old.path);
  end(old, why);
});

function end(old, why) {
  for (const off of [...old.busListeners]) off();
  closeAll(old);
  old.stale = why;
}

