// The way to what extensions draw themselves. A face without a screen is told nothing, and a question of this kind is
// answered with nothing there; what draws is loaded when it is needed.

import { ask } from "./bridge.js";
import { requireHost } from "pith:native/loader";

let loaded = false;

/** What draws. */
export function screen() {
  loaded = true;
  return requireHost("pith:js/api/screen/index.js");
}

const drawn = () => ask("ui.components") === true;

/** Shows a component that asks for something, and waits for what it gives to `done`. */
export const custom = async (record, factory, options) => (drawn() ? screen().custom(record, factory, options) : undefined);

/** Puts a component in a place that stays; nothing takes it away. */
export function setComponent(record, place, factory, options) {
  if (factory === undefined && !loaded) return undefined;
  return drawn() ? screen().setComponent(record, place, factory, options) : undefined;
}

/** Puts an editor in the place of the program's. */
export function setEditor(record, factory) {
  if (drawn()) screen().setEditor(record, factory);
}

/** Adds a way to complete what is typed. */
export function addCompletion(record, factory) {
  if (drawn()) screen().addCompletion(record, factory);
}

/** Everything is drawn anew: its colors have changed. */
export function redrawAll() {
  if (loaded) screen().redrawAll();
}

/** Everything that a record shows goes. */
export function closeAll(record) {
  if (loaded) screen().closeAll(record);
}
