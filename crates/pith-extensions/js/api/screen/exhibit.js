// What extensions show in their own way: calls of tools and results, messages and entries of their own kinds. Loaded when the
// first of it is shown.

import { ask } from "../bridge.js";
import { currentTheme } from "../theme.js";
import { keyHint, keyText } from "../../host/pi-coding-agent/keys.js";

/** Calls whose state is remembered; the oldest go first. */
const MOST = 200;

/** @type {Map<string, { state: object, call?: any, result?: any }>} by the call */
const calls = new Map();

function callOf(id) {
  let call = calls.get(id);
  if (call === undefined) {
    call = { state: {} };
    calls.set(id, call);
    if (calls.size > MOST) calls.delete(calls.keys().next().value);
  }
  return call;
}

/** How a tool is shown: what the resolvers choose, finally what the tool brings itself. */
function rendererOf(record, name) {
  const own = record.tools.get(name);
  const from = (at) => {
    const resolver = record.toolRenderers[at];
    if (resolver !== undefined) return resolver(name, () => from(at + 1));
    return own && { renderShell: own.renderShell, renderCall: own.renderCall, renderResult: own.renderResult };
  };
  return from(0) ?? {};
}

function shownTool(record, { kind, callId, tool, args, result, partial, isError = false, durationMs }, expanded) {
  const { renderCall, renderResult } = rendererOf(record, tool);
  const call = callOf(callId);
  const slot = kind === "call" ? "call" : "result";
  const context = {
    args,
    toolCallId: callId,
    invalidate: () => {},
    lastComponent: call[slot],
    state: call.state,
    cwd: ask("session.cwd"),
    executionStarted: true,
    argsComplete: true,
    isPartial: partial,
    expanded,
    showImages: false,
    isError,
    durationMs: durationMs ?? undefined,
    outputPad: 0,
    keyText,
    keyHint,
  };
  const theme = currentTheme();
  if (kind === "call") call.call = renderCall?.(args, theme, context);
  else call.result = renderResult?.(result, { expanded, isPartial: partial }, theme, context);
  return call[slot];
}

/** The lines of something for a width; nothing where it is to be shown as usual. */
export function exhibit(record, what, columns, expanded) {
  const options = { expanded, outputPad: 0, keyText, keyHint };
  let component;
  if (what.kind === "message") component = record.messageRenderers.get(what.message.customType)?.(what.message, options, currentTheme());
  else if (what.kind === "entry") component = record.entryRenderers.get(what.entry.customType)?.(what.entry, options, currentTheme());
  else component = shownTool(record, what, expanded);
  return component === undefined || component === null ? null : component.render(columns);
}
