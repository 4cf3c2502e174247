// `console`: lines for a person, told to the host with their level.

import { write } from "pith:native/console";
import { formatWithOptions } from "../node/util/format.js";
import { inspect } from "../node/util/inspect.js";

const counts = new Map();
const times = new Map();

function table(rows, columns) {
  const index = "(index)";
  const lines = [];
  const names = new Set();
  const values = [];
  for (const [key, row] of rows instanceof Map ? rows : Object.entries(rows)) {
    const cells = new Map([[index, String(key)]]);
    if (row !== null && typeof row === "object") {
      for (const [name, value] of Object.entries(row)) if (!columns || columns.includes(name)) cells.set(name, inspect(value, { depth: 0 }));
    } else cells.set("Values", inspect(row));
    for (const name of cells.keys()) names.add(name);
    values.push(cells);
  }
  const ordered = [...names].filter((name) => name !== "Values");
  if (names.has("Values")) ordered.push("Values");
  const widths = ordered.map((name) => Math.max(name.length, ...values.map((cells) => (cells.get(name) ?? "").length)) + 2);
  const line = (cells) => `│${cells.map((cell, i) => ` ${cell.padEnd(widths[i] - 1)}`).join("│")}│`;
  const rule = (left, middle, right) => left + widths.map((width) => "─".repeat(width)).join(middle) + right;
  lines.push(rule("┌", "┬", "┐"), line(ordered), rule("├", "┼", "┤"));
  for (const cells of values) lines.push(line(ordered.map((name) => cells.get(name) ?? "")));
  lines.push(rule("└", "┴", "┘"));
  return lines.join("\n");
}

export class Console {
  #indent = "";
  #out;
  #err;

  /** With streams, lines go there; without, to the host. */
  constructor(streams) {
    const given = streams?.stdout ? streams : { stdout: streams, stderr: arguments[1] };
    this.#out = given.stdout;
    this.#err = given.stderr ?? given.stdout;
    for (const name of Object.getOwnPropertyNames(Console.prototype)) {
      if (name !== "constructor") this[name] = this[name].bind(this);
    }
  }

  #line(level, args) {
    const text = formatWithOptions({}, ...args).replace(/^/gm, this.#indent);
    const stream = level === "error" || level === "warn" || level === "trace" ? this.#err : this.#out;
    if (stream) stream.write(`${text}\n`);
    else write(level, text.toWellFormed());
  }

  log(...args) {
    this.#line("log", args);
  }
  info(...args) {
    this.#line("info", args);
  }
  debug(...args) {
    this.#line("debug", args);
  }
  warn(...args) {
    this.#line("warn", args);
  }
  error(...args) {
    this.#line("error", args);
  }
  trace(...args) {
    const stack = (new Error().stack ?? "").split("\n").slice(1).join("\n");
    this.#line("trace", [`Trace${args.length ? ": " : ""}${formatWithOptions({}, ...args)}\n${stack}`]);
  }
  assert(condition, ...args) {
    if (condition) return;
    if (typeof args[0] === "string") args[0] = `Assertion failed: ${args[0]}`;
    else args.unshift("Assertion failed");
    this.#line("warn", args);
  }
  dir(value, options) {
    this.#line("log", [inspect(value, { customInspect: false, ...options })]);
  }
  dirxml(...args) {
    this.#line("log", args);
  }
  table(rows, columns) {
    this.#line("log", [rows !== null && typeof rows === "object" ? table(rows, columns) : rows]);
  }
  group(...args) {
    if (args.length) this.#line("log", args);
    this.#indent += "  ";
  }
  groupCollapsed(...args) {
    this.group(...args);
  }
  groupEnd() {
    this.#indent = this.#indent.slice(0, -2);
  }
  count(label = "default") {
    counts.set(label, (counts.get(label) ?? 0) + 1);
    this.#line("log", [`${label}: ${counts.get(label)}`]);
  }
  countReset(label = "default") {
    counts.delete(label);
  }
  time(label = "default") {
    times.set(label, Date.now());
  }
  timeLog(label = "default", ...args) {
    if (times.has(label)) this.#line("log", [`${label}: ${Date.now() - times.get(label)}ms`, ...args]);
  }
  timeEnd(label = "default") {
    this.timeLog(label);
    times.delete(label);
  }
  timeStamp() {}
  profile() {}
  profileEnd() {}
  clear() {}
}

export const console = new Console();
console.Console = Console;
