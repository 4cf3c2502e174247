// Components of extensions: they live here, the screen asks for their lines and hands them keys.
//
// A face without a screen is told nothing, and a question of this kind is answered with nothing.

import { ask, later } from "./bridge.js";
import { requireHost } from "pith:native/loader";
import { currentTheme } from "./theme.js";

/** @type {Map<number, { component: any, record: any, resolve?: (value: any) => void }>} */
const open = new Map();
let next = 1;

/** The widest line that is taken over. */
const clip = (line, width) => {
  const { visibleWidth, truncateToWidth } = requireHost("@earendil-works/pi-tui");
  return visibleWidth(line) > width ? truncateToWidth(line, width) : line;
};

/** What a component knows of the screen. */
function screen(id) {
  return {
    requestRender: () => ask("ui.component", { do: "render", id }),
    showOverlay: (component, options) => overlay(id, component, options),
    start: () => ask("ui.component", { do: "resume", id }),
    stop: () => ask("ui.component", { do: "suspend", id }),
    setFocus: () => ask("ui.component", { do: "focus", id }),
    terminal: {
      get columns() {
        return ask("ui.columns") ?? 80;
      },
      get rows() {
        return ask("ui.rows") ?? 24;
      },
    },
  };
}

function overlay(owner, component, options = {}) {
  const id = next++;
  open.set(id, { component, record: open.get(owner)?.record });
  ask("ui.component", { do: "open", id, kind: "overlay", owner, options: typeof options === "function" ? options() : options });
  const hide = () => close(id);
  return { hide, setHidden: (hidden) => ask("ui.component", { do: "hidden", id, hidden }), isHidden: () => false };
}

const keybindings = {
  matches: (data, id) => ask("ui.keyMatches", { data, id }) === true,
  getKeys: (id) => ask("ui.keys", { id }) ?? [],
};

/** Puts a component in a place that stays: a widget, the footer, the header, the editor. */
export function setComponent(record, kind, factory, options = {}) {
  const off = () => {};
  if (kind === "editor") record.editorFactory = undefined;
  if (ask("ui.components") !== true) return kind === "terminalInput" ? off : undefined;
  if (factory === undefined) return ask("ui.component", { do: "clear", kind, ...options });
  const id = next++;
  const entry = { component: undefined, record };
  open.set(id, entry);
  if (kind === "terminalInput") {
    entry.component = { render: () => [], handleInput: factory };
    ask("ui.component", { do: "open", id, kind });
    return () => close(id);
  }
  if (kind === "editor") record.editorFactory = factory;
  entry.component = kind === "footer" ? factory(screen(id), currentTheme(), footerData()) : factory(screen(id), currentTheme(), keybindings);
  ask("ui.component", { do: "open", id, kind, extension: record.id, ...options });
  return undefined;
}

function footerData() {
  return {
    getGitBranch: () => ask("ui.gitBranch") ?? null,
    getExtensionStatuses: () => new Map(ask("ui.statuses") ?? []),
    getAvailableProviderCount: () => ask("models.providers") ?? 0,
    onBranchChange: () => () => {},
  };
}

/** Shows a component that asks for something, and waits for what it gives to `done`. */
export async function custom(record, factory, options = {}) {
  if (ask("ui.components") !== true) return undefined;
  const id = next++;
  const entry = { component: undefined, record };
  open.set(id, entry);
  const answer = new Promise((resolve) => (entry.resolve = resolve));
  const done = (value) => {
    entry.resolve(value);
    close(id);
  };
  entry.component = await factory(screen(id), currentTheme(), keybindings, done);
  if (!open.has(id)) return answer;
  const place = typeof options.overlayOptions === "function" ? options.overlayOptions() : options.overlayOptions;
  const shown = later("ui.custom", { id, overlay: options.overlay === true, place, extension: record.id });
  options.onHandle?.({ hide: () => done(undefined), setHidden: (hidden) => ask("ui.component", { do: "hidden", id, hidden }), isHidden: () => false });
  // Given up by a reload or the end: the question is answered as if cancelled.
  shown.then(() => done(undefined), () => done(undefined));
  return answer;
}

function close(id) {
  const entry = open.get(id);
  if (entry === undefined) return;
  open.delete(id);
  ask("ui.component", { do: "close", id });
  entry.component?.dispose?.();
  entry.resolve?.(undefined);
}

/** The lines of a component, clipped to the width; `wide` says that one was too long. */
export function render(id, width) {
  const component = open.get(id)?.component;
  if (component === undefined) return { lines: [], wide: false };
  const lines = component.render(width);
  const clipped = lines.map((line) => clip(String(line), width));
  return { lines: clipped, wide: clipped.some((line, index) => line !== lines[index]) };
}

/** A key goes to a component. */
export function input(id, data) {
  return open.get(id)?.component?.handleInput?.(data);
}

/** Everything that a record shows goes. */
export function closeAll(record) {
  for (const [id, entry] of [...open]) if (entry.record === record) close(id);
}
