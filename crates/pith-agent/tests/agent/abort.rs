//! R4.12, R3.13: what an abort ends, and what it leaves.

use std::time::Duration;

use pith_agent::{AgentEvent, RunEnd, ToolError, ToolOutput};
use pith_llm::StreamEvent;

use super::support::{agent, agent_with, calls, last, line, record, scripted, slow, tags};

#[tokio::test(start_paused = true)]
async fn an_abort_while_the_answer_comes_in_keeps_what_is_there_and_what_is_queued() {
    let agent = agent(&slow(["one two three four".into()]));
    let aborting = agent.clone();
    agent.subscribe(move |event: &AgentEvent, _: &_| {
        if matches!(event, AgentEvent::MessageUpdate(StreamEvent::TextDelta { .. })) {
            aborting.steer("later");
            aborting.abort();
        }
    });
    let outcome = agent.prompt("go").await.unwrap();
    assert_eq!(outcome.end, RunEnd::Aborted);
    assert_eq!(tags(&outcome.messages), ["user:go", "assistant:one !Aborted"]);
    assert_eq!(tags(&agent.queued_steering()), ["user:later"]);
    assert!(!agent.is_streaming());
}

#[tokio::test(start_paused = true)]
async fn steering_queued_while_a_tool_runs_outlives_the_abort() {
    let waits = line("t", |_, context| async move {
        context.cancel.cancelled().await;
        Err(ToolError::new("stopped"))
    });
    let agent = agent_with(&scripted([calls("t", &["c1"])]), vec![waits]);
    let events = record(&agent);
    let run = agent.start_prompt("go").unwrap();
    tokio::time::sleep(Duration::from_secs(1)).await;
    agent.steer("later");
    run.abort();
    let outcome = run.await;
    assert_eq!(outcome.end, RunEnd::Aborted);
    assert_eq!(tags(&outcome.messages), ["user:go", "assistant:", "c1!:stopped"]);
    assert_eq!(tags(&agent.queued_steering()), ["user:later"]);
    assert_eq!(last(&events, 2), ["turn_end", "agent_end"]);
    assert_eq!(agent.error_message().as_deref(), Some("Operation aborted"));
}

#[tokio::test(start_paused = true)]
async fn an_aborted_run_can_be_continued_with_what_was_queued() {
    let scripted = scripted([calls("t", &["c1"]), "done".into()]);
    let agent = agent_with(
        &scripted,
        vec![line("t", |_, context| async move {
            context.cancel.cancelled().await;
            Ok(ToolOutput::text("half"))
        })],
    );
    let run = agent.start_prompt("go").unwrap();
    tokio::time::sleep(Duration::from_secs(1)).await;
    agent.steer("instead");
    run.abort();
    run.await;
    let outcome = agent.continue_run().await.unwrap();
    assert_eq!(tags(&outcome.messages), ["user:instead", "assistant:done"]);
}

#[tokio::test(start_paused = true)]
async fn dropping_the_run_aborts_it_and_it_ends_in_order() {
    let agent = agent(&slow(["one two three four".into()]));
    let events = record(&agent);
    let run = agent.start_prompt("go").unwrap();
    tokio::time::sleep(Duration::from_millis(1500)).await;
    drop(run);
    agent.wait_for_idle().await;
    assert_eq!(events.lock().unwrap().last().unwrap(), "agent_end");
    assert_eq!(tags(&agent.messages()), ["user:go", "assistant:one !Aborted"]);
}

#[tokio::test]
async fn an_abort_when_idle_does_nothing() {
    let agent = agent(&scripted(["ok".into()]));
    agent.abort();
    assert!(agent.cancel_token().is_none());
    assert_eq!(agent.prompt("go").await.unwrap().end, RunEnd::Completed);
}
