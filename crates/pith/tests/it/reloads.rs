//! An extension that leaves everything open, loaded anew again and again: what the program holds stays the same.
#![cfg(target_os = "linux")]

use std::{
    fs, thread,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::client::Client;
use crate::program::world;

const RELOADS: &str =
    "export default (pi) => pi.registerCommand('again', { handler: async (args, ctx) => { await ctx.reload(); } });";

/// Timers, programs, watched folders, servers, connections, files, half-read streams, listeners, dialogs, promises that
/// never settle, and one of everything that can be registered.
const LEAVES_ALL_OPEN: &str = r#"
import { execFile, spawn } from "node:child_process";
import * as fs from "node:fs";
import http from "node:http";
import net from "node:net";
import { Type } from "typebox";
import { Text } from "@earendil-works/pi-tui";

const kept = new Array(5000).fill(0).map((_, at) => ({ at }));
const listens = (server) => new Promise((done) => server.listen(0, "127.0.0.1", done));

export default async function (pi) {
  globalThis.kept = kept;
  for (let count = 0; count < 20; count++) setInterval(() => {}, 1000);
  setTimeout(() => {}, 3_600_000);
  spawn("sleep", ["1000"]);
  spawn("cat").stdin.write("hello");
  execFile("sleep", ["1000"], () => {});
  fs.watch(process.cwd(), () => {});
  const plain = net.createServer(() => {});
  await listens(plain);
  net.connect(plain.address().port, "127.0.0.1").on("error", () => {});
  const web = http.createServer((asked, answer) => answer.write("x"));
  await listens(web);
  fetch(`http://127.0.0.1:${web.address().port}/`).then((answer) => answer.text()).catch(() => {});
  fs.openSync("/dev/null", "r");
  fs.createReadStream("/dev/zero").once("data", function () { this.pause(); });
  pi.events.on("all", () => {});
  for (const event of ["session_start", "context", "tool_call", "input", "session_shutdown"]) pi.on(event, () => {});
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const model = { id: "p1", name: "p1", reasoning: false, input: ["text"], cost, contextWindow: 1000, maxTokens: 100 };
  pi.registerProvider("own", { baseUrl: "http://127.0.0.1:1/v1", apiKey: "x", api: "openai-completions", models: [model] });
  pi.registerTool({ name: "own", label: "own", description: "own", parameters: Type.Object({}), execute: async () => ({ content: [] }), renderCall: () => new Text("a", 0, 0) });
  pi.registerMessageRenderer("own", () => new Text("x", 0, 0));
  pi.registerShortcut("ctrl+shift+y", { handler() {} });
  pi.registerFlag("own", { type: "boolean", default: false });
  pi.on("session_start", (event, ctx) => {
    ctx.ui.setStatus("own", "on");
    ctx.ui.setWidget("own", ["a", "b"]);
    ctx.ui.confirm("title", "message");
    pi.exec("sleep", ["1000"]);
  });
  new Promise(() => {});
}
"#;

/// What the system keeps for a program.
#[derive(Debug, Clone, Copy)]
struct Held {
    threads: usize,
    descriptors: usize,
    programs: usize,
    resident_kb: usize,
}

fn held(id: u32) -> Held {
    let count = |folder: &str| fs::read_dir(format!("/proc/{id}/{folder}")).map_or(0, Iterator::count);
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    let children = |task: fs::DirEntry| fs::read_to_string(task.path().join("children")).unwrap_or_default();
    let programs = fs::read_dir(format!("/proc/{id}/task")).unwrap().flatten().map(children);
    Held {
        threads: count("task"),
        descriptors: count("fd"),
        programs: programs.map(|ids| ids.split_whitespace().count()).sum(),
        resident_kb: resident.trim().trim_end_matches(" kB").parse().unwrap(),
    }
}

/// Reloads as often, and waits until what is held is no more than after the first few.
fn reload(times: usize) -> (Held, Held) {
    let (world, _server) = world([]);
    world.write("agent/extensions/again.ts", RELOADS);
    world.write("agent/extensions/open.ts", LEAVES_ALL_OPEN);
    let mut client = Client::start(&world, &[]);
    let mut again = |times: usize| {
        for _ in 0..times {
            client.data(json!({ "type": "prompt", "message": "/again" }));
            client.seen.clear();
        }
        client.id()
    };
    let id = again(5);
    // One copy of everything, and no more than a few that are about to go.
    let few = settled(id, |held| held.programs <= 5);
    again(times);
    let many = settled(id, |held| {
        held.threads <= few.threads + 2 && held.descriptors <= few.descriptors + 6 && held.programs <= 5
    });
    assert_eq!(client.close().code, Some(0));
    (few, many)
}

fn settled(id: u32, is_settled: impl Fn(&Held) -> bool) -> Held {
    let began = Instant::now();
    loop {
        let now = held(id);
        if is_settled(&now) {
            return now;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{now:?} is held");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn what_an_extension_left_open_goes_with_it() {
    let (few, many) = reload(40);
    assert!(many.resident_kb < few.resident_kb + 65_536, "{few:?}, then {many:?}");
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_reloads_do_not_grow() {
    let (few, many) = reload(1_000);
    assert!(many.resident_kb < few.resident_kb + 65_536, "{few:?}, then {many:?}");
}

#[test]
fn reloads_at_the_same_time_are_one() {
    let (world, _server) = world([]);
    world.write(
        "agent/extensions/twice.ts",
        "export default (pi) => pi.registerCommand('twice', { handler: async (args, ctx) => { await Promise.all([ctx.reload(), ctx.reload(), ctx.reload(), ctx.reload()]); } });",
    );
    world.write(
        "agent/extensions/after.ts",
        "export default (pi) => pi.registerCommand('after', { handler: async () => console.error('still here') });",
    );
    let mut client = Client::start(&world, &[]);
    for _ in 0..5 {
        client.data(json!({ "type": "prompt", "message": "/twice" }));
        // The last of them may still go on.
        let began = Instant::now();
        let commands = |client: &mut Client| client.data(json!({ "type": "get_commands" })).to_string();
        loop {
            let now = commands(&mut client);
            if now.contains("\"after\"") && now.contains("\"twice\"") {
                break;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "an extension stays unloaded: {now}");
            thread::sleep(Duration::from_millis(20));
        }
    }
    client.data(json!({ "type": "prompt", "message": "/after" }));
    let ended = client.close();
    assert!(ended.stderr.contains("still here"), "{}", ended.stderr);
}
