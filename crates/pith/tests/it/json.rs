//! JSON mode.

use pith_testkit::Reply;
use serde_json::{Value, json};

use crate::program::{ask, session, short, world};

fn events(stdout: &str) -> Vec<Value> {
    stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn types(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["type"].as_str().unwrap()).filter(|kind| *kind != "message_update").collect()
}

#[test]
fn a_header_comes_first_and_every_event_is_a_line() {
    let (world, _server) = world([Reply::text("Hello world.")]);
    let ran = ask(&world, &["--mode", "json", "hello"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let events = events(&ran.stdout);
    let expected = [
        "session",
        "agent_start",
        "turn_start",
        "message_start",
        "message_end",
        "message_start",
        "message_end",
        "message_start",
        "message_end",
        "turn_end",
        "agent_end",
        "agent_settled",
    ];
    assert_eq!(types(&events), expected);
    assert_eq!(events[0]["version"], 3);
    let deltas: String = events.iter().filter_map(|event| event["assistantMessageEvent"]["delta"].as_str()).collect();
    assert_eq!(deltas, "Hello world.");
    let stored = session(&world);
    assert_eq!(stored[0], events[0]);
    let last = events.iter().rfind(|event| event["type"] == "message_end").unwrap();
    assert_eq!(stored.last().unwrap()["message"], last["message"]);
}

#[test]
fn tools_that_fail_are_told_and_the_run_goes_on() {
    let calls = [("read", json!({ "path": "nope.txt" })), ("frobnicate", json!({}))];
    let (world, _server) = world([Reply::calls(calls), Reply::text("Sorry.")]);
    let ran = ask(&world, &["--mode", "json", "go"]);
    assert_eq!(ran.code, Some(0));
    let events = events(&ran.stdout);
    let ends: Vec<&Value> = events.iter().filter(|event| event["type"] == "tool_execution_end").collect();
    assert_eq!(ends.len(), 2);
    assert!(ends.iter().all(|end| end["isError"] == true));
    let expected = [
        "session",
        "model_change",
        "thinking_level_change",
        "system",
        "user",
        "assistant:toolUse",
        "toolResult",
        "toolResult",
        "assistant:stop",
    ];
    assert_eq!(short(&session(&world)), expected);
}

#[test]
fn a_failed_answer_fails_the_program() {
    let (world, _server) = world([Reply::status(400, &json!({ "error": { "message": "bad thing" } }))]);
    let ran = ask(&world, &["--mode", "json", "hello"]);
    assert_eq!(ran.code, Some(1));
    assert_eq!(types(&events(&ran.stdout)).last(), Some(&"agent_settled"));
    assert!(ran.stderr.contains("bad thing"), "{ran:?}");
}

#[test]
fn without_a_prompt_there_is_only_the_header() {
    let (world, _server) = world([]);
    let ran = ask(&world, &["--mode", "json"]);
    assert_eq!((ran.code, types(&events(&ran.stdout)).as_slice()), (Some(0), ["session"].as_slice()));
}
