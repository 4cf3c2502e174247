// How the tools show their calls and results, in the colors of the theme.

import { Text } from "../../pi-tui/components/text.js";
import { renderDiff } from "../diff.js";

/** `:3-7` behind a path; nothing when all of the file is read. */
export function formatReadLineRange(offset, limit) {
  if (typeof offset !== "number" && typeof limit !== "number") return "";
  const first = typeof offset === "number" ? offset : 1;
  return `:${first}${typeof limit === "number" ? `-${first + limit - 1}` : ""}`;
}

const heads = {
  read: (args, theme) => `${args.path ?? "..."}${theme.fg("warning", formatReadLineRange(args.offset, args.limit))}`,
  bash: (args) => `$ ${args.command ?? "..."}`,
  powershell: (args) => `> ${args.command ?? "..."}`,
  grep: (args) => `/${args.pattern ?? ""}/ in ${args.path ?? "."}`,
  find: (args) => `${args.pattern ?? ""} in ${args.path ?? "."}`,
};
const lines = { read: 10, bash: 5, powershell: 5, grep: 15, find: 20, ls: 20, write: 10 };

function text(context) {
  return context?.lastComponent instanceof Text ? context.lastComponent : new Text("", 0, 0);
}

export const renderCall = (name) => (args, theme, context) => {
  const component = text(context);
  const head = heads[name]?.(args ?? {}, theme) ?? args?.path ?? ".";
  const shell = name === "bash" || name === "powershell";
  component.setText(shell ? theme.fg("toolTitle", theme.bold(head)) : `${theme.fg("toolTitle", theme.bold(name))} ${theme.fg("accent", head)}`);
  return component;
};

export const renderResult = (name) => (result, { expanded }, theme, context) => {
  const component = text(context);
  const body = (result.content ?? []).filter((part) => part.type === "text").map((part) => part.text).join("\n");
  if (result.details?.diff && !context?.isError) {
    component.setText(`\n${renderDiff(result.details.diff, {}, theme)}`);
    return component;
  }
  if ((name === "read" || name === "write" || name === "edit") && !expanded && !context?.isError) {
    component.setText("");
    return component;
  }
  const all = body.split("\n");
  const room = expanded ? all.length : (lines[name] ?? 10);
  const shell = name === "bash" || name === "powershell";
  const shown = shell ? all.slice(-room) : all.slice(0, room);
  const hidden = all.length - shown.length;
  const note = hidden > 0 ? theme.fg("muted", `... (${hidden} ${shell ? "earlier" : "more"} lines)`) : "";
  const painted = shown.map((line) => theme.fg(context?.isError ? "error" : "toolOutput", line));
  component.setText(`\n${(shell ? [note, ...painted] : [...painted, note]).filter((line, i, list) => line !== "" || (i > 0 && i < list.length - 1)).join("\n")}`);
  return component;
};
