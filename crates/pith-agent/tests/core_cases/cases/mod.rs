//! The cases: an op, its input, and what came out. An op that is not known here is an error.

mod agent;
mod calls;
mod differences;
mod faults;
mod json;
mod models;
mod queue;
mod replay;
mod scripted;

use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::compare::{matches, says_the_same};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "about")]
    _about: Value,
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
    /// Compare structure, and the names and texts of the input that must occur.
    #[serde(default)]
    free_wording: bool,
    /// The outcome is this fault of the reference (R6.4).
    #[serde(default)]
    fault: Option<String>,
    /// Arises only in JavaScript.
    #[serde(default)]
    js: bool,
}

type Failure = Box<dyn std::error::Error>;

/// Nothing came out.
fn nothing() -> Value {
    json!({"$undefined": true})
}

/// It failed.
fn failed() -> Value {
    json!({"$throws": true})
}

async fn run(op: &str, input: &Value) -> Result<Value, Failure> {
    Ok(match op {
        "validateToolArguments" => calls::validate(&input["tool"], &input["call"]),
        "validateToolCall" => calls::validate_named(&input["tools"], &input["call"]),
        "runToolCall" => calls::run(input).await,
        "agentConstruct" => agent::construct().await,
        "agentDefaults" => agent::defaults(),
        "assignSystemPrompt" => agent::assign_system_prompt(),
        "streamOptionKeys" => agent::stream_option_keys().await,
        "agentInit" => agent::init(input),
        "agentReset" => agent::reset(input),
        "agentAnnounce" => agent::announce(input).await,
        "assignCopies" => agent::assign_copies(),
        "queues" => agent::queues(input),
        "subscribeOrder" => agent::subscribe_order().await,
        "promptInputs" => agent::prompt_inputs().await,
        "EventStream" => queue::events(input).await?,
        "AssistantMessageEventStream" => queue::answers(input).await?,
        "fauxStream" => scripted::faux_stream(input).await?,
        "Models.streamSimple" => scripted::models(input).await?,
        _ => match json::run(op, input)?.or(models::run(op, input)?).or(replay::run(op, input)?) {
            Some(outcome) => outcome,
            None => return Err(format!("op `{op}` is not known").into()),
        },
    })
}

/// What is wrong with a case, if anything.
async fn problem(case: &Case) -> Option<String> {
    let mut actual = match run(&case.op, &case.input).await {
        Ok(actual) => actual,
        Err(error) => return Some(format!("{}: {error}", case.id)),
    };
    let mut expected = differences::ours(&case.op, &case.expected);
    if differences::numbered_sections(&case.input) {
        differences::sort_paragraphs(&mut actual);
        differences::sort_paragraphs(&mut expected);
    }
    let holds = match case {
        // Whatever differs from the fault is better; what it is has a test of its own.
        Case { fault: Some(_), .. } => !matches(&case.expected, &actual),
        // It need only settle.
        Case { js: true, .. } => true,
        Case { free_wording: true, input, .. } => says_the_same(&expected, &actual, input),
        _ => matches(&expected, &actual),
    };
    (!holds).then(|| format!("{} ({})\n  expected {expected}\n  got      {actual}", case.id, case.op))
}

async fn problems(folder: &Path) -> Vec<String> {
    let File { cases, .. } = crate::load(&folder.join("cases.json"));
    assert!(!cases.is_empty());
    let mut problems = Vec::new();
    for case in &cases {
        problems.extend(problem(case).await);
    }
    problems
}

#[tokio::test(start_paused = true)]
async fn every_case_is_what_was_recorded() {
    for folder in crate::folders() {
        let problems = problems(&folder).await;
        let listed = problems.join("\n");
        assert!(problems.is_empty(), "{}: {} of the cases differ:\n{listed}", folder.display(), problems.len());
    }
}

#[test]
fn our_own_file_is_whole() {
    let File { cases, .. } = crate::load(&crate::own().join("cases.json"));
    assert_eq!(cases.len(), 360);
}
