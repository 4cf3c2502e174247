// What a component knows of the screen: how large it is, how to say that it changed, and how to put something over it.

import { ask } from "../bridge.js";

const noop = () => {};

/**
 * @param {number} id of the component that is given this
 * @param {{ overlay: (owner: number, component: any, options: any) => any, over: (owner: number) => any[] }} places
 */
export function makeTui(id, places) {
  const act = (what, more = {}) => ask("ui.component", { do: what, id, ...more });
  return {
    mode: "main",
    children: [],
    fullRedraws: 0,
    requestRender: () => act("redraw"),
    renderNow: () => act("redraw"),
    invalidate: () => act("redraw"),
    showOverlay: (component, options = {}) => places.overlay(id, component, options),
    hideOverlay: () => places.over(id).at(-1)?.hide(),
    hasOverlay: () => places.over(id).length > 0,
    start: () => act("lend", { away: false }),
    stop: () => act("lend", { away: true }),
    setFocus: (component) => {
      act("focus", { on: component !== null });
    },
    addChild: noop,
    removeChild: noop,
    clear: noop,
    addInputListener: () => noop,
    removeInputListener: noop,
    getShowHardwareCursor: () => false,
    setShowHardwareCursor: noop,
    getClearOnShrink: () => true,
    setClearOnShrink: noop,
    setSuspendSignalHandler: noop,
    setTerminalColorSchemeNotifications: noop,
    onTerminalColorSchemeChange: () => noop,
    queryTerminalColors: async () => ({}),
    render: () => [],
    terminal: {
      get columns() {
        return ask("ui.size").columns;
      },
      get rows() {
        return ask("ui.size").rows;
      },
      kittyProtocolActive: false,
      write: noop,
      setTitle: (title) => ask("ui.show", { what: "title", title: String(title) }),
      setProgress: noop,
      hideCursor: noop,
      showCursor: noop,
    },
  };
}
