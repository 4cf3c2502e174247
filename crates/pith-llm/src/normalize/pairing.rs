//! Calls and results in pairs, as every provider demands.
//!
//! Answers that failed or were aborted are left out together with the results of their calls. A call without a result gets
//! one that says so; a result without an open call, late, orphaned or given twice, is left out. System messages that
//! arrive while results are outstanding wait until they are in.

use std::{collections::HashSet, sync::Arc};

use pith_types::{AssistantMessage, Content, Message, StopReason, ToolCall, ToolResultMessage};

/// What a call without a result gets.
const NO_RESULT: &str = "No result provided";

pub(super) fn pair_results(messages: &[Message], now: i64) -> Vec<Message> {
    let mut pairing = Pairing { paired: Vec::with_capacity(messages.len()), open: None, now };
    for message in messages {
        pairing.take(message);
    }
    pairing.close();
    pairing.paired
}

struct Pairing {
    paired: Vec<Message>,
    open: Option<Open>,
    now: i64,
}

/// An answer whose results are coming in.
struct Open {
    answer: Arc<AssistantMessage>,
    answered: HashSet<String>,
    held: Vec<Message>,
}

impl Pairing {
    fn take(&mut self, message: &Message) {
        match message {
            Message::Assistant(answer) => {
                self.close();
                if matches!(answer.stop_reason, StopReason::Error | StopReason::Aborted) {
                    return;
                }
                self.paired.push(message.clone());
                if answer.tool_calls().next().is_some() {
                    let answer = Arc::clone(answer);
                    self.open = Some(Open { answer, answered: HashSet::new(), held: Vec::new() });
                }
            }
            Message::ToolResult(result) => {
                let Some(open) = &mut self.open else { return };
                let called = open.answer.tool_calls().any(|call| call.id == result.tool_call_id);
                if called && open.answered.insert(result.tool_call_id.clone()) {
                    self.paired.push(message.clone());
                }
            }
            Message::System(_) => match &mut self.open {
                Some(open) => open.held.push(message.clone()),
                None => self.paired.push(message.clone()),
            },
            Message::User(_) => {
                self.close();
                self.paired.push(message.clone());
            }
        }
    }

    fn close(&mut self) {
        let Some(mut open) = self.open.take() else { return };
        for call in open.answer.tool_calls() {
            if open.answered.insert(call.id.clone()) {
                self.paired.push(no_result(call, self.now));
            }
        }
        self.paired.append(&mut open.held);
    }
}

fn no_result(call: &ToolCall, now: i64) -> Message {
    let result = ToolResultMessage {
        tool_call_id: call.id.clone(),
        tool_name: call.name.clone(),
        content: vec![Content::text(NO_RESULT)],
        is_error: true,
        timestamp: now,
        ..ToolResultMessage::default()
    };
    result.into()
}
