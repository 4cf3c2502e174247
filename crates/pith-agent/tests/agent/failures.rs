//! R3.9, R4.13, R5.19: models that fail, and second tries.

use std::sync::Arc;

use pith_agent::{Agent, AgentError, AgentOptions, RunEnd};
use pith_llm::scripted::Answer;
use pith_types::Model;

use super::support::{agent, options, record, scripted, tags};

#[tokio::test]
async fn a_model_that_fails_is_an_outcome_and_a_message() {
    let agent = agent(&scripted([Answer::error("503 overloaded")]));
    agent.follow_up("later");
    let outcome = agent.prompt("go").await.unwrap();
    assert_eq!(outcome.end, RunEnd::ModelFailed);
    assert_eq!(agent.error_message().as_deref(), Some("503 overloaded"));
    assert!(agent.has_queued());
}

#[tokio::test]
async fn a_retry_takes_the_failed_answer_off_and_asks_again() {
    let scripted = scripted([Answer::error("503"), "ok".into()]);
    let agent = agent(&scripted);
    agent.prompt("go").await.unwrap();
    let outcome = agent.retry().await.unwrap();
    assert_eq!(tags(&outcome.messages), ["assistant:ok"]);
    assert_eq!(tags(&agent.messages()), ["user:go", "assistant:ok"]);
    assert_eq!(agent.error_message(), None);
    assert_eq!(scripted.calls()[1].messages.len(), 1);
    assert_eq!(agent.retry().await, Err(AgentError::NothingToRetry));
}

#[tokio::test]
async fn a_request_that_cannot_be_prepared_is_an_answer_like_any_other() {
    let model = Model { id: "m".into(), api: "unknown-wire".into(), provider: "p".into(), ..Model::default() };
    let agent = Agent::new(AgentOptions { model: Arc::new(model), ..options(&scripted([])) });
    let events = record(&agent);
    let outcome = agent.prompt("go").await.unwrap();
    assert_eq!(outcome.end, RunEnd::ModelFailed);
    assert!(outcome.answer().unwrap().error_message.as_ref().unwrap().contains("unknown-wire"));
    let framed = ["start assistant", "end assistant", "turn_end", "agent_end"];
    assert_eq!(events.lock().unwrap()[4..], framed);
}

#[tokio::test]
async fn what_cannot_be_continued_is_refused_with_the_reason() {
    let scripted = scripted(["ok".into()]);
    let agent = Agent::new(AgentOptions { system_prompt: "P".into(), ..options(&scripted) });
    assert_eq!(agent.continue_run().await, Err(AgentError::NothingToContinue));
    agent.prompt("go").await.unwrap();
    assert_eq!(agent.continue_run().await, Err(AgentError::AlreadyAnswered));
}
