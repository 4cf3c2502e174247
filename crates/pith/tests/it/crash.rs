//! The program is killed at random points of a scripted run, again and again on one session: whatever it said was kept is
//! in the file, and the file opens.
//!
//! `PITH_CRASH_ROUNDS` asks for more rounds than usual, `PITH_CRASH_SEED` for other points.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use pith_testkit::{Reply, World};
use serde_json::{Value, json};

use crate::program::{PITH, ask, world};

/// Lines of a whole run, more or less: points beyond the end are part of the test.
const LINES: u64 = 90;

/// A number of the surroundings, or the usual one.
fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// One run: an answer that streams, a call, and an answer again.
fn script(round: u64) -> [Reply; 2] {
    let words = format!("round {round} ").repeat(30);
    let call = Reply::text(&words).then_call("write", &json!({ "path": "a.txt", "content": words }).to_string());
    [call.finish("tool_calls"), Reply::text(&words)]
}

/// Runs a round and kills it after so many lines of output; gives the messages that it said were complete.
fn killed(world: &World, round: u64, after: usize) -> Vec<Value> {
    let mut command = world.command(PITH);
    command.args(["--model", "mock/m1", "--session-id", "crash", "--mode", "json", "-p", &format!("go {round}")]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let lines: Vec<String> = output.lines().take(after).map(Result::unwrap).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    let events = lines.iter().map(|line| serde_json::from_str::<Value>(line).unwrap());
    events.filter(|event| event["type"] == "message_end").map(|event| event["message"].clone()).collect()
}

fn stored(world: &World) -> Vec<Value> {
    let Some(folder) = world.list("agent/sessions").pop() else { return Vec::new() };
    let folder = format!("agent/sessions/{folder}");
    let Some(file) = world.list(&folder).into_iter().find(|name| name.ends_with(".jsonl")) else { return Vec::new() };
    let text = world.read(&format!("{folder}/{file}"));
    // A line that was torn by a kill is none.
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

#[test]
fn a_program_that_is_killed_at_any_point_loses_nothing_that_it_said_was_complete() {
    let mut seed = number("PITH_CRASH_SEED", 0x5eed);
    let rounds = number("PITH_CRASH_ROUNDS", 8);
    let (world, server) = world([]);
    let mut said = Vec::new();
    for round in 0..rounds {
        script(round).into_iter().for_each(|reply| server.push(reply));
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let after = usize::try_from((seed >> 33) % LINES).unwrap();
        said.extend(killed(&world, round, after));
        let stored = stored(&world);
        for message in &said {
            assert!(stored.iter().any(|line| line["message"] == *message), "round {round}, {after} lines: {message}");
        }
        if !stored.is_empty() {
            let shown = world.run(PITH, ["session", "show", "crash", "--json"]);
            assert_eq!(shown.code, Some(0), "round {round}, {after} lines: {shown:?}");
        }
    }
    server.push(Reply::text("the end"));
    // Replies of rounds that were killed before they asked come first.
    let ran = ask(&world, &["--session-id", "crash", "-p", "end"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let sides = world.list("agent/sessions").pop().map(|folder| world.list(&format!("agent/sessions/{folder}")));
    assert_eq!(sides.unwrap().len(), 1, "side files are left");
}
