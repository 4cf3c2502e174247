//! Text whose events are held back, since it may turn out to be calls that the server missed.
//!
//! Only the first text of an answer is: it is in the message from its beginning, and told of when it can be nothing but
//! text, or at the end of the answer at the latest.

use pith_types::Content;
use serde_json::{Value, json};

use super::{Answer, BlockIndex};
use crate::StreamEvent;
use crate::apis::missed_calls::MissedCalls;

impl Answer {
    /// Looks for calls in the text.
    pub(in crate::apis) fn watch(&mut self, missed: Option<MissedCalls>) {
        self.missed = missed;
    }

    /// Whether the events of this text, which begins, are held back.
    pub(super) fn hold(&mut self, index: BlockIndex) -> bool {
        let holds = self.missed.is_some();
        self.held = holds.then_some(index);
        holds
    }

    /// Takes in what a text that is held back has grown by.
    pub(super) fn grow_held(&mut self, delta: &str) {
        if self.missed.as_mut().is_some_and(|missed| !missed.take(delta)) {
            self.release();
        }
    }

    /// What is held back is text after all, and told of.
    pub(super) fn release(&mut self) {
        let Some(index) = self.held.take() else { return };
        self.events.push_back(StreamEvent::TextStart { index });
        let delta = self.missed.take().map(MissedCalls::into_text).unwrap_or_default();
        if !delta.is_empty() {
            self.events.push_back(StreamEvent::TextDelta { index, delta });
        }
        if !self.is_open(index)
            && let Some(Content::Text(block)) = self.message.content.get(index)
        {
            let (content, signature) = (block.text.clone(), block.text_signature.clone());
            self.events.push_back(StreamEvent::TextEnd { index, content, signature });
        }
    }

    /// The answer is whole: what is held back becomes calls if it is wholly calls; whether it does.
    pub(super) fn settle_held(&mut self) -> bool {
        let text = self.held.and_then(|index| self.message.content.get(index)?.as_text());
        let calls = text.zip(self.missed.as_ref()).and_then(|(text, missed)| missed.calls(text));
        let Some(calls) = calls else {
            self.release();
            return false;
        };
        // Nothing has begun after it, or it would have been told of then.
        self.held = None;
        self.message.content.pop();
        self.blocks.pop();
        self.note("recovered_tool_calls", json!({"calls": calls.len()}));
        for call in calls {
            let block = self.open_call("", &call.name);
            self.grow(block, Value::Object(call.arguments).to_string());
            self.close(block);
        }
        true
    }
}
