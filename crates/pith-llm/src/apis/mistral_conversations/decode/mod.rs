//! Reads the stream of chunks.
//!
//! Text and thinking take turns in blocks. Calls mostly come whole, with their arguments as text or as an object; their ids
//! may be missing, or be the text `null`.

mod calls;
mod usage;

use pith_types::StopReason;
use serde_json::Value;

use super::error::stream_error;
use super::wire::{Chunk, ContentPart, Delta, TextOrParts};
use crate::apis::{
    answer::{Answer, BlockIndex},
    drive::Decode,
    refusal::plain,
};
use crate::{failure::FailureKind, sse::Frame};
use calls::Calls;

/// The end of the stream.
const DONE: &str = "[DONE]";

/// The state of one answer.
#[derive(Default)]
pub(super) struct Decoder {
    open: Option<Open>,
    calls: Calls,
    finish_reason: Option<String>,
}

/// The block that grows.
#[derive(Clone, Copy)]
struct Open {
    block: BlockIndex,
    thinking: bool,
}

impl Decoder {
    fn chunk(&mut self, chunk: Chunk, answer: &mut Answer) {
        let message = &mut answer.message;
        if message.response_id.is_none() {
            message.response_id = chunk.id.filter(|id| !id.is_empty());
        }
        if let Some(usage) = &chunk.usage {
            message.usage = usage::read(usage, &answer.model);
        }
        // Only one answer is ever asked for.
        let Some(choice) = chunk.choices.into_iter().flatten().next() else { return };
        if let Some(delta) = choice.delta {
            self.delta(delta, answer);
        }
        if let Some(reason) = choice.finish_reason.filter(|reason| !reason.is_empty()) {
            answer.message.raw_stop_reason = Some(reason.clone());
            self.finish_reason = Some(reason);
        }
    }

    fn delta(&mut self, delta: Delta, answer: &mut Answer) {
        match delta.content {
            Some(TextOrParts::Text(text)) => self.grow(text, false, answer),
            Some(TextOrParts::Parts(parts)) => parts.into_iter().for_each(|part| self.part(part, answer)),
            None => {}
        }
        for call in delta.tool_calls.into_iter().flatten() {
            self.close(answer);
            self.calls.take(call, answer);
        }
    }

    fn part(&mut self, part: ContentPart, answer: &mut Answer) {
        if let Some(thinking) = part.thinking {
            self.grow(thinking.into_text(), true, answer);
        }
        if let Some(text) = part.text {
            self.grow(text, false, answer);
        }
    }

    fn grow(&mut self, text: String, thinking: bool, answer: &mut Answer) {
        if text.is_empty() {
            return;
        }
        if self.open.is_some_and(|open| open.thinking != thinking) {
            self.close(answer);
        }
        let open = *self.open.get_or_insert_with(|| {
            let block = if thinking { answer.open_thinking(None) } else { answer.open_text() };
            Open { block, thinking }
        });
        answer.grow(open.block, text);
    }

    fn close(&mut self, answer: &mut Answer) {
        if let Some(open) = self.open.take() {
            answer.close(open.block);
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
        let (data, chunk) = match serde_json::from_str::<Chunk>(data) {
            Ok(chunk) => (data, Ok(chunk)),
            Err(_) => {
                mended = answer.mend(data);
                (mended.as_str(), serde_json::from_str(&mended))
            }
        };
        match chunk {
            Ok(chunk) if chunk.object.as_deref() == Some("error") || chunk.error.is_some() => {
                let error = chunk.error.or_else(|| serde_json::from_str::<Value>(data).ok()).unwrap_or_default();
                answer.fail_of(&error, &stream_error(&error));
            }
            Ok(chunk) => self.chunk(chunk, answer),
            Err(error) => {
                let text = format!("stream read error: the server sent a chunk that is not readable: {error}");
                answer.fail_as(FailureKind::Cut, &text);
            }
        }
    }

    fn end(&mut self, answer: &mut Answer) {
        answer.close_all();
        match self.finish_reason.as_deref() {
            Some("stop") if self.calls.any() => answer.finish(StopReason::ToolUse),
            Some("stop") => answer.finish(StopReason::Stop),
            Some("length" | "model_length") => answer.finish(StopReason::Length),
            Some("tool_calls") => answer.finish(StopReason::ToolUse),
            Some("error") => answer.fail_as(FailureKind::Overloaded, "Provider returned error: finish_reason: error"),
            Some(reason) => answer.fail_as(FailureKind::Protocol, &format!("Provider stopped with: {reason}")),
            None => answer.fail_as(FailureKind::Cut, "Stream ended without finish_reason"),
        }
    }

    fn is_complete(&self) -> bool {
        self.finish_reason.is_some()
    }

    fn refusal(&self, status: u16, body: &str) -> String {
        plain(status, body)
    }
}
