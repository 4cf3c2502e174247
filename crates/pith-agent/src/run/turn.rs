//! What belongs to one turn: its answer, the results of its calls, and what waits to be delivered.

use std::sync::Arc;

use pith_types::{AgentMessage, AssistantMessage, ToolCall, ToolResultMessage};

use super::{Mailbox, QueueKind};
use crate::TurnDecision;

/// One turn.
#[derive(Debug, Default)]
pub(super) struct Turn {
    /// Whether it has begun and not yet ended.
    pub(super) open: bool,
    /// The answer; empty until it is there.
    pub(super) message: Arc<AssistantMessage>,
    answered: bool,
    /// The results of its calls, in the order of the calls.
    pub(super) results: Vec<Arc<ToolResultMessage>>,
    /// How many of the results ask for no further request.
    pub(super) terminating: usize,
    /// What the hook said.
    pub(super) decision: TurnDecision,
    /// Whether the answer itself says what failed.
    pub(super) failure_said: bool,
}

impl Turn {
    pub(super) fn begun() -> Self {
        Self { open: true, ..Self::default() }
    }

    pub(super) fn answered(&mut self, message: &Arc<AssistantMessage>) {
        self.message = Arc::clone(message);
        self.answered = true;
    }

    /// The answer, once it is there.
    pub(super) fn answer(&self) -> Option<Arc<AssistantMessage>> {
        self.answered.then(|| Arc::clone(&self.message))
    }

    pub(super) fn calls(&self) -> Vec<ToolCall> {
        self.message.tool_calls().cloned().collect()
    }

    /// The calls that have no result yet.
    pub(super) fn unanswered_calls(&self) -> Vec<ToolCall> {
        let answered = |call: &&ToolCall| self.results.iter().any(|result| result.tool_call_id == call.id);
        self.message.tool_calls().filter(|call| !answered(call)).cloned().collect()
    }

    /// Whether the model has yet to see results; a batch that terminates wants nothing more (R4.8).
    pub(super) fn wants_more(&self) -> bool {
        !self.results.is_empty() && self.terminating < self.results.len()
    }
}

/// Messages that wait for the next request: first what a hook prepared, then what was polled.
#[derive(Debug, Default)]
pub(super) struct Pending {
    pub(super) prepared: Vec<AgentMessage>,
    polled: Option<(QueueKind, Vec<AgentMessage>)>,
}

impl Pending {
    /// Polls a queue, unless something from a queue waits already.
    pub(super) fn poll(&mut self, mail: &mut dyn Mailbox, kind: QueueKind) {
        if self.is_empty() {
            let messages = mail.take(kind);
            self.polled = (!messages.is_empty()).then_some((kind, messages));
        }
    }

    /// Whether nothing from a queue waits.
    pub(super) fn is_empty(&self) -> bool {
        self.polled.is_none()
    }

    pub(super) fn deliver(&mut self) -> Vec<AgentMessage> {
        let mut messages = std::mem::take(&mut self.prepared);
        messages.extend(self.polled.take().into_iter().flat_map(|(_, messages)| messages));
        messages
    }

    /// Gives back what was polled and never delivered.
    pub(super) fn put_back(&mut self, mail: &mut dyn Mailbox) {
        if let Some((kind, messages)) = self.polled.take() {
            mail.put_back(kind, messages);
        }
    }
}
