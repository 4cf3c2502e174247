//! An agent's state, and how events change it (spec/core.md R3.8).

use std::sync::Arc;

use pith_llm::{Partial, StreamEvent};
use pith_types::{AgentMessage, AssistantMessage, Message, transcript};
use tokio_util::sync::CancellationToken;

use super::{Listeners, Settings};
use crate::{
    AgentEvent, Listener,
    run::{ABORTED, Queues},
    transcript::Transcript,
};

/// Everything an agent knows.
pub(super) struct State {
    transcript: Transcript,
    pub(super) settings: Settings,
    pub(super) queues: Queues,
    streaming: Option<Streaming>,
    pending_calls: Vec<String>,
    error_message: Option<String>,
    running: Option<CancellationToken>,
    listeners: Listeners,
    subscriptions: u64,
}

/// A message between its start and its end.
enum Streaming {
    Answer(Box<Partial>),
    Other(AgentMessage),
}

impl State {
    pub(super) fn new(transcript: Transcript, settings: Settings, queues: Queues) -> Self {
        Self {
            transcript,
            settings,
            queues,
            streaming: None,
            pending_calls: Vec::new(),
            error_message: None,
            running: None,
            listeners: Arc::new([]),
            subscriptions: 0,
        }
    }

    pub(super) fn take_in(&mut self, event: &AgentEvent) {
        match event {
            AgentEvent::AgentStart | AgentEvent::TurnStart | AgentEvent::ToolExecutionUpdate { .. } => {}
            AgentEvent::MessageStart(AgentMessage::Model(Message::Assistant(answer))) => {
                let mut partial = Box::new(Partial::default());
                partial.apply(&StreamEvent::Start(Arc::clone(answer)));
                self.streaming = Some(Streaming::Answer(partial));
            }
            AgentEvent::MessageStart(message) => self.streaming = Some(Streaming::Other(message.clone())),
            AgentEvent::MessageUpdate(update) => {
                if let Some(Streaming::Answer(partial)) = &mut self.streaming {
                    partial.apply(update);
                }
            }
            AgentEvent::MessageEnd(message) => {
                self.streaming = None;
                self.transcript.push(message.clone());
            }
            AgentEvent::ToolExecutionStart { call_id, .. } => self.pending_calls.push(call_id.clone()),
            AgentEvent::ToolExecutionEnd { call_id, .. } => self.pending_calls.retain(|id| id != call_id),
            AgentEvent::TurnEnd { message, .. } => {
                if let Some(text) = message.error_message.as_ref().filter(|text| !text.is_empty()) {
                    self.error_message = Some(text.clone());
                }
            }
            AgentEvent::AgentEnd { .. } => self.streaming = None,
        }
    }

    /// Takes the one place for a run.
    pub(super) fn begin_run(&mut self, cancel: CancellationToken) {
        self.running = Some(cancel);
        self.error_message = None;
    }

    /// Frees the place. A run that was aborted while tools ran left no message that says so.
    pub(super) fn end_run(&mut self, aborted: bool) {
        self.running = None;
        self.streaming = None;
        self.pending_calls.clear();
        if aborted {
            self.error_message.get_or_insert_with(|| ABORTED.to_owned());
        }
    }

    pub(super) fn reset(&mut self) {
        self.transcript = transcript::reset_baseline(self.transcript.messages()).into();
        self.streaming = None;
        self.pending_calls.clear();
        self.error_message = None;
        self.queues.clear();
    }

    pub(super) fn running(&self) -> Option<&CancellationToken> {
        self.running.as_ref()
    }

    pub(super) fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    pub(super) fn set_messages(&mut self, messages: Vec<AgentMessage>) {
        self.transcript = messages.into();
    }

    /// Takes the last message off.
    pub(super) fn drop_last(&mut self) {
        self.transcript.pop();
    }

    pub(super) fn partial(&self) -> Option<AssistantMessage> {
        match &self.streaming {
            Some(Streaming::Answer(partial)) => Some(partial.message().clone()),
            Some(Streaming::Other(_)) | None => None,
        }
    }

    pub(super) fn streaming_message(&self) -> Option<AgentMessage> {
        match &self.streaming {
            Some(Streaming::Answer(partial)) => Some(partial.message().clone().into()),
            Some(Streaming::Other(message)) => Some(message.clone()),
            None => None,
        }
    }

    pub(super) fn pending_calls(&self) -> &[String] {
        &self.pending_calls
    }

    pub(super) fn error_message(&self) -> Option<&str> {
        self.error_message.as_deref()
    }

    pub(super) fn listeners(&self) -> Listeners {
        Arc::clone(&self.listeners)
    }

    /// Adds a listener and returns its number.
    pub(super) fn subscribe(&mut self, listener: Arc<dyn Listener>) -> u64 {
        self.subscriptions += 1;
        let added = (self.subscriptions, listener);
        self.listeners = self.listeners.iter().cloned().chain([added]).collect();
        self.subscriptions
    }

    /// Whether there was such a listener.
    pub(super) fn unsubscribe(&mut self, number: u64) -> bool {
        let before = self.listeners.len();
        self.listeners = self.listeners.iter().filter(|(other, _)| *other != number).cloned().collect();
        self.listeners.len() < before
    }
}
