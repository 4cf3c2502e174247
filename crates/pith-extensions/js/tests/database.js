import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { backup, DatabaseSync, StatementSync } from "node:sqlite";
import { failures } from "./run.js";

const fresh = (options) => {
  const db = new DatabaseSync(":memory:", options);
  db.exec("CREATE TABLE birds(id INTEGER PRIMARY KEY, name TEXT UNIQUE, weight REAL, egg BLOB)");
  return db;
};
const add = "INSERT INTO birds(name, weight, egg) VALUES(?, ?, ?)";

export default () => failures({
  "rows go in and come out with the kinds of values that SQLite has"() {
    const db = fresh();
    assert.deepEqual(db.prepare(add).run("heron", 1.5, new Uint8Array([1, 2])), { lastInsertRowid: 1, changes: 1 });
    assert.deepEqual(db.prepare(add).run("tern", 2n ** 40n, null), { lastInsertRowid: 2, changes: 1 });
    const [heron, tern] = db.prepare("SELECT * FROM birds ORDER BY id").all();
    assert.equal(Object.getPrototypeOf(heron), null);
    assert.deepEqual({ ...heron }, { id: 1, name: "heron", weight: 1.5, egg: new Uint8Array([1, 2]) });
    assert.equal(tern.weight, 2 ** 40);
    assert.equal(tern.egg, null);
    assert.equal(db.prepare("SELECT 1 WHERE 0").get(), undefined);
    assert.deepEqual({ ...db.prepare("SELECT typeof(?) AS a, typeof(?) AS b").get(1, 1n) }, { a: "real", b: "integer" });
    assert.deepEqual({ ...db.prepare("UPDATE birds SET weight = weight + 1").run() }, { lastInsertRowid: 2, changes: 2 });
    assert.deepEqual({ ...db.prepare("INSERT INTO birds(name) VALUES('crow') RETURNING id").get() }, { id: 3 });
  },

  "places are filled by order, by number and by name"() {
    const db = fresh();
    const row = (sql, ...values) => ({ ...db.prepare(sql).get(...values) });
    assert.deepEqual(row("SELECT $a AS a, :b AS b, @c AS c", { a: 1, ":b": 2, c: "z" }), { a: 1, b: 2, c: "z" });
    assert.deepEqual(row("SELECT ?1 AS a, ?2 AS b, ?1 AS c", 5, 6), { a: 5, b: 6, c: 5 });
    assert.deepEqual(row("SELECT $a AS a, ? AS b", { a: 1 }, 2), { a: 1, b: 2 });
    assert.deepEqual(row("SELECT $a AS a, $b AS b", { a: 1 }), { a: 1, b: null });
    assert.throws(() => row("SELECT $a", { a: 1, z: 2 }), { code: "ERR_INVALID_STATE", message: /Unknown named parameter 'z'/ });
    assert.throws(() => row("SELECT $k, @k", { k: 1 }), { code: "ERR_INVALID_STATE" });
    assert.throws(() => row("SELECT ?", 1, 2), { code: "ERR_SQLITE_ERROR", errcode: 25 });
    assert.throws(() => row("SELECT ?", undefined), { code: "ERR_INVALID_ARG_TYPE", message: /parameter 1/ });
    assert.throws(() => row("SELECT ?, ?", 1, new Date()), { code: "ERR_INVALID_ARG_TYPE", message: /parameter 2/ });
    assert.throws(() => row("SELECT ?", 2n ** 70n), { code: "ERR_INVALID_ARG_VALUE" });
    const strict = db.prepare("SELECT $k AS k");
    strict.setAllowBareNamedParameters(false);
    assert.throws(() => strict.get({ k: 1 }), { code: "ERR_INVALID_STATE" });
    strict.setAllowUnknownNamedParameters(true);
    assert.deepEqual({ ...strict.get({ $k: 1, z: 2 }) }, { k: 1 });
  },

  "a statement says how rows are given, and what it is"() {
    const db = fresh();
    const large = db.prepare("SELECT 9007199254740993 AS a, 1 AS b");
    assert.throws(() => large.get(), { name: "RangeError", code: "ERR_OUT_OF_RANGE" });
    large.setReadBigInts(true);
    assert.deepEqual({ ...large.get() }, { a: 9007199254740993n, b: 1n });
    const twice = db.prepare("SELECT 1 AS a, 2 AS a");
    assert.deepEqual({ ...twice.get() }, { a: 2 });
    twice.setReturnArrays(true);
    assert.deepEqual(twice.all(), [[1, 2]]);
    const column = { column: "name", database: "main", name: "n", table: "birds", type: "TEXT" };
    assert.deepEqual(db.prepare("SELECT name AS n FROM birds").columns().map((one) => ({ ...one })), [column]);
    const text = db.prepare("SELECT ? AS a");
    text.get("q'x");
    assert.equal(text.sourceSQL, "SELECT ? AS a");
    assert.equal(text.expandedSQL, "SELECT 'q''x' AS a");
    db.exec("INSERT INTO birds(name) VALUES('a'), ('b'), ('c')");
    const rows = db.prepare("SELECT id FROM birds").iterate();
    assert.deepEqual({ ...rows.next().value }, { id: 1 });
    assert.deepEqual([...rows].map((row) => row.id), [2, 3]);
    assert.deepEqual(db.prepare("SELECT 1 AS one; SELECT nothing FROM nowhere").all().map((row) => row.one), [1]);
    assert.throws(() => db.prepare("").all(), { code: "ERR_INVALID_STATE" });
    assert.throws(() => new StatementSync(), { code: "ERR_ILLEGAL_CONSTRUCTOR" });
  },

  "what goes wrong carries the number and the words of SQLite"() {
    const db = fresh();
    assert.throws(() => db.exec("nonsense"), { code: "ERR_SQLITE_ERROR", errcode: 1, errstr: "SQL logic error", message: /near "nonsense"/ });
    assert.throws(() => db.prepare("SELECT * FROM nowhere"), { code: "ERR_SQLITE_ERROR", message: /no such table: nowhere/ });
    db.prepare(add).run("heron", null, null);
    assert.throws(() => db.prepare(add).run("heron", null, null), { errcode: 2067, errstr: "constraint failed", message: /birds\.name/ });
    assert.throws(() => db.exec(5), { code: "ERR_INVALID_ARG_TYPE" });
    assert.throws(() => db.prepare('SELECT "text"'), { code: "ERR_SQLITE_ERROR" });
    assert.equal(fresh({ enableDoubleQuotedStringLiterals: true }).prepare('SELECT "text" AS a').get().a, "text");
    assert.throws(() => db.loadExtension("x"), { code: "ERR_INVALID_STATE" });
    assert.throws(() => db.function("f", () => 1), /not offered/);
    assert.throws(() => new DatabaseSync(), { code: "ERR_INVALID_ARG_TYPE" });
    assert.throws(() => new DatabaseSync("/nowhere/at/all.db"), { code: "ERR_SQLITE_ERROR", errcode: 14 });
  },

  "transactions, foreign keys, full text and JSON are there"() {
    const db = fresh();
    db.exec("BEGIN; INSERT INTO birds(name) VALUES('a')");
    assert.equal(db.isTransaction, true);
    db.exec("ROLLBACK");
    assert.equal(db.isTransaction, false);
    assert.equal(db.prepare("SELECT count(*) AS n FROM birds").get().n, 0);
    assert.equal(db.prepare("PRAGMA foreign_keys").get().foreign_keys, 1);
    db.exec("CREATE VIRTUAL TABLE notes USING fts5(text, tokenize='porter unicode61'); INSERT INTO notes VALUES('the grey heron waits'), ('a wheel')");
    const found = db.prepare("SELECT snippet(notes, 0, '[', ']', '', 5) AS s, bm25(notes) AS r FROM notes WHERE notes MATCH ?").all("herons");
    assert.deepEqual(found.map((row) => [row.s, row.r < 0]), [["the grey [heron] waits", true]]);
    assert.equal(db.prepare(`SELECT json_extract('{"a":3}', '$.a') AS a`).get().a, 3);
  },

  async "a file is kept, read only when asked so, and copied"() {
    const folder = mkdtempSync(join(tmpdir(), "birds-"));
    const file = join(folder, "a.db");
    const db = new DatabaseSync(pathToFileURL(file));
    db.exec("PRAGMA journal_mode = WAL; PRAGMA mmap_size = 100000; CREATE TABLE t(a); INSERT INTO t VALUES(1)");
    assert.equal(db.location(), file);
    assert.ok(existsSync(file));
    assert.ok(await backup(db, join(folder, "copy.db")) > 0);
    db.close();
    assert.throws(() => db.exec("SELECT 1"), { code: "ERR_INVALID_STATE", message: "database is not open" });
    assert.throws(() => db.close(), { code: "ERR_INVALID_STATE" });
    db.open();
    assert.equal(db.prepare("SELECT a FROM t").get().a, 1);
    const statement = db.prepare("SELECT 1");
    db[Symbol.dispose]();
    assert.equal(db.isOpen, false);
    assert.throws(() => statement.get(), { code: "ERR_INVALID_STATE" });
    const copy = new DatabaseSync(join(folder, "copy.db"), { readOnly: true });
    assert.throws(() => copy.exec("INSERT INTO t VALUES(2)"), { errcode: 8 });
    assert.equal(copy.prepare("SELECT a FROM t").get().a, 1);
    copy.close();
    assert.equal(new DatabaseSync(file, { open: false }).isOpen, false);
    assert.equal(readFileSync(file).subarray(0, 13).toString(), "SQLite format");
  },

  "it has its name only with the prefix"() {
    assert.deepEqual([isBuiltin("node:sqlite"), isBuiltin("sqlite")], [true, false]);
    const require = createRequire(import.meta.url);
    assert.equal(require("node:sqlite").DatabaseSync, DatabaseSync);
    assert.throws(() => require("sqlite"));
  },
});
