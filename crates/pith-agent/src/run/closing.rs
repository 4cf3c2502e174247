//! How turns and runs end, also when they were not meant to: every call gets its result, every turn its end, and
//! `agent_end` holds everything that the run added.

use std::sync::Arc;

use pith_types::{AgentMessage, AssistantMessage, Content, Message, StopReason, ToolCall, ToolResultMessage};
use serde_json::{Map, Value};

use super::{CallResult, Failed, Mailbox, Phase, Run, Step, Turn};
use crate::{AgentEvent, RunEnd, RunOutcome, ToolOutput};

/// The result of a call that an abort, or a failure, kept from running (R6.9).
pub(crate) const ABORTED: &str = "Operation aborted";

/// The result of a call in an answer that the output limit cut short (R4.14).
pub(super) const CUT_BY_LENGTH: &str = "This call was not run: the answer reached the output limit, so its arguments may \
    be cut short. Make the call again with shorter arguments, or split the work over several calls.";

impl ToolOutput {
    /// A failure with its text.
    pub(crate) fn failure(text: impl Into<String>) -> Self {
        Self { details: Some(Value::Object(Map::new())), is_error: true, ..Self::text(text) }
    }
}

impl Run {
    pub(super) fn open_turn(&mut self) {
        self.turn = Turn::begun();
        self.outbox.push_back(Step::tell(AgentEvent::TurnStart));
    }

    pub(super) fn end_turn(&mut self) {
        self.turn.open = false;
        self.outbox.push_back(Step::tell(AgentEvent::TurnEnd {
            message: Arc::clone(&self.turn.message),
            tool_results: self.turn.results.clone(),
        }));
    }

    /// Gives a call its result without running it.
    pub(super) fn refuse(&mut self, call: ToolCall, text: &str, now: i64) {
        let output = ToolOutput::failure(text);
        self.outbox.push_back(Step::tell(AgentEvent::ToolExecutionStart {
            call_id: call.id.clone(),
            tool_name: call.name.clone(),
            arguments: Arc::new(call.arguments.clone()),
        }));
        self.outbox.push_back(Step::tell(AgentEvent::ToolExecutionEnd {
            call_id: call.id.clone(),
            tool_name: call.name.clone(),
            output: output.clone(),
            is_error: true,
            duration_ms: None,
        }));
        self.record(CallResult { call, output, duration: None }, now);
    }

    /// Queues a call's result for the transcript.
    pub(super) fn record(&mut self, result: CallResult, now: i64) {
        let CallResult { call, output, duration } = result;
        self.turn.terminating += usize::from(output.terminate);
        let message: AgentMessage = ToolResultMessage {
            tool_call_id: call.id,
            tool_name: call.name,
            content: output.content,
            details: output.details,
            usage: output.usage,
            nested_calls: output.nested_calls,
            is_error: output.is_error,
            timestamp: now,
            duration_ms: duration.map(whole_ms),
        }
        .into();
        self.outbox.push_back(Step::tell(AgentEvent::MessageStart(message.clone())));
        self.outbox.push_back(Step::Commit(message));
    }

    pub(super) fn close_aborted(&mut self, mail: &mut dyn Mailbox) {
        self.close(RunEnd::Aborted, mail);
    }

    /// Ends the run. What was polled and never delivered goes back to its queue.
    pub(super) fn close(&mut self, end: RunEnd, mail: &mut dyn Mailbox) {
        self.pending.put_back(mail);
        let messages = self.new_messages.clone();
        self.outbox.push_back(Step::tell(AgentEvent::AgentEnd { messages: messages.clone() }));
        self.phase = Phase::Over(RunOutcome { end, messages });
    }

    /// One step towards the end after a failure (R4.17): results for the calls, then a message that says what failed, then
    /// the end of the turn and of the run.
    pub(super) fn wind_down(&mut self, mail: &mut dyn Mailbox, now: i64) {
        let Some(Failed { failure, aborted }) = self.failure.clone() else { return };
        let end = if aborted { RunEnd::Aborted } else { RunEnd::Failed(failure.clone()) };
        match &mut self.phase {
            Phase::Over(outcome) => {
                // A listener of `agent_end` failed: all is told, only the outcome is not known yet.
                outcome.end = end;
            }
            Phase::WindDown => {
                if self.turn.failure_said {
                    self.end_turn();
                } else {
                    self.turn.failure_said = true;
                    let stop_reason = if aborted { StopReason::Aborted } else { StopReason::Error };
                    self.say_failure(&failure.to_string(), stop_reason, now);
                    return;
                }
                self.close(end, mail);
            }
            _ => {
                let failed = matches!(self.turn.message.stop_reason, StopReason::Error | StopReason::Aborted);
                if self.turn.open && self.turn.answer().is_some() && !failed {
                    for call in self.turn.unanswered_calls() {
                        self.refuse(call, ABORTED, now);
                    }
                }
                self.phase = Phase::WindDown;
            }
        }
    }

    fn say_failure(&mut self, text: &str, stop_reason: StopReason, now: i64) {
        if self.turn.open {
            // The results belong to the answer before; the turn ends with the message that says what failed.
            self.turn.results = Vec::new();
        } else {
            self.open_turn();
            self.turn.failure_said = true;
        }
        let message = Message::from(AssistantMessage {
            content: vec![Content::text("")],
            api: self.model.api.clone(),
            provider: self.model.provider.clone(),
            model: self.model.id.clone(),
            stop_reason,
            error_message: Some(text.to_owned()),
            timestamp: now,
            ..AssistantMessage::default()
        });
        self.outbox.push_back(Step::tell(AgentEvent::MessageStart(message.clone().into())));
        self.outbox.push_back(Step::Commit(message.into()));
    }
}

/// Whole milliseconds, as messages hold them.
pub(crate) fn whole_ms(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
