//! An answer while it grows: its message, and the events that tell of it.

use std::{sync::Arc, time::Instant};

use futures::channel::mpsc::UnboundedSender;
use pith_llm::{Clock, StreamEvent};
use pith_types::{AssistantMessage, Content, Model, StopReason, ToolCall, Usage};
use serde_json::{Value, json};

/// The growing answer.
pub(super) struct Answer {
    message: AssistantMessage,
    events: UnboundedSender<StreamEvent>,
    began: Instant,
    /// A text block is open at the end of the content.
    open: bool,
    calls: usize,
}

impl Answer {
    pub(super) fn new(model: &Model, clock: &dyn Clock, events: UnboundedSender<StreamEvent>) -> Self {
        let message = AssistantMessage {
            api: model.api.clone(),
            provider: model.provider.clone(),
            model: model.id.clone(),
            timestamp: clock.now_ms(),
            ..AssistantMessage::default()
        };
        Self { message, events, began: Instant::now(), open: false, calls: 0 }
    }

    /// Whether nobody listens anymore.
    pub(super) fn unheard(&self) -> bool {
        self.events.is_closed()
    }

    pub(super) fn start(&self) {
        self.send(StreamEvent::Start(Arc::new(self.message.clone())));
    }

    pub(super) fn usage(&mut self, change: impl FnOnce(&mut Usage)) {
        change(&mut self.message.usage);
        let usage = &mut self.message.usage;
        usage.total_tokens = usage.input + usage.output + usage.cache_read + usage.cache_write;
    }

    pub(super) fn text(&mut self, delta: String) {
        if !self.open {
            self.open = true;
            self.message.content.push(Content::text(""));
            self.send(StreamEvent::TextStart { index: self.last() });
        }
        if let Some(Content::Text(block)) = self.message.content.last_mut() {
            block.text.push_str(&delta);
        }
        self.send(StreamEvent::TextDelta { index: self.last(), delta });
    }

    pub(super) fn call_begins(&mut self, name: String) {
        self.end_text();
        let call = ToolCall { id: self.next_id(), name, ..ToolCall::default() };
        self.message.content.push(Content::ToolCall(call.clone()));
        self.send(StreamEvent::ToolCallStart { index: self.last(), id: call.id, name: call.name });
    }

    pub(super) fn call_grows(&self, delta: String) {
        self.send(StreamEvent::ToolCallDelta { index: self.last(), delta });
    }

    pub(super) fn call_ends(&mut self, call: ToolCall) {
        self.calls += 1;
        if let Some(last) = self.message.content.last_mut() {
            *last = Content::ToolCall(call.clone());
        }
        self.send(StreamEvent::ToolCallEnd { index: self.last(), tool_call: call });
    }

    /// Takes back a call that was cut off: it is in no message.
    pub(super) fn drop_call(&mut self) {
        if matches!(self.message.content.last(), Some(Content::ToolCall(_))) {
            self.message.content.pop();
        }
    }

    /// Complete calls.
    pub(super) fn calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.message.tool_calls().take(self.calls)
    }

    /// The id of the call that begins next: told apart by the answer's time and the call's place.
    pub(super) fn next_id(&self) -> String {
        format!("call_{:x}_{}", self.message.timestamp, self.calls)
    }

    /// Something worth knowing.
    pub(super) fn note(&mut self, kind: &str, details: Value) {
        let note = json!({"type": kind, "timestamp": self.message.timestamp, "details": details});
        self.message.diagnostics.get_or_insert_default().push(note);
    }

    pub(super) fn done(mut self, reason: StopReason) {
        self.end_text();
        self.message.stop_reason = reason;
        self.stamp();
        self.send(StreamEvent::Done(Arc::new(self.message.clone())));
    }

    pub(super) fn aborted(mut self) {
        self.end_text();
        self.message.stop_reason = StopReason::Aborted;
        self.message.error_message = Some("the request was aborted".to_owned());
        self.stamp();
        self.send(StreamEvent::Error(Arc::new(self.message.clone())));
    }

    pub(super) fn failed(mut self, error: &dyn std::error::Error) {
        self.end_text();
        let mut words = error.to_string();
        let mut cause = error.source();
        while let Some(next) = cause {
            words.push_str(&format!(": {next}"));
            cause = next.source();
        }
        self.message.stop_reason = StopReason::Error;
        self.message.error_message = Some(words);
        self.stamp();
        self.send(StreamEvent::Error(Arc::new(self.message.clone())));
    }

    fn end_text(&mut self) {
        if !std::mem::take(&mut self.open) {
            return;
        }
        let content = self.message.content.last().and_then(Content::as_text).unwrap_or_default().to_owned();
        self.send(StreamEvent::TextEnd { index: self.last(), content, signature: None });
    }

    fn stamp(&mut self) {
        self.message.duration_ms = u64::try_from(self.began.elapsed().as_millis()).ok();
    }

    fn last(&self) -> usize {
        self.message.content.len().saturating_sub(1)
    }

    fn send(&self, event: StreamEvent) {
        // A listener that is gone is noticed before the next token.
        let _ = self.events.unbounded_send(event);
    }
}
