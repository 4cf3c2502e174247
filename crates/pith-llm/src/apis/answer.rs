//! The message of one answer while a wire decodes it: blocks grow, and every step is an event.
//!
//! Comes in: what a decoder reads from the wire. Goes out: events in the order that [`StreamEvent`] promises, the last of
//! which holds the whole message. It knows nothing of any wire.

mod held;

use std::{
    collections::{HashSet, VecDeque},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use pith_types::{AssistantMessage, Content, Model, StopReason, TextContent, ThinkingContent, ToolCall};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{halves::Halves, missed_calls::MissedCalls, scrub::scrub};
use crate::failure::{Failure, FailureKind, Said, classify, classify_text};
use crate::{Call, Secret, StreamEvent, json};

/// Makes ids that were missing unique within the process; the time tells processes apart.
static MENDED_IDS: AtomicU64 = AtomicU64::new(0);

/// A block by its place in the content.
pub(super) type BlockIndex = usize;

pub(super) struct Answer {
    /// What is known of the message; the wire fills in ids, usage and the raw stop reason.
    pub(super) message: AssistantMessage,
    /// Whom was asked.
    pub(super) model: Arc<Model>,
    blocks: Vec<Block>,
    events: VecDeque<StreamEvent>,
    secrets: Vec<Secret>,
    call_ids: HashSet<String>,
    started: Instant,
    over: bool,
    /// Looks for calls in the first text.
    missed: Option<MissedCalls>,
    /// The text whose events are held back.
    held: Option<BlockIndex>,
    halves: Halves,
    /// The block that grew last.
    grown: Option<BlockIndex>,
}

/// What the message does not hold of a block.
struct Block {
    open: bool,
    /// The argument text of a call.
    arguments: String,
}

impl Answer {
    pub(super) fn new(model: Arc<Model>, secrets: Vec<Secret>, call: &Call) -> Self {
        let message = AssistantMessage {
            api: model.api.clone(),
            provider: model.provider.clone(),
            model: model.id.clone(),
            timestamp: call.clock.now_ms(),
            ..AssistantMessage::default()
        };
        Self {
            message,
            model,
            blocks: Vec::new(),
            events: VecDeque::new(),
            secrets,
            call_ids: HashSet::new(),
            started: Instant::now(),
            over: false,
            missed: None,
            held: None,
            halves: Halves::default(),
            grown: None,
        }
    }

    pub(super) fn next_event(&mut self) -> Option<StreamEvent> {
        self.events.pop_front()
    }

    /// Whether the last event is made.
    pub(super) fn is_over(&self) -> bool {
        self.over
    }

    /// The server accepted the request.
    pub(super) fn begin(&mut self) {
        self.events.push_back(StreamEvent::Start(Arc::new(self.message.clone())));
    }

    pub(super) fn open_text(&mut self) -> BlockIndex {
        let index = self.open(Content::Text(TextContent::default()));
        if !self.hold(index) {
            self.events.push_back(StreamEvent::TextStart { index });
        }
        index
    }

    pub(super) fn open_thinking(&mut self, signature: Option<&str>) -> BlockIndex {
        let block = ThinkingContent { thinking_signature: signature.map(str::to_owned), ..ThinkingContent::default() };
        let index = self.open(Content::Thinking(block));
        self.events.push_back(StreamEvent::ThinkingStart { index });
        index
    }

    /// Id and name as far as they are known; see [`Self::name_call`].
    pub(super) fn open_call(&mut self, id: &str, name: &str) -> BlockIndex {
        // A server that sees calls misses none.
        self.release();
        self.missed = None;
        let call = ToolCall { id: id.to_owned(), name: name.to_owned(), ..ToolCall::default() };
        let index = self.open(Content::ToolCall(call));
        self.events.push_back(StreamEvent::ToolCallStart { index, id: id.to_owned(), name: name.to_owned() });
        index
    }

    /// Fills in what was not known of a call when it began.
    pub(super) fn name_call(&mut self, index: BlockIndex, id: &str, name: &str) {
        if let Some(Content::ToolCall(call)) = self.message.content.get_mut(index) {
            if call.id.is_empty() {
                id.clone_into(&mut call.id);
            }
            if call.name.is_empty() {
                name.clone_into(&mut call.name);
            }
        }
    }

    /// Adds to an open block: text to a text, thinking or argument text to what they are.
    pub(super) fn grow(&mut self, index: BlockIndex, delta: String) {
        self.grown = Some(index);
        match self.message.content.get_mut(index) {
            Some(Content::Text(block)) => {
                block.text.push_str(&delta);
                if self.held == Some(index) {
                    return self.grow_held(&delta);
                }
                self.events.push_back(StreamEvent::TextDelta { index, delta });
            }
            Some(Content::Thinking(block)) => {
                block.thinking.push_str(&delta);
                self.events.push_back(StreamEvent::ThinkingDelta { index, delta });
            }
            Some(Content::ToolCall(_)) => {
                if let Some(block) = self.blocks.get_mut(index) {
                    block.arguments.push_str(&delta);
                }
                self.events.push_back(StreamEvent::ToolCallDelta { index, delta });
            }
            Some(Content::Image { .. }) | None => {}
        }
    }

    /// A frame that is not readable as JSON, without the halves of characters that make it so.
    pub(super) fn mend(&mut self, data: &str) -> String {
        self.halves.mend(data)
    }

    /// Half a character that the next frame does not complete is shown as one that is missing.
    pub(super) fn settle_half(&mut self, next: &str) {
        if self.halves.is_lost(next)
            && let Some(index) = self.grown.filter(|index| self.is_open(*index))
        {
            self.grow(index, char::REPLACEMENT_CHARACTER.to_string());
        }
    }

    /// The opaque data of a thinking block; may change until the block is closed.
    pub(super) fn sign_thinking(&mut self, index: BlockIndex, signature: String) {
        if let Some(Content::Thinking(block)) = self.message.content.get_mut(index) {
            block.thinking_signature = Some(signature);
        }
    }

    /// Adds to the opaque data of a thinking block.
    pub(super) fn extend_signature(&mut self, index: BlockIndex, piece: &str) {
        if piece.is_empty() {
            return;
        }
        if let Some(Content::Thinking(block)) = self.message.content.get_mut(index) {
            block.thinking_signature.get_or_insert_default().push_str(piece);
        }
    }

    /// A thinking block that is whole from the start, and whose text stands for what is not shown.
    pub(super) fn open_hidden_thinking(&mut self, block: ThinkingContent) -> BlockIndex {
        let index = self.open(Content::Thinking(block));
        self.events.push_back(StreamEvent::ThinkingStart { index });
        index
    }

    /// Thinking that is not shown: only its opaque data counts, which may change until the block is closed.
    pub(super) fn hide_thinking(&mut self, index: BlockIndex, data: String) {
        if let Some(Content::Thinking(block)) = self.message.content.get_mut(index) {
            block.thinking_signature = Some(data);
            block.redacted = Some(true);
        }
    }

    /// Notes what is worth knowing and changes nothing.
    pub(super) fn note(&mut self, kind: &str, details: Value) {
        let note = json!({"type": kind, "timestamp": self.message.timestamp, "details": details});
        self.message.diagnostics.get_or_insert_default().push(note);
    }

    /// The opaque data of a text block; may change until the block is closed.
    pub(super) fn sign_text(&mut self, index: BlockIndex, signature: String) {
        if let Some(Content::Text(block)) = self.message.content.get_mut(index) {
            block.text_signature = Some(signature);
        }
    }

    /// What comes with a call besides its arguments; may change until the block is closed.
    pub(super) fn amend_call(&mut self, index: BlockIndex, amend: impl FnOnce(&mut ToolCall)) {
        if let Some(Content::ToolCall(call)) = self.message.content.get_mut(index) {
            amend(call);
        }
    }

    /// What a block holds in the end, when the server says it again as a whole: it counts, whatever its pieces were.
    pub(super) fn settle(&mut self, index: BlockIndex, whole: String) {
        match (self.message.content.get_mut(index), self.blocks.get_mut(index)) {
            (Some(Content::Text(block)), _) => block.text = whole,
            (Some(Content::Thinking(block)), _) => block.thinking = whole,
            (Some(Content::ToolCall(_)), Some(block)) => block.arguments = whole,
            _ => {}
        }
    }

    pub(super) fn is_open(&self, index: BlockIndex) -> bool {
        self.blocks.get(index).is_some_and(|block| block.open)
    }

    /// A call so far, without its arguments.
    pub(super) fn call(&self, index: BlockIndex) -> Option<&ToolCall> {
        self.message.content.get(index)?.as_tool_call()
    }

    /// The argument text of a call so far.
    pub(super) fn arguments(&self, index: BlockIndex) -> &str {
        self.blocks.get(index).map_or("", |block| &block.arguments)
    }

    /// The block is complete. A call gets its arguments, and an id of its own if it has none.
    pub(super) fn close(&mut self, index: BlockIndex) {
        let Some(block) = self.blocks.get_mut(index).filter(|block| block.open) else { return };
        block.open = false;
        let event = match self.message.content.get_mut(index) {
            Some(Content::Text(_)) if self.held == Some(index) => return,
            Some(Content::Text(block)) => {
                StreamEvent::TextEnd { index, content: block.text.clone(), signature: block.text_signature.clone() }
            }
            Some(Content::Thinking(block)) => StreamEvent::ThinkingEnd {
                index,
                content: block.thinking.clone(),
                signature: block.thinking_signature.clone(),
                redacted: block.redacted.unwrap_or_default(),
            },
            Some(Content::ToolCall(call)) => {
                let parsed = json::parse_tool_call_arguments(&block.arguments);
                call.arguments = parsed.arguments;
                call.arguments_error = parsed.error;
                if call.id.is_empty() || !self.call_ids.insert(call.id.clone()) {
                    let number = MENDED_IDS.fetch_add(1, Ordering::Relaxed);
                    call.id = format!("call_{:x}_{number}", self.message.timestamp);
                    self.call_ids.insert(call.id.clone());
                }
                StreamEvent::ToolCallEnd { index, tool_call: call.clone() }
            }
            Some(Content::Image { .. }) | None => return,
        };
        self.events.push_back(event);
    }

    pub(super) fn close_all(&mut self) {
        for index in 0..self.blocks.len() {
            self.close(index);
        }
    }

    /// The answer is complete.
    pub(super) fn finish(&mut self, reason: StopReason) {
        self.close_all();
        self.end(reason, None);
    }

    /// The answer is complete, though blocks may have been cut off: those stay as far as they came.
    pub(super) fn cut_short(&mut self, reason: StopReason) {
        self.end(reason, None);
    }

    /// The answer failed; what came of it stays in the message. Only the text says of what kind the failure is.
    pub(super) fn fail(&mut self, text: &str) {
        self.fail_as(classify_text(text, &self.model.provider), text);
    }

    /// The answer failed, of what this error object of the server's says.
    pub(super) fn fail_of(&mut self, error: &Value, text: &str) {
        let said = Said { provider: &self.model.provider, status: None, body: &error.to_string() };
        self.fail_as(classify(said), text);
    }

    /// The answer failed in this way.
    pub(super) fn fail_as(&mut self, kind: FailureKind, text: &str) {
        self.fail_with(Failure::of(kind), text);
    }

    /// The answer failed, and this is known of it.
    pub(super) fn fail_with(&mut self, failure: Failure, text: &str) {
        self.message.failure = Some(failure);
        self.end(StopReason::Error, Some(scrub(text, &self.secrets)));
    }

    /// The caller gave the answer up.
    pub(super) fn abort(&mut self) {
        self.end(StopReason::Aborted, Some("the request was aborted".into()));
    }

    fn open(&mut self, block: Content) -> BlockIndex {
        self.release();
        self.message.content.push(block);
        self.blocks.push(Block { open: true, arguments: String::new() });
        self.blocks.len() - 1
    }

    fn end(&mut self, reason: StopReason, error: Option<String>) {
        if std::mem::replace(&mut self.over, true) {
            return;
        }
        let reason = match reason {
            StopReason::Stop | StopReason::ToolUse if self.settle_held() => StopReason::ToolUse,
            reason => reason,
        };
        self.release();
        self.show_open_calls();
        let mut message = std::mem::take(&mut self.message);
        message.stop_reason = reason;
        message.error_message = error;
        message.duration_ms = u64::try_from(self.started.elapsed().as_millis()).ok();
        let failed = matches!(reason, StopReason::Error | StopReason::Aborted);
        let message = Arc::new(message);
        self.events.push_back(if failed { StreamEvent::Error(message) } else { StreamEvent::Done(message) });
    }

    /// Calls that were cut off show their arguments as far as they came.
    fn show_open_calls(&mut self) {
        for (block, content) in self.blocks.iter().zip(&mut self.message.content) {
            if let Content::ToolCall(call) = content
                && block.open
                && let Value::Object(arguments) = json::parse_streaming_json(&block.arguments)
            {
                call.arguments = arguments;
            }
        }
    }
}
