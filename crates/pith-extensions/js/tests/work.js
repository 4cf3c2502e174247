import assert from "node:assert/strict";
import { exec, execFileSync, execSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { EventEmitter, on, once } from "node:events";
import fs from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { cpus, hostname, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { PassThrough, Readable, Transform, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs, parseEnv, promisify } from "node:util";
import { failures } from "./run.js";

async function inFolder(test) {
  const folder = await mkdtemp(join(tmpdir(), "work-"));
  try {
    await test(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export default () => failures({
  async "events are told in order, once and until they are awaited"() {
    const emitter = new EventEmitter();
    const heard = [];
    emitter.once("a", (value) => heard.push(`once ${value}`));
    emitter.prependListener("a", (value) => heard.push(`first ${value}`));
    emitter.emit("a", 1);
    emitter.emit("a", 2);
    assert.deepEqual(heard, ["first 1", "once 1", "first 2"]);
    assert.throws(() => emitter.emit("error", new Error("nobody listens")), /nobody listens/);
    const later = once(emitter, "b");
    emitter.emit("b", 1, 2);
    assert.deepEqual(await later, [1, 2]);
    queueMicrotask(() => emitter.emit("c", "x"));
    for await (const [value] of on(emitter, "c")) {
      assert.equal(value, "x");
      break;
    }
  },

  async "an abort is told once and stops what waits"() {
    const controller = new AbortController();
    const waiting = wait(60_000, undefined, { signal: controller.signal });
    const any = AbortSignal.any([controller.signal]);
    controller.abort();
    await assert.rejects(waiting, { name: "AbortError", code: "ABORT_ERR" });
    assert.ok(any.aborted && any.reason === controller.signal.reason);
    assert.throws(() => any.throwIfAborted(), { name: "AbortError" });
  },

  async "what is older than classes and promises is called as in Node"() {
    assert.equal(await promisify(setTimeout)(1, "value"), "value");
    assert.ok(Intl.DateTimeFormat().resolvedOptions().timeZone && Intl.NumberFormat("en-US").format(1234) === "1,234");
    const day = (locale) => new Date(0).toLocaleDateString(locale, { timeZone: "UTC" });
    assert.deepEqual([day("sv-SE"), day("en-CA"), day("en-GB"), day("en-US")], ["1970-01-01", "1970-01-01", "01/01/1970", "1/1/1970"]);
    assert.deepEqual([(1234.5).toLocaleString("de-DE"), (1234.5).toLocaleString("en-US")], ["1.234,5", "1,234.5"]);
    assert.ok(new Intl.DateTimeFormat() instanceof Intl.DateTimeFormat);
    await assert.rejects(import("no-such-package-here"), { code: "ERR_MODULE_NOT_FOUND" });
    assert.deepEqual(parseEnv("A=1 # remark\nexport B='x y'\nC=\"a\\nb\""), { A: "1", B: "x y", C: "a\nb" });
    assert.throws(() => parseArgs({ args: ["--zz"], options: {} }), { message: "Unknown option '--zz'" });
    assert.throws(() => createHash("sha256").update(undefined), { code: "ERR_INVALID_ARG_TYPE" });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    while (delay.count === 0) await wait(1);
    assert.ok(delay.disable() && delay.max >= delay.min && delay.percentile(50) > 0);
  },

  async "a program that is late is told to end, and what goes nowhere is null"() {
    const late = spawnSync("sh", ["-c", "trap 'exit 7' TERM; while :; do sleep 0.01; done"], { timeout: 200 });
    assert.deepEqual([late.error.code, late.status], ["ETIMEDOUT", 7]);
    const quiet = spawnSync("true", [], { stdio: "ignore" });
    assert.deepEqual([quiet.status, quiet.stdout, quiet.stderr], [0, null, null]);
    const { username } = userInfo();
    assert.ok(username && cpus().length > 0 && hostname());
  },

  async "streams flow, transform, end and fail as one"() {
    const seen = [];
    const upper = new Transform({ transform: (chunk, _encoding, done) => done(null, String(chunk).toUpperCase()) });
    await pipeline(Readable.from(["a", "b"]), upper, new Writable({ write: (chunk, _encoding, done) => { seen.push(String(chunk)); done(); } }));
    assert.equal(seen.join(""), "AB");
    const failing = new Transform({ transform: (_chunk, _encoding, done) => done(new Error("no")) });
    await assert.rejects(pipeline(Readable.from(["a"]), failing, new PassThrough()), /no/);
    assert.deepEqual(await Readable.from([1, 2, 3]).filter((n) => n % 2).toArray(), [1, 3]);
  },

  async "the web's streams are read, split and piped"() {
    const [left, right] = new ReadableStream({ start(controller) { controller.enqueue("a"); controller.enqueue("b"); controller.close(); } }).tee();
    const doubled = left.pipeThrough(new TransformStream({ transform: (chunk, controller) => controller.enqueue(chunk + chunk) }));
    const out = [];
    for await (const chunk of doubled) out.push(chunk);
    for await (const chunk of right) out.push(chunk);
    assert.deepEqual(out, ["aa", "bb", "a", "b"]);
  },

  async "files are written, listed, streamed and removed"() {
    await inFolder(async (folder) => {
      const file = join(folder, "deep", "er", "file.txt");
      fs.mkdirSync(join(folder, "deep", "er"), { recursive: true });
      await writeFile(file, "one\r\ntwo\n");
      fs.appendFileSync(file, "three");
      assert.equal(await readFile(file, "utf8"), "one\r\ntwo\nthree");
      assert.deepEqual(fs.readdirSync(folder, { recursive: true }).sort(), ["deep", "deep/er", "deep/er/file.txt"]);
      assert.ok(fs.statSync(file).isFile() && fs.statSync(file).size === 14);
      const lines = [];
      for await (const line of createInterface({ input: fs.createReadStream(file) })) lines.push(line);
      assert.deepEqual(lines, ["one", "two", "three"]);
      const copy = fs.createWriteStream(join(folder, "copy"));
      copy.end("done");
      await once(copy, "close");
      assert.equal(fs.readFileSync(join(folder, "copy"), "utf8"), "done");
    });
  },

  async "failures of files carry Node's codes"() {
    const expected = { code: "ENOENT", errno: -2, syscall: "open", path: "/not/there" };
    assert.throws(() => fs.readFileSync("/not/there"), expected);
    await assert.rejects(readFile("/not/there"), expected);
    assert.equal(fs.statSync("/not/there", { throwIfNoEntry: false }), undefined);
    assert.equal(fs.existsSync("/not/there"), false);
    assert.throws(() => fs.openSync("/x", "zz"), { code: "ERR_INVALID_ARG_VALUE" });
  },

  async "programs are run, fed, heard and ended"() {
    const child = spawn("sh", ["-c", "cat; echo err >&2; exit 3"]);
    const out = [];
    child.stdout.on("data", (chunk) => out.push(String(chunk)));
    child.stderr.on("data", (chunk) => out.push(String(chunk)));
    child.stdin.end("in");
    assert.deepEqual(await once(child, "close"), [3, null]);
    assert.equal(out.sort().join("|"), "err\n|in");
    const sleeper = spawn("sleep", ["60"]);
    await once(sleeper, "spawn");
    sleeper.kill();
    assert.deepEqual(await once(sleeper, "close"), [null, "SIGTERM"]);
    const [error] = await once(spawn("there-is-no-such-program"), "error");
    assert.deepEqual([error.code, error.syscall], ["ENOENT", "spawn there-is-no-such-program"]);
  },

  async "programs can be waited for"() {
    assert.equal(execSync("echo a", { encoding: "utf8" }), "a\n");
    assert.deepEqual([spawnSync("sh", ["-c", "cat; exit 2"], { input: "x", encoding: "utf8" })].map(({ status, stdout }) => [status, stdout]), [[2, "x"]]);
    assert.deepEqual(await promisify(exec)("echo b"), { stdout: "b\n", stderr: "" });
    const failed = await promisify(exec)("echo no >&2; exit 4").catch((reason) => reason);
    assert.deepEqual([failed.code, failed.stderr], [4, "no\n"]);
  },

  async "requests are made of anything and answers read in any form"() {
    const form = new FormData();
    form.append("k", "v");
    const request = new Request("http://example.com/x", { method: "POST", body: form });
    assert.match(await request.text(), /name="k"\r\n\r\nv/);
    const response = new Response('{"a":1}', { headers: { "Content-Type": "application/json" } });
    const copy = response.clone();
    assert.deepEqual(await response.json(), { a: 1 });
    assert.equal(await copy.text(), '{"a":1}');
    await assert.rejects(response.text(), TypeError);
    assert.equal(await (await fetch("data:text/plain;base64,aGk=")).text(), "hi");
    await assert.rejects(fetch("nothing"), TypeError);
  },

  "what is not offered says so when it is used"() {
    assert.throws(() => fs.statfsSync("/"), /`statfsSync` of `fs` is not offered/);
  },

  async "a pipe is read when somebody writes, and its reader lets others work meanwhile"() {
    const folder = await mkdtemp(join(tmpdir(), "pipe-"));
    const pipe = join(folder, "pipe");
    try {
      execFileSync("mkfifo", [pipe]);
      for (const read of [
        () => readFile(pipe, "utf8"),
        () => promisify(fs.readFile)(pipe, "utf8"),
        async () => {
          let all = "";
          for await (const piece of fs.createReadStream(pipe, "utf8")) all += piece;
          return all;
        },
      ]) {
        const heard = read();
        const written = once(spawn("sh", ["-c", `printf one > '${pipe}'`]), "close");
        assert.equal(await heard, "one");
        await written;
      }
      const written = once(spawn("sh", ["-c", `printf two > '${pipe}'`]), "close");
      assert.equal(fs.readFileSync(pipe, "utf8"), "two");
      await written;
      const reader = spawn("cat", [pipe]);
      const [said, ended] = [once(reader.stdout, "data"), once(reader, "close")];
      fs.writeFileSync(pipe, "three");
      assert.equal(String((await said)[0]), "three");
      await ended;
    } finally {
      await rm(folder, { recursive: true });
    }
  },
});
