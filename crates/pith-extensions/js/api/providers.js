// Providers of extensions: an endpoint with its models, or a stream of their own.

import { ask } from "./bridge.js";

/** What of a provider's description is code; it stays here and is called by name. */
const CODE = ["streamSimple", "refreshModels"];

/** @param {import("./record.js").Record} record */
export function registerProvider(record, nameOrProvider, config) {
  const native = typeof nameOrProvider === "object" && nameOrProvider !== null;
  const name = native ? nameOrProvider.id ?? nameOrProvider.name : nameOrProvider;
  if (typeof name !== "string" || name === "") throw new TypeError("a provider needs a name");
  const given = native ? nameOrProvider : config ?? {};
  record.providers.set(name, { config: given, native: native ? nameOrProvider : undefined });
  const { oauth, ...rest } = given;
  const data = { ...rest, name: given.name ?? name, models: native ? given.getModels?.() ?? given.models : given.models };
  for (const key of CODE) delete data[key];
  record.changed("provider", {
    name,
    config: data,
    streams: typeof (given.streamSimple ?? given.stream) === "function",
    refreshes: typeof given.refreshModels === "function",
    oauth: oauth === undefined ? undefined : { name: oauth.name, isSubscription: oauth.isSubscription },
  });
}

/** @param {import("./record.js").Record} record */
export function unregisterProvider(record, name) {
  record.providers.delete(name);
  record.changed("provider", { name, config: null });
}

/** @param {import("./record.js").Record} record */
export function registerVirtualModel(record, definition) {
  record.virtualModels.set(`${definition.provider}/${definition.id}`, definition);
  const { route, ...data } = definition;
  record.changed("virtualModel", { ...data, on: true });
}

/** A model of an extension's own stream is asked; its events go to the program one by one. */
export async function streamed(record, name, request, signal) {
  const { config } = record.providers.get(name);
  const run = config.streamSimple ?? config.stream;
  const stream = run.call(config, request.model, request.context, { ...request.options, signal });
  for await (const event of stream) ask("provider.event", { stream: request.stream, event });
  return stream.result();
}

/** The models a provider has now. */
export async function refreshed(record, name, context) {
  return record.providers.get(name).config.refreshModels(context);
}
