//! Signals end the program in order: children end, what happened is stored, nothing more is asked.

use std::process::{Command, Output, Stdio};
use std::thread;

use pith_testkit::{ChatServer, Reply, World};
use serde_json::json;

use crate::program::{PITH, session, short, world};

/// Runs `-p go`, sends the signal once `ready` says so, and waits.
fn interrupted(world: &World, signal: &str, ready: impl FnOnce()) -> Output {
    let mut command = world.command(PITH);
    command.args(["--model", "mock/m1", "-p", "go"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let id = child.id().to_string();
    ready();
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    child.wait_with_output().unwrap()
}

/// A tool that says when it runs, by making a file, and then takes its time.
fn slow() -> Reply {
    Reply::calls([("bash", json!({ "command": "echo $$ > started; sleep 30" }))])
}

fn wait_for(world: &World, file: &str) {
    while !world.list("proj").iter().any(|name| name == file) {
        thread::yield_now();
    }
}

#[test]
fn a_signal_while_a_tool_runs_stores_its_aborted_result_and_asks_no_more() {
    for (signal, code) in [("-TERM", 143), ("-HUP", 129), ("-INT", 130)] {
        let (world, server) = world([slow(), Reply::text("never asked for")]);
        let output = interrupted(&world, signal, || wait_for(&world, "started"));
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        assert!(output.stdout.is_empty());
        assert!(String::from_utf8(output.stderr).unwrap().starts_with("Error: stopped by "));
        assert_eq!(server.requests().len(), 1);
        let lines = session(&world);
        assert_eq!(short(&lines)[5..], ["assistant:toolUse", "toolResult"]);
        assert_eq!(lines.last().unwrap()["message"]["isError"], true);
        let group = world.read("proj/started");
        let alive = Command::new("kill").args(["-0", group.trim()]).stderr(Stdio::null()).status().unwrap();
        assert!(!alive.success(), "the tool's shell still runs");
    }
}

#[test]
fn a_signal_while_an_answer_comes_in_keeps_what_came() {
    let (world, server): (World, ChatServer) = world([Reply::text("half an answer").hang()]);
    let output = interrupted(&world, "-INT", || {
        server.wait_for_requests(1);
    });
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(short(&session(&world)).last().unwrap(), "assistant:aborted");
}
