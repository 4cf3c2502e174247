//! Replays traces: a scenario in, what happened out, and the two compared.

pub(crate) mod compare;
pub(crate) mod digest;
mod faults;
mod hooks;
mod provider;
mod record;
mod scenario;
mod tools;
mod triggers;
mod well_formed;
mod world;

use std::{fs, path::Path};

use serde::Deserialize;
use serde_json::Value;

use record::Record;
use scenario::Scenario;

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "about")]
    _about: Value,
    #[serde(rename = "conventions")]
    _conventions: Value,
    traces: Vec<Trace>,
}

/// One trace: the scenario, and what the reference did.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Trace {
    id: String,
    #[serde(rename = "rule")]
    _rule: String,
    #[serde(rename = "title")]
    _title: String,
    scenario: Scenario,
    events: Vec<Value>,
    requests: Vec<Value>,
    outcomes: Vec<Value>,
    #[serde(default)]
    final_state: Option<Value>,
    #[serde(default)]
    final_context: Option<Vec<Value>>,
    #[serde(default, rename = "unhandledRejections")]
    _unhandled_rejections: Option<Value>,
    #[serde(default)]
    fault: Option<String>,
    /// Arises only in JavaScript.
    #[serde(default)]
    js: bool,
    #[serde(default, rename = "free_wording")]
    _free_wording: bool,
}

fn load(folder: &Path) -> Vec<Trace> {
    let path = folder.join("traces.json");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str::<File>(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())).traces
}

/// Plays a scenario on a clock that only moves when nothing else can.
fn play(scenario: &Scenario) -> Record {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let limit = std::time::Duration::from_secs(100_000);
        tokio::time::timeout(limit, world::play(scenario)).await.expect("the scenario settles")
    })
}

#[test]
fn every_trace_is_what_was_recorded() {
    let mut wrong = Vec::new();
    let traces = load(&crate::folder());
    assert!(!traces.is_empty());
    for trace in traces {
        let record = play(&trace.scenario);
        if let Some(problem) = well_formed::problem(&record) {
            wrong.push(format!("{}: {problem}", trace.id));
        }
        let differences = compare::differences(&trace, &record);
        match &trace.fault {
            Some(_) if differences.is_empty() => wrong.push(format!("{}: repeats the fault", trace.id)),
            Some(_) => {}
            None if differences.is_empty() => {}
            None => wrong.push(format!("{}: {}", trace.id, differences.join("\n    "))),
        }
    }
    assert!(wrong.is_empty(), "{} of the traces differ:\n{}", wrong.len(), wrong.join("\n"));
}
