//! Many agents in one process, and long transcripts: what they must not cost.

use std::sync::{Arc, Mutex};

use futures::future::join_all;
use pith_agent::{Agent, AgentOptions, HookError, Hooks, RunEnd, ToolOutput, model_messages};
use pith_types::{AgentMessage, Message};

use super::support::{agent_with, calls, line, options, scripted};

#[tokio::test(start_paused = true)]
async fn a_thousand_agents_run_at_once() {
    let naps = line("t", |_, _| async {
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        Ok(ToolOutput::text("r"))
    });
    let begun = tokio::time::Instant::now();
    let agents: Vec<Agent> = (0..1_000)
        .map(|_| agent_with(&scripted([calls("t", &["a", "b"]), "done".into()]), vec![Arc::clone(&naps)]))
        .collect();
    let outcomes = join_all(agents.iter().map(|agent| agent.prompt("go"))).await;
    assert!(outcomes.into_iter().all(|outcome| outcome.unwrap().end == RunEnd::Completed));
    assert!(agents.iter().all(|agent| agent.messages().len() == 6 && !agent.is_streaming()));
    assert_eq!(begun.elapsed(), std::time::Duration::from_secs(1), "they waited beside each other");
}

/// Bytes that this process holds in memory.
#[cfg(target_os = "linux")]
fn resident() -> usize {
    const PAGE: usize = 4096;
    let status = std::fs::read_to_string("/proc/self/statm").unwrap();
    status.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * PAGE
}

#[cfg(target_os = "linux")]
#[test]
fn an_idle_agent_is_small() {
    const COUNT: usize = 2_000;
    let scripted = scripted([]);
    let tool = line("t", |_, _| async { Ok(ToolOutput::default()) });
    let before = resident();
    let agents: Vec<Agent> = (0..COUNT)
        .map(|_| {
            let options = options(&scripted);
            Agent::new(AgentOptions { system_prompt: "P".repeat(500), tools: vec![Arc::clone(&tool)], ..options })
        })
        .collect();
    let each = resident().saturating_sub(before) / agents.len();
    assert!(each < 64 * 1024, "{each} bytes");
}

/// Keeps what is converted.
#[derive(Default)]
struct Converted(Mutex<Vec<Message>>);

#[async_trait::async_trait]
impl Hooks for Converted {
    async fn convert_to_llm(&self, messages: Vec<AgentMessage>) -> Result<Vec<Message>, HookError> {
        let messages = model_messages(messages);
        self.0.lock().unwrap().clone_from(&messages);
        Ok(messages)
    }
}

#[tokio::test]
async fn the_default_conversion_copies_no_message() {
    let hooks = Arc::new(Converted::default());
    let scripted = scripted(["one".into(), "two".into()]);
    let agent = Agent::new(AgentOptions {
        system_prompt: "P".into(),
        hooks: Arc::clone(&hooks) as Arc<dyn Hooks>,
        ..options(&scripted)
    });
    agent.prompt("a").await.unwrap();
    agent.prompt("b").await.unwrap();
    let converted = hooks.0.lock().unwrap();
    assert_eq!(converted.len(), 4);
    for (kept, sent) in agent.messages().iter().zip(converted.iter()) {
        let same = match (kept, sent) {
            (AgentMessage::Model(Message::System(kept)), Message::System(sent)) => Arc::ptr_eq(kept, sent),
            (AgentMessage::Model(Message::User(kept)), Message::User(sent)) => Arc::ptr_eq(kept, sent),
            (AgentMessage::Model(Message::Assistant(kept)), Message::Assistant(sent)) => Arc::ptr_eq(kept, sent),
            _ => false,
        };
        assert!(same, "{kept:?} was copied");
    }
}
