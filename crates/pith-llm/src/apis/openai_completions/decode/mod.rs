//! Reads the stream of chunks (spec/providers.md 3.2.5).
//!
//! One text and one thinking block grow at a time, and calls by their index. A block ends when a chunk goes on with another
//! kind and leaves it alone; a call whose arguments may still grow stays open. What a host forgets is mended: ids that are
//! missing or used twice, a finish reason that does not fit the calls.

use pith_types::StopReason;
use serde_json::Value;

use super::{
    compat::Compat,
    error::stream_error,
    wire::{CallDelta, Chunk, Delta},
};
use crate::apis::{
    answer::{Answer, BlockIndex},
    drive::Decode,
    refusal::http_error,
};
use crate::failure::{FailureKind, Said, classify};
use crate::{WireRequest, sse::Frame};

mod calls;
mod reasoning;
mod usage;

use calls::Calls;
use reasoning::Reasoning;

/// The end of the stream, where a host says it.
const DONE: &str = "[DONE]";

/// The state of one answer.
pub(super) struct Decoder {
    model: String,
    needs_finish_reason: bool,
    bills: bool,
    text: Option<BlockIndex>,
    reasoning: Reasoning,
    calls: Calls,
    finish_reason: Option<String>,
}

impl Decoder {
    pub(super) fn new(wire: &WireRequest, compat: &Compat) -> Self {
        let model = &wire.model;
        Self {
            model: model.id.clone(),
            needs_finish_reason: compat.supports_finish_reason,
            bills: model.provider == "openrouter",
            text: None,
            reasoning: Reasoning::default(),
            calls: Calls::new(wire.text_arguments.clone()),
            finish_reason: None,
        }
    }

    fn chunk(&mut self, chunk: &mut Chunk<'_>, answer: &mut Answer) {
        let message = &mut answer.message;
        if !chunk.id.0.is_empty() && message.response_id.is_none() {
            message.response_id = Some(std::mem::take(&mut chunk.id.0).into_owned());
        }
        let other_model = !chunk.model.0.is_empty() && chunk.model.0 != self.model;
        if other_model && message.response_model.is_none() {
            message.response_model = Some(std::mem::take(&mut chunk.model.0).into_owned());
        }
        if let Some(usage) = &chunk.usage {
            message.usage = usage::read(usage, &answer.model, self.bills);
        }
        if let Some(error) = chunk.error.take().filter(|error| !error.is_null()) {
            return self.fail_with(&error, answer);
        }
        if chunk.object.0 == "error" {
            return self.fail_with(chunk.message.as_deref().unwrap_or(&Value::Null), answer);
        }
        let Some(choice) = &mut chunk.choice else { return };
        if let (None, Some(usage)) = (&chunk.usage, &choice.usage) {
            answer.message.usage = usage::read(usage, &answer.model, self.bills);
        }
        self.delta(&mut choice.delta, answer);
        if !choice.finish_reason.0.is_empty() {
            let reason = std::mem::take(&mut choice.finish_reason.0).into_owned();
            answer.message.raw_stop_reason = Some(reason.clone());
            self.finish_reason = Some(reason);
        }
    }

    fn delta(&mut self, delta: &mut Delta, answer: &mut Answer) {
        let text = [delta.content.take(), delta.refusal.take()].into_iter().flatten().find(|text| !text.is_empty());
        self.close_what_is_complete(delta, text.is_some(), answer);
        self.reasoning.take(delta, answer);
        if let Some(text) = text {
            let index = *self.text.get_or_insert_with(|| answer.open_text());
            answer.grow(index, text);
        }
        for call in delta.tool_calls.drain(..) {
            self.calls.take(call, answer);
        }
    }

    fn fail_with(&self, error: &Value, answer: &mut Answer) {
        let body = error.to_string();
        let kind = classify(Said { provider: &answer.model.provider, status: None, body: &body });
        answer.fail_as(kind, &stream_error(error));
    }

    /// A kind that this delta leaves alone is complete, if the delta goes on with another.
    fn close_what_is_complete(&mut self, delta: &Delta, text: bool, answer: &mut Answer) {
        let thinks = Reasoning::is_in(delta);
        let calls = !delta.tool_calls.is_empty();
        if (text || calls) && !thinks {
            self.reasoning.close(answer);
        }
        if (thinks || calls)
            && !text
            && let Some(index) = self.text.take()
        {
            answer.close(index);
        }
        if thinks || text || delta.tool_calls.iter().any(|call| self.calls.begins(call)) {
            self.calls.close_complete(answer);
        }
    }
}

impl Decode for Decoder {
    fn frame(&mut self, frame: Frame, answer: &mut Answer) {
        let data = frame.data.trim();
        if data == DONE {
            return self.end(answer);
        }
        if data.is_empty() {
            return;
        }
        let mended;
        let mut chunk = Chunk::default();
        let mut read = chunk.read(data);
        if read.is_err() {
            mended = answer.mend(data);
            chunk = Chunk::default();
            read = chunk.read(&mended);
        }
        match read {
            Ok(()) => self.chunk(&mut chunk, answer),
            Err(error) => {
                let text = format!("stream read error: the server sent a chunk that is not readable: {error}");
                answer.fail_as(FailureKind::Cut, &text);
            }
        }
    }

    fn end(&mut self, answer: &mut Answer) {
        self.calls.complete_texts(answer);
        self.reasoning.seal(answer);
        answer.close_all();
        let has_calls = self.calls.any();
        match self.finish_reason.as_deref() {
            Some("stop" | "end") if has_calls => answer.finish(StopReason::ToolUse),
            Some("stop" | "end") => answer.finish(StopReason::Stop),
            Some("length") => answer.finish(StopReason::Length),
            Some("tool_calls" | "function_call") => answer.finish(StopReason::ToolUse),
            Some("error") => answer.fail_as(FailureKind::Cut, "Provider returned error: finish_reason: error"),
            Some("content_filter") => answer.fail_as(FailureKind::Refused, "Provider finish_reason: content_filter"),
            Some(reason) => answer.fail(&format!("Provider finish_reason: {reason}")),
            None if self.needs_finish_reason => {
                answer.fail_as(FailureKind::Cut, "Stream ended without finish_reason");
            }
            None => answer.finish(if has_calls { StopReason::ToolUse } else { StopReason::Stop }),
        }
    }

    fn is_complete(&self) -> bool {
        self.finish_reason.is_some()
    }

    fn refusal(&self, status: u16, body: &str) -> String {
        http_error(status, body)
    }
}

/// Whether a delta names a call, rather than adding to one.
fn names_call(call: &CallDelta) -> bool {
    let named = |name: Option<&String>| name.is_some_and(|name| !name.is_empty());
    named(call.function.as_ref().and_then(|function| function.name.as_ref()))
        || named(call.custom.as_ref().and_then(|custom| custom.name.as_ref()))
}
