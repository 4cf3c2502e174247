//! Hears the agent for everyone else, and judges what follows an answer before its run is told to have ended.

use std::sync::Weak;

use async_trait::async_trait;
use pith_agent::{AgentEvent, Listener, ListenerError};
use pith_types::{AgentMessage, AssistantMessage, Message, StopReason};
use tokio_util::sync::CancellationToken;

use super::{Life, Next, Tried, judge::is_empty, judge::judge};
use crate::app::Inner;
use crate::event::AppEvent;

/// Hears the agent.
pub(crate) struct Ear(pub(crate) Weak<Inner>);

#[async_trait]
impl Listener for Ear {
    async fn hear(&self, event: &AgentEvent, _: &CancellationToken) -> Result<(), ListenerError> {
        // The agent outlives its app only while it winds down.
        let Some(inner) = self.0.upgrade() else { return Ok(()) };
        match event {
            AgentEvent::MessageStart(message) => {
                if matches!(message, AgentMessage::Model(Message::User(_))) {
                    inner.life.lock().tried = Tried::default();
                }
                inner.fanout.requeue(|queued| queued.delivered(message)).await;
                inner.fanout.tell(AppEvent::Agent(event.clone())).await;
            }
            AgentEvent::MessageEnd(message) => {
                inner.fanout.tell(AppEvent::Agent(event.clone())).await;
                if let Some(attempt) = message.as_assistant().and_then(|answer| inner.life.succeeded(answer)) {
                    let end = AppEvent::RetryEnd { success: true, attempt, final_error: None, aborted: false };
                    inner.fanout.tell(end).await;
                }
            }
            AgentEvent::AgentEnd { messages } => {
                let next = inner.what_follows(messages);
                let will_retry = next.retries();
                inner.life.lock().next = next;
                inner.fanout.tell(AppEvent::AgentEnd { messages: messages.clone(), will_retry }).await;
            }
            event => inner.fanout.tell(AppEvent::Agent(event.clone())).await,
        }
        Ok(())
    }
}

impl Inner {
    fn what_follows(&self, messages: &[AgentMessage]) -> Next {
        let Some(answer) = messages.iter().rev().find_map(AgentMessage::as_assistant) else { return Next::Rest };
        let tried = self.life.lock().tried;
        match judge(answer, &self.limiting_model_of(answer), tried, &self.rules.now()) {
            Next::Recover if !self.can_recover() => Next::Rest,
            next => next,
        }
    }
}

impl Life {
    /// An answer is complete. The number of the try, when it is the good end of several.
    fn succeeded(&self, answer: &AssistantMessage) -> Option<u32> {
        let failed = matches!(answer.stop_reason, StopReason::Error | StopReason::Aborted);
        if failed || (answer.stop_reason == StopReason::Stop && is_empty(answer)) {
            return None;
        }
        let mut state = self.lock();
        if answer.stop_reason != StopReason::Length {
            state.tried.recovered = false;
        }
        let attempts = std::mem::take(&mut state.tried.attempts);
        (attempts > 0).then_some(attempts)
    }
}
