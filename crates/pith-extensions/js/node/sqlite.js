// `node:sqlite`: databases in files and in memory. Comes in: SQL, values, paths; goes out: rows. What SQLite itself does is
// native; here are Node's classes, their checks, and which value belongs to which place of a statement.

import { open as openNative } from "pith:native/sqlite";
import { missing } from "../runtime/missing.js";
import { checkFunction, coded, invalidArgType } from "./errors.js";
import { toPath } from "./url/file.js";

export const constants = {
  SQLITE_CHANGESET_OMIT: 0, SQLITE_CHANGESET_REPLACE: 1, SQLITE_CHANGESET_ABORT: 2, SQLITE_CHANGESET_DATA: 1, SQLITE_CHANGESET_NOTFOUND: 2,
  SQLITE_CHANGESET_CONFLICT: 3, SQLITE_CHANGESET_CONSTRAINT: 4, SQLITE_CHANGESET_FOREIGN_KEY: 5,
};

/** What makes an instance of a class that only this file may make. */
const OWN = Symbol("own");

const invalidState = (message) => coded(Error, "ERR_INVALID_STATE", message);
const wrong = (name, kind) => coded(TypeError, "ERR_INVALID_ARG_TYPE", `The "${name}" argument must be ${kind}.`);

/** The path as text, from each form that Node takes. */
function pathOf(path) {
  let text = path;
  if (path instanceof URL) text = toPath(path);
  else if (path instanceof Uint8Array) text = new TextDecoder().decode(path);
  if (typeof text !== "string" || text.includes("\0")) throw wrong("path", "a string, Uint8Array, or URL without null bytes");
  return text;
}

function checkSql(sql) {
  if (typeof sql !== "string") throw wrong("sql", "a string");
  return sql;
}

/** A setting that is on or off. */
function flag(options, name, usual) {
  const value = options[name];
  if (value === undefined) return usual;
  if (typeof value !== "boolean") throw wrong(`options.${name}`, "a boolean");
  return value;
}

function settingsOf(options) {
  if (options === null || typeof options !== "object") throw wrong("options", "an object");
  const { timeout = 0 } = options;
  if (!Number.isInteger(timeout)) throw wrong("options.timeout", "an integer");
  return {
    readOnly: flag(options, "readOnly", false),
    foreignKeys: flag(options, "enableForeignKeyConstraints", true),
    doubleQuotes: flag(options, "enableDoubleQuotedStringLiterals", false),
    timeout,
    allowExtension: flag(options, "allowExtension", false),
    rows: {
      big: flag(options, "readBigInts", false),
      arrays: flag(options, "returnArrays", false),
      bare: flag(options, "allowBareNamedParameters", true),
      unknown: flag(options, "allowUnknownNamedParameters", false),
    },
  };
}

export class DatabaseSync {
  #path;
  #settings;
  #native = null;
  constructor(path, options = {}) {
    this.#path = pathOf(path);
    this.#settings = settingsOf(options);
    if (flag(options, "open", true)) this.open();
  }
  #opened() {
    if (!this.#native) throw invalidState("database is not open");
    return this.#native;
  }
  get isOpen() {
    return this.#native !== null;
  }
  get isTransaction() {
    return this.#opened().inTransaction();
  }
  open() {
    if (this.#native) throw invalidState("database is already open");
    this.#native = openNative(this.#path, this.#settings);
  }
  close() {
    this.#opened().close();
    this.#native = null;
  }
  exec(sql) {
    this.#opened().exec(checkSql(sql));
  }
  prepare(sql) {
    const native = this.#opened();
    const first = native.prepare(checkSql(sql));
    const here = () => {
      if (!first || this.#native !== native) throw invalidState("statement has been finalized");
      return native;
    };
    return new StatementSync(OWN, here, first, { ...this.#settings.rows });
  }
  location(name = "main") {
    if (typeof name !== "string") throw wrong("dbName", "a string");
    return this.#opened().location(name);
  }
  enableLoadExtension(allow) {
    if (typeof allow !== "boolean") throw wrong("allow", "a boolean");
    if (allow) throw invalidState("Cannot enable extension loading because it was disabled at database creation.");
  }
  loadExtension() {
    throw invalidState("extension loading is not allowed");
  }
  [Symbol.dispose]() {
    if (this.#native) this.close();
  }
  /** A copy of the whole database; gives its pages. */
  static [OWN](database, path) {
    return database.#opened().backup(path);
  }
}
for (const name of ["aggregate", "applyChangeset", "createSession", "function"]) {
  Object.defineProperty(DatabaseSync.prototype, name, { value: missing("node:sqlite", `DatabaseSync.${name}`), configurable: true, writable: true });
}

/** Whether a value can stand in a place of a statement. */
function bindable(value) {
  return value === null || ["number", "string", "bigint"].includes(typeof value) || ArrayBuffer.isView(value);
}

function checkValue(value, place) {
  if (!bindable(value)) throw coded(TypeError, "ERR_INVALID_ARG_TYPE", `Provided value cannot be bound to SQLite parameter ${place}.`);
  if (typeof value === "bigint" && BigInt.asIntN(64, value) !== value) {
    throw coded(TypeError, "ERR_INVALID_ARG_VALUE", "BigInt value is too large to bind.");
  }
  return value;
}

const named = (value) => typeof value === "object" && value !== null && !ArrayBuffer.isView(value);

export class StatementSync {
  #native;
  #sql;
  #names;
  #how;
  #bare = null;
  #last = [];
  constructor(own, native, first, how) {
    if (own !== OWN) throw coded(Error, "ERR_ILLEGAL_CONSTRUCTOR", "Illegal constructor");
    this.#native = native;
    this.#sql = first?.sql ?? "";
    this.#names = first?.names ?? [];
    this.#how = how;
  }
  get sourceSQL() {
    this.#native();
    return this.#sql;
  }
  get expandedSQL() {
    return this.#native().expanded(this.#sql, this.#last);
  }
  /** Places by their names without the sign before them. */
  #places() {
    if (this.#bare) return this.#bare;
    const bare = new Map();
    this.#names.forEach((name, index) => {
      if (name === null || name[0] === "?") return;
      const other = bare.get(name.slice(1));
      if (other !== undefined) {
        const message = `Cannot create bare named parameter '${name.slice(1)}' because of conflicting names '${this.#names[other]}' and '${name}'.`;
        throw invalidState(message);
      }
      bare.set(name.slice(1), index);
    });
    return (this.#bare = bare);
  }
  #bind(values) {
    const bound = [];
    let rest = values;
    if (values.length > 0 && named(values[0])) {
      rest = values.slice(1);
      const bare = this.#how.bare ? this.#places() : new Map();
      for (const [name, value] of Object.entries(values[0])) {
        let index = this.#names.indexOf(name);
        if (index < 0) index = bare.get(name) ?? -1;
        if (index >= 0) bound[index] = checkValue(value, index + 1);
        else if (!this.#how.unknown) throw invalidState(`Unknown named parameter '${name}'`);
      }
    }
    let index = 0;
    for (const value of rest) {
      while (typeof this.#names[index] === "string" && this.#names[index][0] !== "?") index += 1;
      bound[index] = checkValue(value, index + 1);
      index += 1;
    }
    this.#last = Array.from(bound);
    return this.#last;
  }
  #query(values, rows) {
    const native = this.#native();
    const { big, arrays } = this.#how;
    return native.query(this.#sql, this.#bind(values), { rows, big, arrays });
  }
  run(...values) {
    return this.#query(values, "none");
  }
  get(...values) {
    return this.#query(values, "first");
  }
  all(...values) {
    return this.#query(values, "all");
  }
  /** All rows are read when the first is asked for. */
  *#each(values) {
    yield* this.#query(values, "all");
  }
  iterate(...values) {
    this.#native();
    return this.#each(values);
  }
  columns() {
    return this.#native().columns(this.#sql);
  }
  setAllowBareNamedParameters(enabled) {
    this.#how.bare = this.#checked(enabled, "allowBareNamedParameters");
  }
  setAllowUnknownNamedParameters(enabled) {
    this.#how.unknown = this.#checked(enabled, "enabled");
  }
  setReadBigInts(enabled) {
    this.#how.big = this.#checked(enabled, "readBigInts");
  }
  setReturnArrays(enabled) {
    this.#how.arrays = this.#checked(enabled, "returnArrays");
  }
  #checked(enabled, name) {
    this.#native();
    if (typeof enabled !== "boolean") throw wrong(name, "a boolean");
    return enabled;
  }
}

/** Copies a database to a file; settles with the number of its pages. */
export async function backup(source, path, options = {}) {
  if (!(source instanceof DatabaseSync)) throw invalidArgType("sourceDb", "an instance of DatabaseSync", source);
  const { progress } = options;
  if (progress !== undefined) checkFunction(progress, "options.progress");
  const pages = DatabaseSync[OWN](source, pathOf(path));
  progress?.({ totalPages: pages, remainingPages: 0 });
  return pages;
}

export default { DatabaseSync, StatementSync, backup, constants };
