// Components of extensions: they live here, the screen asks for their lines and hands them keys. Loaded when the first is
// shown.

import { ask, later } from "../bridge.js";
import { currentTheme } from "../theme.js";
import { appKeybindings } from "../../host/pi-coding-agent/app-keys.js";
import { corner, room } from "./overlay.js";
import { connect, editorTheme, programsEditor } from "./editor.js";
import { makeTui } from "./tui.js";

/**
 * What is shown. `place` is `slot`, `overlay`, `widget`, `header`, `footer`, `editor` or `listener`.
 * @typedef {{ id: number, record: any, place: string, key: string, component: any, options?: any, owner?: number, hidden: boolean,
 *   focused: boolean, bounds?: any, resolve?: (value: any) => void }} Shown
 */

/** @type {Map<number, Shown>} by the number that the program gave it */
const open = new Map();

const act = (what, id, more = {}) => ask("ui.component", { do: what, id, ...more });

/** A new entry; it is on the screen only when it is mounted. */
function make(record, place, more = {}) {
  const id = ask("ui.component", { do: "name" });
  const shown = { id, record, place, key: "", component: undefined, hidden: false, focused: false, ...more };
  open.set(id, shown);
  return shown;
}

function mount(shown) {
  const { id, record, place, key, options } = shown;
  const takesKeys = place !== "overlay" || optionsOf(shown).nonCapturing !== true;
  act("mount", id, { place, key, extension: record.id, below: options?.placement === "belowEditor", takesKeys });
}

const optionsOf = (shown) => (typeof shown.options === "function" ? shown.options() : shown.options) ?? {};

const NAMES = { widget: "setWidget", header: "setHeader", footer: "setFooter" };

/** Throws when what a factory gave cannot be shown: it would take the keys and say nothing. */
function checkComponent({ component, record }, method) {
  if (typeof component?.render === "function") return;
  const given = component === undefined || component === null ? "no component was given" : "what was given is no component";
  throw new TypeError(`ctx.ui.${method} of the extension \`${record.path}\`: ${given}; its function must return an object with \`render(width)\``);
}

const places = {
  overlay(owner, component, options) {
    const record = open.get(owner)?.record;
    if (record === undefined) throw new Error("the component is not shown any more");
    const shown = make(record, "overlay", { component, options, owner });
    mount(shown);
    return handle(shown);
  },
  over: (owner) => [...open.values()].filter((other) => other.owner === owner && !other.hidden).map(handle),
};

/** What the owner of an overlay does with it. */
function handle(shown) {
  const { id } = shown;
  return {
    hide: () => close(id),
    setHidden(hidden) {
      shown.hidden = hidden === true;
      act("hide", id, { hidden: shown.hidden });
    },
    isHidden: () => shown.hidden,
    focus: () => act("focus", id, { on: true }),
    unfocus: () => act("focus", id, { on: false }),
    isFocused: () => shown.focused,
    getBounds: () => shown.bounds,
  };
}

/** Puts a component in a place that stays; nothing takes it away. Gives what takes a listener away. */
export function setComponent(record, place, factory, { key = "", ...options } = {}) {
  for (const shown of [...open.values()]) {
    const same = shown.record === record && shown.place === place && shown.key === key;
    if (same && place !== "listener") close(shown.id);
  }
  if (factory === undefined) return undefined;
  const shown = make(record, place, { key, options });
  if (place === "listener") shown.component = { render: () => [], handleInput: factory };
  else {
    try {
      shown.component = factory(makeTui(shown.id, places), currentTheme(), options.third?.());
      checkComponent(shown, NAMES[place]);
    } catch (error) {
      close(shown.id);
      throw error;
    }
  }
  mount(shown);
  return () => close(shown.id);
}

/** Puts an editor in the place of the program's; without a factory the program's is back. */
export function setEditor(record, factory) {
  record.editorFactory = factory;
  for (const shown of [...open.values()]) if (shown.record === record && shown.place === "editor") close(shown.id);
  const maker = factory ?? (record.completions.length > 0 ? programsEditor : undefined);
  if (maker === undefined) return;
  const shown = make(record, "editor");
  try {
    shown.component = maker(makeTui(shown.id, places), editorTheme(currentTheme()), appKeybindings());
    checkComponent(shown, "setEditorComponent");
    connect(shown.component, record.completions, (what, more) => act(what, shown.id, more));
  } catch (error) {
    close(shown.id);
    throw error;
  }
  mount(shown);
}

/** Adds a way to complete what is typed. The program's own line has none of that kind, so an editor takes its place. */
export function addCompletion(record, factory) {
  record.completions.push(factory);
  setEditor(record, record.editorFactory);
}

/** Another text in an editor: whole, or where the cursor is. */
export function setText(id, text, whole) {
  const { component } = open.get(id) ?? {};
  if (component === undefined) return;
  if (whole || !component.insertTextAtCursor) component.setText?.(text);
  else component.insertTextAtCursor(text);
  act("redraw", id);
}

/** Shows a component that asks for something, and waits for what it gives to `done`. */
export async function custom(record, factory, options = {}) {
  const shown = make(record, options.overlay === true ? "overlay" : "slot", { options: options.overlayOptions });
  const { id } = shown;
  const answer = new Promise((resolve) => (shown.resolve = resolve));
  const done = (value) => {
    shown.resolve(value);
    close(id);
  };
  try {
    shown.component = await factory(makeTui(id, places), currentTheme(), appKeybindings(), done);
    // What is answered already needs nothing to be shown.
    if (open.has(id)) checkComponent(shown, "custom");
  } catch (error) {
    close(id);
    throw error;
  }
  if (!open.has(id)) {
    shown.component?.dispose?.();
    return answer;
  }
  const title = options.blocked?.message;
  const kind = options.blocked?.kind;
  const waits = later("ui.custom", { id, kind, title, extension: record.id });
  mount(shown);
  options.onHandle?.(handle(shown));
  // Given up by a reload or the end: the question is answered as if cancelled.
  waits.then(() => close(id), () => close(id));
  return answer;
}

function close(id) {
  const shown = open.get(id);
  if (shown === undefined) return;
  open.delete(id);
  act("unmount", id);
  shown.component?.dispose?.();
  shown.resolve?.(undefined);
  for (const other of [...open.values()]) if (other.owner === id) close(other.id);
}

/** What a component looks like on a screen of this size. */
export function draw(id, columns, rows) {
  const shown = open.get(id);
  if (shown?.component === undefined) return { lines: [] };
  const { component } = shown;
  if (shown.place !== "overlay") return { lines: component.render(columns), width: columns };
  const options = optionsOf(shown);
  if (shown.hidden || options.visible?.(columns, rows) === false) return { lines: [], hidden: true };
  const { width, height } = room(options, columns, rows);
  const lines = component.render(width).slice(0, height);
  const at = corner(options, columns, rows, width, lines.length);
  shown.bounds = { row: at[0], col: at[1], width, height: lines.length };
  return { lines, at, width };
}

/** What was typed goes to a component, which is drawn again. */
export function input(id, data) {
  const { component } = open.get(id) ?? {};
  const result = component?.handleInput?.(data);
  if (open.has(id)) act("redraw", id);
  return result;
}

/** What a listener leaves of what was typed; nothing when it takes it. */
export function filter(id, data) {
  const result = open.get(id)?.component?.handleInput(data);
  if (result?.consume === true) return null;
  return typeof result?.data === "string" ? result.data : data;
}

/** Whether what is typed goes to a component now. */
export function focus(id, on) {
  const shown = open.get(id);
  if (shown === undefined) return;
  shown.focused = on;
  if (shown.component && "focused" in shown.component) {
    shown.component.focused = on;
    act("redraw", id);
  }
}

/** The screen shows it no longer. */
export const closed = (id) => close(id);

/** What a footer knows besides. */
export const footerData = () => ({
  getGitBranch: () => ask("ui.gitBranch") ?? null,
  getExtensionStatuses: () => new Map(ask("ui.statuses") ?? []),
  getAvailableProviderCount: () => ask("models.providers") ?? 0,
  onBranchChange: () => () => {},
});

/** Everything is drawn anew: its colors have changed. */
export function redrawAll() {
  for (const { id, component } of open.values()) {
    component?.invalidate?.();
    act("redraw", id);
  }
}

/** Everything that a record shows goes. */
export function closeAll(record) {
  for (const shown of [...open.values()]) if (shown.record === record) close(shown.id);
}
