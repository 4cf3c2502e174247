//! What was recorded against what happened.

use pith_agent::RunEnd;
use serde_json::Value;

use super::{Trace, record::Record};
use crate::compare::matches;

/// Every difference in words; none when the two agree.
pub(super) fn differences(trace: &Trace, record: &Record) -> Vec<String> {
    let mut differences = Vec::new();
    let expected: Vec<Value> = trace.events.iter().map(|event| own_form(event, trace.js)).collect();
    let broken = record.ends.iter().any(|outcome| matches!(outcome.end, RunEnd::Failed(_)));
    let actual: Vec<Value> = match broken && trace.fault.is_none() {
        true => record.events.iter().enumerate().map(|(at, event)| only_failure(event, expected.get(at))).collect(),
        false => record.events.clone(),
    };
    lists("events", &expected, &actual, &mut differences);
    lists("requests", &trace.requests, &record.requests, &mut differences);
    lists("outcomes", &trace.outcomes, &record.outcomes, &mut differences);
    if let (Some(expected), Some(actual)) = (&trace.final_state, &record.final_state)
        && !matches(expected, actual)
    {
        differences.push(format!("final state\n      expected {expected}\n      got      {actual}"));
    }
    if let (Some(expected), Some(actual)) = (&trace.final_context, &record.final_context) {
        lists("final context", expected, actual, &mut differences);
    }
    differences
}

/// What JavaScript leaves out and we write as an empty list.
fn own_form(event: &Value, js: bool) -> Value {
    let mut event = event.clone();
    if js && let Some(result) = event.get_mut("result").and_then(Value::as_object_mut) {
        result.entry("content").or_insert_with(|| Value::Array(Vec::new()));
    }
    event
}

/// After a failure of the code around a run the reference names only the failure in `agent_end`; we name all that was
/// added (`docs/pi-map.md`). The rest of the list is what is compared here.
fn only_failure(event: &Value, expected: Option<&Value>) -> Value {
    let mut event = event.clone();
    if event["type"] == "agent_end"
        && let Some(expected) = expected.and_then(|expected| expected["messages"].as_array())
        && let Some(messages) = event["messages"].as_array_mut()
    {
        messages.drain(..messages.len().saturating_sub(expected.len()));
    }
    event
}

fn lists(name: &str, expected: &[Value], actual: &[Value], differences: &mut Vec<String>) {
    let nothing = Value::Null;
    for place in 0..expected.len().max(actual.len()) {
        let (expected, actual) = (expected.get(place).unwrap_or(&nothing), actual.get(place).unwrap_or(&nothing));
        if !matches(expected, actual) {
            differences.push(format!("{name} {place}\n      expected {expected}\n      got      {actual}"));
            // What follows the first difference is shifted.
            return;
        }
    }
}
