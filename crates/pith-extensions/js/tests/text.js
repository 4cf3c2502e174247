import assert from "node:assert/strict";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import util from "node:util";
import { failures } from "./run.js";

export default () => failures({
  "an address can be tried before it is made"() {
    assert.deepEqual([URL.canParse("no url"), URL.canParse("https://a"), URL.canParse("b", "https://a"), URL.parse("no url")], [false, true, true, null]);
  },

  "paths are folded, joined and taken apart in both manners"() {
    assert.equal(path.posix.normalize("/a/b/../c/./d/"), "/a/c/d/");
    assert.equal(path.posix.join("a", "..", "..", "b"), "../b");
    assert.equal(path.posix.relative("/a/b/c", "/a/d"), "../../d");
    assert.deepEqual(path.posix.parse("/x/y.tar.gz"), { root: "/", dir: "/x", base: "y.tar.gz", ext: ".gz", name: "y.tar" });
    assert.equal(path.win32.join("C:\\a", "../b/c"), "C:\\b\\c");
    assert.equal(path.win32.dirname("C:\\a\\b"), "C:\\a");
    assert.throws(() => path.join(null), { code: "ERR_INVALID_ARG_TYPE" });
  },

  "addresses of files are paths and back"() {
    assert.equal(pathToFileURL("/a b/c#d").href, "file:///a%20b/c%23d");
    assert.equal(fileURLToPath("file:///a%20b/c%23d"), "/a b/c#d");
    assert.throws(() => fileURLToPath("http://x/"), { code: "ERR_INVALID_URL_SCHEME" });
  },

  "parts of an address can be set and its query edited"() {
    const url = new URL("../x?a=1#z", "http://user@example.com:8080/p/q/r");
    url.searchParams.append("b", "c d");
    url.hash = "";
    url.port = "80";
    assert.equal(url.href, "http://user@example.com/p/x?a=1&b=c+d");
    assert.throws(() => new URL("nothing"), { code: "ERR_INVALID_URL" });
    assert.equal(new URLSearchParams({ a: "1", b: "\u00e9&" }).toString(), "a=1&b=%C3%A9%26");
    assert.ok(URL.canParse("https://x"));
  },

  "values are shown in Node's form"() {
    assert.equal(util.inspect({ a: [1, { b: { c: {} } }], "x-y": new Map([["k", new Set([1])]]) }), "{ a: [ 1, { b: [Object] } ], 'x-y': Map(1) { 'k' => Set(1) { 1 } } }");
    const cycle = { name: "x" };
    cycle.self = cycle;
    assert.equal(util.inspect(cycle), "<ref *1> { name: 'x', self: [Circular *1] }");
    assert.equal(util.inspect(class A extends Map {}), "[class A extends Map]");
    assert.equal(util.inspect([undefined, null, -0, 1n, Symbol("s"), "it's"]), "[ undefined, null, -0, 1n, Symbol(s), \"it's\" ]");
    assert.equal(util.format("%s is %d of %j%%", "a", "4", { b: 1 }, "rest"), "a is 4 of {\"b\":1}% rest");
  },

  async "callbacks become promises and options are parsed"() {
    assert.equal(await util.promisify((value, done) => done(null, value + 1))(1), 2);
    const { values, positionals } = util.parseArgs({ args: ["-v", "--name", "x", "rest"], options: { v: { type: "boolean", short: "v" }, name: { type: "string" } }, allowPositionals: true });
    assert.deepEqual([values.v, values.name, positionals], [true, "x", ["rest"]]);
    assert.equal(util.stripVTControlCharacters("\u001b[31mred\u001b[0m"), "red");
    assert.ok(util.isDeepStrictEqual({ a: new Set([{ b: 1 }]) }, { a: new Set([{ b: 1 }]) }));
  },

  "data is copied deeply, functions are refused"() {
    const data = { when: new Date(0), list: [1, , 3], map: new Map([["a", { b: 1n }]]), bytes: Uint8Array.of(1, 2) };
    data.self = data;
    const copy = structuredClone(data);
    assert.ok(copy.self === copy && copy !== data && copy.map.get("a").b === 1n && !(1 in copy.list));
    const [bare, boxed] = structuredClone([Object.assign(Object.create(null), { a: [1] }), Object(2)]);
    assert.ok(bare.a[0] === 1 && Object.getPrototypeOf(bare) === Object.prototype && boxed instanceof Number);
    assert.throws(() => structuredClone({ call() {} }), { name: "DataCloneError" });
  },

  "numbers, dates and characters have a locale"() {
    assert.equal((1234567.891).toLocaleString(), "1,234,567.891");
    assert.equal(new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(1234.5), "$1,234.50");
    assert.equal(new Intl.NumberFormat("en", { notation: "compact" }).format(15300), "15K");
    const at = Date.UTC(2026, 10, 30, 21, 5, 7);
    assert.equal(new Date(at).toLocaleDateString("en-US", { timeZone: "UTC", month: "short", day: "numeric", year: "numeric" }), "Nov 30, 2026");
    assert.equal(new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", hour: "numeric", hour12: false, minute: "2-digit" }).format(at), "16:05");
    assert.throws(() => new Intl.DateTimeFormat("en", { timeZone: "Nowhere/There" }), RangeError);
    assert.deepEqual([...new Intl.Segmenter("en").segment("e\u0301x")].map((part) => part.segment), ["e\u0301", "x"]);
    assert.deepEqual(["b", "A", "a10", "a2"].sort(new Intl.Collator("en", { numeric: true }).compare), ["A", "a2", "a10", "b"]);
  },
});
