//! R4.3–R4.7: tools beside each other, in order, and when they fail.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use pith_agent::{Agent, RunEnd, ToolError, ToolOutput};
use pith_llm::scripted::Answer;
use serde_json::json;

use super::support::{agent_with, calls, line, record, scripted, tags};

#[tokio::test(start_paused = true)]
async fn calls_run_beside_each_other_end_as_they_end_and_report_in_order() {
    let naps = line("t", |_, context| async move {
        let seconds = if context.call_id == "slow" { 3 } else { 1 };
        tokio::time::sleep(Duration::from_secs(seconds)).await;
        (context.update)(ToolOutput::text("half"));
        Ok(ToolOutput::text("r"))
    });
    let agent = agent_with(&scripted([calls("t", &["slow", "fast"]), "ok".into()]), vec![naps]);
    let events = record(&agent);
    let begun = tokio::time::Instant::now();
    let outcome = agent.prompt("go").await.unwrap();
    assert_eq!(begun.elapsed(), Duration::from_secs(3));
    assert_eq!(tags(&outcome.messages)[2..4], ["slow:r", "fast:r"]);
    let events = events.lock().unwrap();
    let tools: Vec<&str> = events
        .iter()
        .map(String::as_str)
        .filter(|name| ["exec", "progress", "done"].iter().any(|kind| name.starts_with(kind)))
        .collect();
    assert_eq!(tools, ["exec slow", "exec fast", "progress fast", "done fast", "progress slow", "done slow"]);
}

#[tokio::test]
async fn whatever_a_tool_does_wrong_is_its_result_and_the_run_goes_on() {
    let wrong = line("t", |_, context| async move {
        match context.call_id.as_str() {
            "fails" => Err(ToolError::new("no such file")),
            "panics" => panic!("index out of bounds"),
            _ => Ok(ToolOutput { is_error: true, ..ToolOutput::text("exit 1") }),
        }
    });
    let agent = agent_with(&scripted([calls("t", &["fails", "panics", "says"]), "ok".into()]), vec![wrong]);
    let outcome = agent.prompt("go").await.unwrap();
    assert_eq!(outcome.end, RunEnd::Completed);
    let results = ["fails!:no such file", "panics!:the tool panicked: index out of bounds", "says!:exit 1"];
    assert_eq!(tags(&outcome.messages)[2..5], results);
}

#[tokio::test]
async fn a_tool_that_is_not_there_is_named_to_the_model() {
    let agent = agent_with(&scripted([Answer::call("c1", "nope", json!({})), "ok".into()]), Vec::new());
    assert_eq!(tags(&agent.prompt("go").await.unwrap().messages)[2], "c1!:Tool nope not found");
}

#[tokio::test]
async fn calls_in_progress_can_be_seen() {
    let watched = Arc::new(OnceLock::<Agent>::new());
    let watching = Arc::clone(&watched);
    let look = line("t", move |_, _| {
        let pending = watching.get().unwrap().pending_tool_calls();
        async move { Ok(ToolOutput::text(pending.join(","))) }
    });
    let agent = agent_with(&scripted([calls("t", &["c1"]), "ok".into()]), vec![look]);
    watched.set(agent.clone()).ok().unwrap();
    assert_eq!(tags(&agent.prompt("go").await.unwrap().messages)[2], "c1:c1");
    assert!(agent.pending_tool_calls().is_empty());
}
