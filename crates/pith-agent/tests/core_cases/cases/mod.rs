//! The recorded cases whose ops are this crate's: validation, single calls, and the agent itself. An op that is not known
//! here is an error.

mod agent;
mod calls;

use serde::Deserialize;
use serde_json::Value;

use crate::traces::compare::matches;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "about")]
    _about: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    #[serde(rename = "rule")]
    _rule: String,
    op: String,
    input: Value,
    expected: Value,
    #[serde(default, rename = "note")]
    _note: Option<String>,
    /// Compare the form only.
    #[serde(default)]
    free_wording: bool,
}

async fn run(op: &str, input: &Value) -> Value {
    match op {
        "validateToolArguments" => calls::validate(&input["tool"], &input["call"]),
        "validateToolCall" => calls::validate_named(&input["tools"], &input["call"]),
        "runToolCall" => calls::run(input).await,
        "agentInit" => agent::init(input),
        "agentReset" => agent::reset(input),
        "agentAnnounce" => agent::announce(input).await,
        "assignCopies" => agent::assign_copies(),
        "queues" => agent::queues(input),
        "subscribeOrder" => agent::subscribe_order().await,
        "promptInputs" => agent::prompt_inputs().await,
        other => panic!("op `{other}` is not known"),
    }
}

#[tokio::test(start_paused = true)]
async fn every_case_is_what_was_recorded() {
    let file: File = serde_json::from_str(include_str!("../../fixtures/core/agent-cases.json")).unwrap();
    let mut wrong = Vec::new();
    for case in file.cases {
        let actual = run(&case.op, &case.input).await;
        let expected = if case.free_wording { free(&case.expected) } else { case.expected };
        if !matches(&expected, &actual) {
            wrong.push(format!("{}\n  expected {expected}\n  got      {actual}", case.id));
        }
    }
    assert!(wrong.is_empty(), "{} of the cases differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// The same, with any text in place of each text block's.
fn free(expected: &Value) -> Value {
    match expected {
        Value::Object(members) => {
            let member = |(name, value): (&String, &Value)| match name.as_str() {
                "text" => (name.clone(), Value::from("*wording*")),
                _ => (name.clone(), free(value)),
            };
            members.iter().map(member).collect()
        }
        Value::Array(items) => items.iter().map(free).collect(),
        other => other.clone(),
    }
}
