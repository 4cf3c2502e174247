//! Reads the stream of pieces (spec/providers.md 3.4).
//!
//! Text and thinking take turns in blocks; a call comes whole. An empty text that carries no signature is nothing.

mod usage;

use pith_types::StopReason;

use super::error::{http_error, stream_error};
use super::wire::{Candidate, FunctionCall, Part, Piece, PromptFeedback};
use crate::apis::{
    answer::{Answer, BlockIndex},
    drive::Decode,
};
use crate::{failure::FailureKind, sse::Frame};

/// Ends by which the service says that it will not answer this.
const REFUSALS: [&str; 6] = ["SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY"];

/// The state of one answer.
#[derive(Default)]
pub(in crate::apis) struct Decoder {
    open: Option<Open>,
    calls: bool,
    finish_reason: Option<String>,
    finish_message: Option<String>,
    blocked: Option<PromptFeedback>,
}

/// The block that grows.
#[derive(Clone, Copy)]
struct Open {
    block: BlockIndex,
    thought: bool,
}

impl Decoder {
    fn piece(&mut self, piece: Piece, answer: &mut Answer) {
        let message = &mut answer.message;
        if message.response_id.is_none() {
            message.response_id = piece.response_id.filter(|id| !id.is_empty());
        }
        if let Some(usage) = &piece.usage_metadata {
            message.usage = usage::read(usage, &answer.model);
        }
        if let Some(error) = piece.error.filter(|error| !error.is_null()) {
            return answer.fail_of(&error, &stream_error(&error));
        }
        self.blocked = piece.prompt_feedback.filter(|feedback| feedback.block_reason.is_some()).or(self.blocked.take());
        // Only one answer is ever asked for.
        if let Some(candidate) = piece.candidates.into_iter().flatten().next() {
            self.candidate(candidate, answer);
        }
    }

    fn candidate(&mut self, candidate: Candidate, answer: &mut Answer) {
        for part in candidate.content.into_iter().flat_map(|turn| turn.parts.unwrap_or_default()) {
            self.part(part, answer);
        }
        if let Some(reason) = candidate.finish_reason.filter(|reason| !reason.is_empty()) {
            answer.message.raw_stop_reason = Some(reason.clone());
            self.finish_reason = Some(reason);
            self.finish_message = candidate.finish_message;
        }
    }

    fn part(&mut self, part: Part, answer: &mut Answer) {
        let signature = part.thought_signature.filter(|signature| !signature.is_empty());
        if let Some(text) = part.text {
            self.text(text, part.thought.unwrap_or(false), signature.clone(), answer);
        }
        if let Some(call) = part.function_call {
            self.call(call, signature, answer);
        }
    }

    fn text(&mut self, text: String, thought: bool, signature: Option<String>, answer: &mut Answer) {
        if text.is_empty() && signature.is_none() {
            return;
        }
        if self.open.is_some_and(|open| open.thought != thought) {
            self.close(answer);
        }
        let open = *self.open.get_or_insert_with(|| {
            let block = if thought { answer.open_thinking(None) } else { answer.open_text() };
            Open { block, thought }
        });
        answer.grow(open.block, text);
        match signature {
            Some(signature) if thought => answer.sign_thinking(open.block, signature),
            Some(signature) => answer.sign_text(open.block, signature),
            None => {}
        }
    }

    fn call(&mut self, call: FunctionCall, signature: Option<String>, answer: &mut Answer) {
        self.close(answer);
        self.calls = true;
        let block = answer.open_call(&call.id.unwrap_or_default(), &call.name.unwrap_or_default());
        let arguments =
            call.args.filter(|args| !args.is_null()).map_or_else(|| "{}".to_owned(), |args| args.to_string());
        answer.grow(block, arguments);
        answer.amend_call(block, |call| call.thought_signature = signature);
        answer.close(block);
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
        if data.is_empty() || data == "[DONE]" {
            return;
        }
        let mended;
        let piece = match serde_json::from_str(data) {
            Ok(piece) => Ok(piece),
            Err(_) => {
                mended = answer.mend(data);
                serde_json::from_str(&mended)
            }
        };
        match piece {
            Ok(piece) => self.piece(piece, answer),
            Err(error) => {
                let text = format!("stream read error: the server sent a piece that is not readable: {error}");
                answer.fail_as(FailureKind::Cut, &text);
            }
        }
    }

    fn end(&mut self, answer: &mut Answer) {
        self.close(answer);
        match self.finish_reason.as_deref() {
            Some("STOP") if self.calls => answer.finish(StopReason::ToolUse),
            Some("STOP") => answer.finish(StopReason::Stop),
            Some("MAX_TOKENS" | "CONTINUATION") => answer.finish(StopReason::Length),
            Some(reason) => {
                let said = self.finish_message.as_ref().map(|said| format!(" ({said})")).unwrap_or_default();
                let refused = REFUSALS.contains(&reason);
                let kind = if refused { FailureKind::Refused } else { FailureKind::Protocol };
                answer.fail_as(kind, &format!("Provider stopped with: {reason}{said}"));
            }
            None => match &self.blocked {
                Some(PromptFeedback { block_reason: Some(reason), block_reason_message }) => {
                    let said = block_reason_message.as_ref().map(|said| format!(" ({said})")).unwrap_or_default();
                    answer.fail_as(FailureKind::Refused, &format!("Provider refused the prompt: {reason}{said}"));
                }
                _ => answer.fail_as(FailureKind::Cut, "Stream ended without finishReason"),
            },
        }
    }

    fn is_complete(&self) -> bool {
        self.finish_reason.is_some()
    }

    fn refusal(&self, status: u16, body: &str) -> String {
        http_error(status, body)
    }
}
