//! Replays traces: a scenario in, what happened out, and the two compared.

mod differences;
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

use std::path::Path;

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
    crate::load::<File>(&folder.join("traces.json")).traces
}

/// Plays a scenario on a clock that only moves when nothing else can.
fn play(scenario: &Scenario) -> Record {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let limit = std::time::Duration::from_secs(100_000);
        tokio::time::timeout(limit, world::play(scenario)).await.expect("the scenario settles")
    })
}

fn problems(folder: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    let traces = load(folder);
    assert!(!traces.is_empty());
    for trace in traces {
        let record = play(&trace.scenario);
        problems.extend(well_formed::problem(&record).map(|problem| format!("{}: {problem}", trace.id)));
        let differences = differences::differences(&trace, &record);
        match &trace.fault {
            Some(_) if differences.is_empty() => problems.push(format!("{}: repeats the fault", trace.id)),
            // What arises only in JavaScript need only settle; where ours is known to agree it is held to that.
            None if trace.js && folder != crate::own() => {}
            None if !differences.is_empty() => problems.push(format!("{}: {}", trace.id, differences.join("\n    "))),
            _ => {}
        }
    }
    problems
}

#[test]
fn every_trace_is_what_was_recorded() {
    for folder in crate::folders() {
        let problems = problems(&folder);
        let listed = problems.join("\n");
        assert!(problems.is_empty(), "{}: {} of the traces differ:\n{listed}", folder.display(), problems.len());
    }
}

#[test]
fn our_own_file_is_whole() {
    assert_eq!(load(&crate::own()).len(), 74);
}
