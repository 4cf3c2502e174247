//! The faults of the reference that are not repeated (spec/core.md R6.4), one test each.

use pith_agent::{Cause, Door, RunEnd};
use serde_json::{Value, json};

use super::{load, play, record::Record};

/// Plays the traces that are marked with a fault.
fn records(fault: &str) -> Vec<(String, Record)> {
    let traces = load(&crate::own());
    let marked = traces.iter().filter(|trace| trace.fault.as_deref() == Some(fault));
    let records: Vec<_> = marked.map(|trace| (trace.id.clone(), play(&trace.scenario))).collect();
    assert!(!records.is_empty(), "no trace is marked {fault}");
    records
}

fn record(id: &str) -> Record {
    let traces = load(&crate::own());
    play(&traces.iter().find(|trace| trace.id == id).unwrap().scenario)
}

fn last(record: &Record) -> &Value {
    record.events.iter().rev().find(|event| event["type"] == "agent_end").unwrap()
}

fn failed_at(record: &Record) -> Door {
    match &record.ends[0].end {
        RunEnd::Failed(failure) => failure.door,
        end => panic!("the run ended with {end:?}"),
    }
}

#[test]
fn a_bare_run_whose_hook_fails_ends_with_a_message_and_its_stream_ends_too() {
    for (id, record) in records("R6.4.1") {
        assert!(matches!(failed_at(&record), Door::ConvertToLlm | Door::TransformContext), "{id}");
        assert_eq!(last(&record)["messages"], json!(["user:hi", "assistant:error"]), "{id}");
    }
}

#[test]
fn an_abort_during_tools_ends_the_run_without_an_extra_turn() {
    for (id, record) in records("R6.4.2") {
        assert_eq!(record.requests.len(), 1, "{id}");
        assert_eq!(record.ends[0].end, RunEnd::Aborted, "{id}");
        let turn_ends: Vec<&Value> = record.events.iter().filter(|event| event["type"] == "turn_end").collect();
        assert_eq!(turn_ends.len(), 1, "{id}");
        assert_eq!(turn_ends[0]["message"], "assistant:toolUse", "{id}");
        assert!(record.final_state.as_ref().unwrap()["errorMessage"].is_string(), "{id}");
    }
}

#[test]
fn tools_that_are_changed_for_a_request_are_declared_in_it() {
    for (id, record) in records("R6.4.5") {
        let messages = record.requests[0]["messages"].as_array().unwrap();
        assert!(messages.iter().any(|message| message["toolsAdded"] == json!(["extra"])), "{id}");
    }
}

#[test]
fn a_failing_hook_ends_the_run_with_an_outcome_that_names_it_and_everything_listed() {
    for (id, door) in [
        ("t100", Door::TransformContext),
        ("t101", Door::ConvertToLlm),
        ("t102", Door::Authorize),
        ("t104", Door::FinishTurn),
    ] {
        let record = record(id);
        assert_eq!(failed_at(&record), door, "{id}");
        assert_eq!(last(&record)["messages"][0], "user:hi", "{id}");
        assert_eq!(record.final_state.unwrap()["messages"], last_messages(&record.events), "{id}");
    }
}

fn last_messages(events: &[Value]) -> Value {
    events.iter().rev().find(|event| event["type"] == "agent_end").unwrap()["messages"].clone()
}

#[test]
fn a_failing_listener_never_costs_the_prompt() {
    for id in ["t105", "t106"] {
        let record = record(id);
        assert_eq!(failed_at(&record), Door::Listener, "{id}");
        assert_eq!(record.outcomes[0], json!({"op": "prompt", "ok": true}), "{id}");
        assert_eq!(record.final_state.unwrap()["messages"], json!(["user:hi", "assistant:error"]), "{id}");
    }
}

#[test]
fn a_stream_that_breaks_leaves_what_was_shown() {
    for (id, record) in records("R6.4.7") {
        let RunEnd::Failed(failure) = &record.ends[0].end else { panic!("{id}") };
        assert!(matches!(&failure.cause, Cause::Panicked(text) if text == "socket gone"), "{id}");
        let ends: Vec<&Value> = record
            .events
            .iter()
            .filter(|event| event["type"] == "message_end" && event["message"]["role"] == "assistant")
            .collect();
        assert_eq!(ends.len(), 1, "{id}");
        assert_eq!(ends[0]["message"]["stopReason"], "error", "{id}");
        assert!(ends[0]["message"]["errorMessage"].as_str().unwrap().contains("socket gone"), "{id}");
    }
}

#[test]
fn a_listener_that_fails_during_tools_leaves_no_tool_behind_and_every_call_its_result() {
    for (id, record) in records("R6.4.8") {
        assert_eq!(failed_at(&record), Door::Listener, "{id}");
        let end = record.events.iter().position(|event| event["type"] == "agent_end").unwrap();
        assert!(record.events[end..].iter().all(|event| event["hook"] != "note"), "{id}: a tool outlived the run");
    }
    let messages = ["user:hi", "assistant:toolUse", "toolResult:c1", "toolResult:c2", "assistant:error"];
    assert_eq!(last(&record("t131"))["messages"], json!(messages));
}
