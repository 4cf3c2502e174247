//! Whatever of the code around a run fails, in whatever way and at whatever point: the run settles, the prompt is kept, and
//! everything that began has ended.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use async_trait::async_trait;
use pith_agent::{
    Agent, AgentEvent, AgentOptions, HookError, Hooks, Listener, ListenerError, NextTurn, RequestChange, RequestView,
    ToolAmendment, ToolCallView, ToolOutput, ToolVerdict, TurnDecision, TurnView, model_messages,
};
use pith_llm::{CallOptions, WireRequest};
use pith_types::{AgentMessage, Message, Model};
use proptest::prelude::*;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

use super::support::{calls, last, line, options, record, scripted, tags};

/// How something fails.
#[derive(Debug, Clone, Copy)]
enum How {
    Says,
    Panics,
    Hangs,
    /// Fails every time from then on.
    Keeps,
}

/// Code that fails at its n-th call.
struct Unreliable {
    left: AtomicUsize,
    how: How,
}

impl Unreliable {
    fn new(calls: usize, how: How) -> Self {
        Self { left: AtomicUsize::new(calls + 1), how }
    }

    async fn call(&self) -> Result<(), HookError> {
        let left = self.left.load(Ordering::Relaxed);
        let keeps = matches!(self.how, How::Keeps);
        if left > 1 || (left == 1 && !keeps) {
            self.left.store(left - 1, Ordering::Relaxed);
        }
        match self.how {
            _ if left != 1 => Ok(()),
            How::Says | How::Keeps => Err(HookError::new("broke")),
            How::Panics => panic!("broke"),
            How::Hangs => std::future::pending().await,
        }
    }
}

#[async_trait]
impl Hooks for Unreliable {
    async fn prepare_request(&self, _: RequestView<'_>) -> Result<RequestChange, HookError> {
        self.call().await.map(|()| RequestChange::default())
    }

    async fn transform_context(
        &self,
        messages: Vec<AgentMessage>,
        _: &CancellationToken,
    ) -> Result<Vec<AgentMessage>, HookError> {
        self.call().await.map(|()| messages)
    }

    async fn convert_to_llm(&self, messages: Vec<AgentMessage>) -> Result<Vec<Message>, HookError> {
        self.call().await.map(|()| model_messages(messages))
    }

    async fn authorize(&self, _: &Model, options: CallOptions) -> Result<CallOptions, HookError> {
        self.call().await.map(|()| options)
    }

    async fn before_send(&self, wire: WireRequest, _: &CancellationToken) -> Result<WireRequest, HookError> {
        self.call().await.map(|()| wire)
    }

    async fn amend_message(&self, message: AgentMessage, _: &CancellationToken) -> Result<AgentMessage, HookError> {
        self.call().await.map(|()| message)
    }

    async fn before_tool_call(
        &self,
        _: ToolCallView<'_>,
        _: &mut Map<String, Value>,
    ) -> Result<ToolVerdict, HookError> {
        self.call().await.map(|()| ToolVerdict::Allow)
    }

    async fn after_tool_call(
        &self,
        _: ToolCallView<'_>,
        _: &Map<String, Value>,
        _: &ToolOutput,
    ) -> Result<ToolAmendment, HookError> {
        self.call().await.map(|()| ToolAmendment::default())
    }

    async fn finish_turn(&self, _: TurnView<'_>) -> Result<TurnDecision, HookError> {
        self.call().await.map(|()| TurnDecision::Default)
    }

    async fn prepare_next_turn(&self, _: TurnView<'_>) -> Result<NextTurn, HookError> {
        self.call().await.map(|()| NextTurn::default())
    }
}

#[async_trait]
impl Listener for Unreliable {
    async fn hear(&self, _: &AgentEvent, _: &CancellationToken) -> Result<(), ListenerError> {
        self.call().await.map_err(|error| ListenerError::new(error.to_string()))
    }
}

fn how() -> impl Strategy<Value = How> {
    prop_oneof![Just(How::Says), Just(How::Panics), Just(How::Hangs), Just(How::Keeps)]
}

/// Two turns with two calls, a follow-up, and the answer to it.
fn agent(hooks: Unreliable, listener: Unreliable) -> Agent {
    let scripted = scripted([calls("t", &["c1", "c2"]), "text".into(), "more".into()]);
    let tool = line("t", |_, context| async move {
        (context.update)(ToolOutput::text("half"));
        Ok(ToolOutput::text("r"))
    });
    let agent = Agent::new(AgentOptions { tools: vec![tool], hooks: Arc::new(hooks), ..options(&scripted) });
    agent.subscribe(listener);
    agent.follow_up("f");
    agent
}

fn count(events: &[String], start: &str) -> usize {
    events.iter().filter(|event| event.starts_with(start)).count()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_failure_at_any_point_settles_and_closes_what_was_open(
        hook_calls in 0_usize..40,
        heard in 0_usize..70,
        hook_fails in how(),
        listener_fails in how(),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(async {
            let agent = agent(Unreliable::new(hook_calls, hook_fails), Unreliable::new(heard, listener_fails));
            let names = record(&agent);
            let outcome = agent.prompt("go").await.unwrap();
            prop_assert!(!agent.is_streaming() && agent.pending_tool_calls().is_empty());
            let events = names.lock().unwrap().clone();
            prop_assert_eq!(last(&names, 1), ["agent_end"]);
            prop_assert_eq!(count(&events, "start "), count(&events, "end "));
            prop_assert_eq!(count(&events, "turn_start"), count(&events, "turn_end"));
            prop_assert_eq!(count(&events, "exec "), count(&events, "done "));
            let messages = tags(&outcome.messages);
            prop_assert_eq!(&messages[0], "user:go");
            let results = messages.iter().filter(|tag| tag.starts_with("c1") || tag.starts_with("c2")).count();
            let asked = outcome.messages.iter().filter_map(AgentMessage::as_assistant).any(|answer| {
                answer.error_message.is_none() && answer.tool_calls().count() == 2
            });
            prop_assert_eq!(results, if asked { 2 } else { 0 });
            prop_assert_eq!(&agent.messages()[1..], &outcome.messages[..]);
            Ok(())
        })?;
    }
}
