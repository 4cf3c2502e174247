//! R3.3, R3.9, R3.11: what can be set, when it takes effect, and what is left after a reset.

use std::sync::Arc;

use pith_agent::{Agent, AgentEvent, AgentOptions, ExecutionMode, QueueMode};
use pith_types::{Model, SystemMessage, ThinkingLevel};

use super::support::{agent, line, options, scripted, tags};

#[tokio::test]
async fn settings_take_effect_with_the_next_run() {
    let scripted = scripted(["a".into(), "b".into()]);
    let agent = agent(&scripted);
    let setting = agent.clone();
    let other = Arc::new(Model { id: "other".into(), ..scripted.model() });
    agent.subscribe(move |event: &AgentEvent, _: &_| {
        if matches!(event, AgentEvent::AgentStart) {
            setting.set_model(Arc::clone(&other));
            setting.set_thinking_level(ThinkingLevel::Low);
        }
    });
    let first = agent.prompt("go").await.unwrap();
    let second = agent.prompt("go").await.unwrap();
    let level = |outcome: &pith_agent::RunOutcome| {
        let answer = outcome.answer().unwrap();
        (answer.model.clone(), answer.thinking_level.unwrap())
    };
    assert_eq!(level(&first), ("scripted-1".into(), ThinkingLevel::Off));
    assert_eq!(level(&second), ("other".into(), ThinkingLevel::Low));
}

#[tokio::test]
async fn tools_that_were_changed_are_announced_by_the_next_run() {
    let scripted = scripted(["a".into()]);
    let noop = |name: &str| line(name, |_, _| async { Ok(pith_agent::ToolOutput::default()) });
    let agent = Agent::new(AgentOptions { tools: vec![noop("one")], ..options(&scripted) });
    agent.set_tools(vec![noop("two")]);
    let names = |agent: &Agent| agent.declared_tools().into_iter().map(|tool| tool.name).collect::<Vec<_>>();
    assert_eq!(names(&agent), ["one"]);
    let outcome = agent.prompt("go").await.unwrap();
    assert_eq!(tags(&outcome.messages), ["system", "user:go", "assistant:a"]);
    assert_eq!(names(&agent), ["two"]);
}

#[tokio::test]
async fn a_reset_keeps_prompt_and_settings_and_drops_the_rest() {
    let scripted = scripted([pith_llm::scripted::Answer::error("down")]);
    let agent = Agent::new(AgentOptions { system_prompt: "P".into(), ..options(&scripted) });
    let sections = [("mode".to_owned(), Some("plan".to_owned()))].into_iter().collect();
    agent.steer(SystemMessage { sections: Some(sections), ..SystemMessage::default() });
    agent.prompt("go").await.unwrap();
    agent.follow_up("later");
    agent.reset().unwrap();
    assert_eq!(tags(&agent.messages()), ["system"]);
    assert_eq!(agent.system_prompt(), "P\n\nplan");
    assert!(!agent.has_queued() && agent.error_message().is_none());
}

#[tokio::test]
async fn a_fresh_agent_shares_settings_and_prompt_but_nothing_that_happened() {
    let scripted = scripted(["a".into(), "b".into()]);
    let agent = Agent::new(AgentOptions { system_prompt: "P".into(), ..options(&scripted) });
    let heard = super::support::record(&agent);
    agent.set_steering_mode(QueueMode::All);
    agent.prompt("go").await.unwrap();
    let before = heard.lock().unwrap().len();
    let fresh = agent.fresh();
    assert_eq!((fresh.system_prompt(), fresh.steering_mode()), ("P".into(), QueueMode::All));
    fresh.prompt("other").await.unwrap();
    assert_eq!(tags(&fresh.messages()), ["system", "user:other", "assistant:b"]);
    assert_eq!(tags(&agent.messages()), ["system", "user:go", "assistant:a"]);
    assert_eq!(heard.lock().unwrap().len(), before);
}

#[test]
fn an_agent_begins_idle_empty_and_with_the_gentle_modes() {
    let options = options(&scripted([]));
    assert_eq!(options.tool_execution, ExecutionMode::Parallel);
    let agent = Agent::new(options);
    assert_eq!(agent.thinking_level(), ThinkingLevel::Off);
    assert_eq!((agent.steering_mode(), agent.follow_up_mode()), (QueueMode::OneAtATime, QueueMode::OneAtATime));
    assert!(agent.messages().is_empty() && agent.tools().is_empty() && agent.system_prompt().is_empty());
    assert!(!agent.is_streaming() && agent.cancel_token().is_none());
}

#[test]
fn queues_can_be_looked_at_and_cleared_when_idle() {
    let agent = agent(&scripted([]));
    agent.steer("s1");
    agent.steer("s2");
    agent.follow_up("f1");
    agent.follow_up("f2");
    assert_eq!(tags(&agent.peek_queued()), ["user:s1"]);
    agent.set_steering_mode(QueueMode::All);
    assert_eq!(tags(&agent.peek_queued()), ["user:s1", "user:s2"]);
    agent.clear_steering();
    assert_eq!(tags(&agent.peek_queued()), ["user:f1"]);
    agent.set_follow_up_mode(QueueMode::All);
    assert_eq!(tags(&agent.peek_queued()), ["user:f1", "user:f2"]);
    agent.clear_queues();
    assert!(!agent.has_queued());
}

#[test]
fn an_agent_goes_wherever_its_program_goes() {
    fn shared<T: Send + Sync + Clone + 'static>() {}
    shared::<Agent>();
}

#[test]
fn a_prompt_outside_a_runtime_is_refused() {
    let agent = agent(&scripted([]));
    assert_eq!(agent.start_prompt("go").err(), Some(pith_agent::AgentError::NoRuntime));
    assert!(!agent.is_streaming());
}
