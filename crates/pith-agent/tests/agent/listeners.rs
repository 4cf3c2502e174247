//! R3.8, R3.10: who hears what, when, and what the agent shows meanwhile.

use std::sync::{Arc, Mutex};

use pith_agent::{AgentError, AgentEvent, ListenerError, RunEnd, waiting};
use pith_llm::StreamEvent;

use super::support::{agent, last, record, scripted, tags};

#[tokio::test]
async fn listeners_hear_in_the_order_of_subscription_until_they_leave() {
    let agent = agent(&scripted(["ok".into(), "ok".into()]));
    let heard = Arc::new(Mutex::new(Vec::new()));
    let subscriptions: Vec<_> = (1..=2)
        .map(|number| {
            let heard = Arc::clone(&heard);
            agent.subscribe(move |event: &AgentEvent, _: &_| {
                if matches!(event, AgentEvent::AgentStart) {
                    heard.lock().unwrap().push(number);
                }
            })
        })
        .collect();
    agent.prompt("go").await.unwrap();
    assert_eq!(*heard.lock().unwrap(), [1, 2]);
    assert!(subscriptions[0].unsubscribe());
    assert!(!subscriptions[0].unsubscribe());
    agent.prompt("go").await.unwrap();
    assert_eq!(*heard.lock().unwrap(), [1, 2, 2]);
}

#[tokio::test]
async fn a_listener_finds_the_state_as_the_event_left_it() {
    let agent = agent(&scripted(["Hello there.".into()]));
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (watched, written) = (agent.clone(), Arc::clone(&seen));
    agent.subscribe(move |event: &AgentEvent, _: &_| match event {
        AgentEvent::MessageUpdate(StreamEvent::TextDelta { .. }) => {
            written.lock().unwrap().extend(watched.streaming_message().map(|message| tags(&[message])));
        }
        AgentEvent::AgentEnd { .. } => assert!(watched.is_streaming() && watched.streaming_message().is_none()),
        AgentEvent::MessageEnd(message) => assert_eq!(watched.messages().last(), Some(message)),
        _ => {}
    });
    agent.prompt("go").await.unwrap();
    assert_eq!(seen.lock().unwrap().last().unwrap(), &["assistant:Hello there."]);
    assert!(!agent.is_streaming());
}

#[tokio::test]
async fn one_run_at_a_time_until_the_last_listener_is_done() {
    let agent = agent(&scripted(["ok".into()]));
    let again = agent.clone();
    let refused = Arc::new(Mutex::new(Vec::new()));
    let written = Arc::clone(&refused);
    agent.subscribe(waiting(move |event, _| {
        let (again, written) = (again.clone(), Arc::clone(&written));
        async move {
            if matches!(event, AgentEvent::AgentEnd { .. }) {
                let errors = [again.prompt("x").await.err(), again.continue_run().await.err(), again.reset().err()];
                written.lock().unwrap().extend(errors);
            }
            Ok(())
        }
    }));
    assert_eq!(agent.prompt("go").await.unwrap().end, RunEnd::Completed);
    assert_eq!(*refused.lock().unwrap(), [Some(AgentError::Busy); 3]);
}

#[tokio::test]
async fn a_listener_that_fails_in_the_middle_of_an_answer_costs_none_of_its_text() {
    let agent = agent(&scripted(["Hello there.".into()]));
    let events = record(&agent);
    agent.subscribe(waiting(|event, _| async move {
        match event {
            AgentEvent::MessageUpdate(StreamEvent::TextDelta { .. }) => Err(ListenerError::new("full")),
            _ => Ok(()),
        }
    }));
    let outcome = agent.prompt("go").await.unwrap();
    assert!(matches!(outcome.end, RunEnd::Failed(_)));
    let answer = outcome.answer().unwrap();
    assert_eq!(answer.error_message.as_deref(), Some("a listener failed: full"));
    assert!("Hello there.".starts_with(&outcome.text()) && !outcome.text().is_empty());
    assert_eq!(last(&events, 3), ["end assistant", "turn_end", "agent_end"]);
}

#[tokio::test]
async fn a_listener_that_panics_is_a_failure_too() {
    let agent = agent(&scripted([]));
    agent.subscribe(|event: &AgentEvent, _: &_| assert!(!matches!(event, AgentEvent::TurnStart), "no turns"));
    let outcome = agent.prompt("go").await.unwrap();
    assert_eq!(tags(&outcome.messages), ["user:go", "assistant:!Error"]);
    assert!(outcome.answer().unwrap().error_message.as_ref().unwrap().contains("no turns"));
}
