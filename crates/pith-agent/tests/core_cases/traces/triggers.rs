//! What a scenario does while a run is under way: at events, in hooks and in tools.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock},
    time::Duration,
};

use async_trait::async_trait;
use pith_agent::{Agent, AgentEvent, Listener, ListenerError};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{
    digest::{self, digests},
    hooks::ScenarioHooks,
    record::Log,
    scenario::{Op, Trigger},
};

/// Does what a scenario asks for during a run. The agent is known only after its hooks and tools have been made.
#[derive(Clone)]
pub(super) struct Actor {
    pub(super) log: Log,
    agent: Arc<OnceLock<Agent>>,
}

impl Actor {
    pub(super) fn new(log: Log) -> Self {
        Self { log, agent: Arc::default() }
    }

    pub(super) fn meet(&self, agent: &Agent) {
        let _ = self.agent.set(agent.clone());
    }

    fn agent(&self) -> &Agent {
        self.agent.get().expect("this scenario has an agent")
    }

    /// Does the actions; the text is what the last one threw.
    pub(super) async fn act(&self, actions: &[Op]) -> Result<(), String> {
        for action in actions {
            match action {
                Op::Steer { message } => self.agent().steer(message.clone()),
                Op::FollowUp { message } => self.agent().follow_up(message.clone()),
                Op::Abort {} => self.agent().abort(),
                Op::ClearAllQueues {} => self.agent().clear_queues(),
                Op::Note { text } => self.log.event(json!({"hook": "note", "text": text})),
                Op::Throw { message } => return Err(message.clone()),
                Op::PromptNow {} => self.refused("prompt(during run)", self.agent().prompt("again").await.err()),
                Op::ContinueNow {} => self.refused("continue(during run)", self.agent().continue_run().await.err()),
                Op::ResetNow {} => self.refused("reset(during run)", self.agent().reset().err()),
                Op::SetHook { name } => {
                    self.agent().set_hooks(Arc::new(ScenarioHooks::replaced(name, self.clone())));
                }
                Op::Peek {} => self.log.outcome(peek(self.agent())),
                Op::Snapshot { label } => self.log.outcome(snapshot(self.agent(), Some(label))),
                Op::Prompt { .. } | Op::Continue {} | Op::Wait { .. } => panic!("no action for the time of a run"),
            }
        }
        Ok(())
    }

    fn refused(&self, op: &str, error: Option<pith_agent::AgentError>) {
        self.log.outcome(match error {
            Some(error) => json!({"op": op, "error": error.to_string()}),
            None => json!({"op": op, "ok": true}),
        });
    }
}

pub(super) fn peek(agent: &Agent) -> Value {
    json!({"op": "peek", "messages": digests(&agent.peek_queued())})
}

pub(super) fn snapshot(agent: &Agent, label: Option<&str>) -> Value {
    let mut state = json!({
        "isStreaming": agent.is_streaming(),
        "pendingToolCalls": agent.pending_tool_calls(),
        "streaming": agent.streaming_message().map(|message| digest::digest(&message)),
        "errorMessage": agent.error_message(),
        "messages": digests(&agent.messages()),
        "hasQueued": agent.has_queued(),
    });
    if let Some(label) = label {
        state["op"] = json!("snapshot");
        state["label"] = json!(label);
    }
    state
}

/// Writes every event down and pulls the triggers.
pub(super) struct Recorder {
    actor: Actor,
    triggers: Vec<Trigger>,
    seen: Mutex<HashMap<String, usize>>,
}

impl Recorder {
    pub(super) fn new(actor: Actor, triggers: Vec<Trigger>) -> Self {
        Self { actor, triggers, seen: Mutex::default() }
    }

    /// The names that an event answers to, each with how often it was seen.
    fn count(&self, event: &AgentEvent) -> Vec<(String, usize)> {
        let entry = digest::event(event);
        let kind = entry["type"].as_str().unwrap().to_owned();
        let detail = match event {
            AgentEvent::MessageStart(message) | AgentEvent::MessageEnd(message) => Some(message.role().to_owned()),
            AgentEvent::MessageUpdate(update) => Some(digest::update_kind(update).to_owned()),
            _ => None,
        };
        let detailed = detail.map(|detail| format!("{kind}:{detail}"));
        let mut seen = self.seen.lock().unwrap();
        let mut count = |name: String| {
            let count = seen.entry(name.clone()).or_default();
            *count += 1;
            (name, *count)
        };
        [Some(kind), detailed].into_iter().flatten().map(&mut count).collect()
    }
}

#[async_trait]
impl Listener for Recorder {
    async fn hear(&self, event: &AgentEvent, _: &CancellationToken) -> Result<(), ListenerError> {
        self.actor.log.event(digest::event(event));
        let names = self.count(event);
        for trigger in &self.triggers {
            let due = |(name, count): &(String, usize)| {
                *name == trigger.on && (trigger.always || *count == trigger.n.unwrap_or(1))
            };
            if !names.iter().any(due) {
                continue;
            }
            if let Some(delay) = trigger.delay_ms {
                tokio::time::sleep(Duration::from_millis(delay)).await;
                self.actor.log.event(json!({"hook": "listener finished waiting", "on": trigger.on}));
            }
            self.actor.act(&trigger.actions).await.map_err(ListenerError::new)?;
        }
        Ok(())
    }
}
