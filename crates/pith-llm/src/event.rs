//! What a model's answer is made of while it comes in (spec/core.md R5.1).

use std::sync::Arc;

use pith_types::{AssistantMessage, StopReason, ToolCall};

/// One step of an answer. `Start` comes first unless the set-up failed; exactly one of `Done` and `Error` comes last.
/// Blocks may interleave; `index` is the block's place in the message's content.
#[derive(Debug, Clone, PartialEq)]
pub enum StreamEvent {
    /// The answer begins: empty content, stop reason `pending`.
    Start(Arc<AssistantMessage>),
    /// A text block begins.
    TextStart {
        /// Place in the content.
        index: usize,
    },
    /// Text was added.
    TextDelta {
        /// Place in the content.
        index: usize,
        /// What was added.
        delta: String,
    },
    /// The text block is complete.
    TextEnd {
        /// Place in the content.
        index: usize,
        /// The whole text.
        content: String,
        /// Opaque provider data for replay.
        signature: Option<String>,
    },
    /// A thinking block begins.
    ThinkingStart {
        /// Place in the content.
        index: usize,
    },
    /// Thinking was added.
    ThinkingDelta {
        /// Place in the content.
        index: usize,
        /// What was added.
        delta: String,
    },
    /// The thinking block is complete.
    ThinkingEnd {
        /// Place in the content.
        index: usize,
        /// The whole thinking.
        content: String,
        /// Opaque provider data for replay.
        signature: Option<String>,
        /// True when only the signature matters.
        redacted: bool,
    },
    /// A tool call begins.
    ToolCallStart {
        /// Place in the content.
        index: usize,
        /// The call's id, as far as it is known.
        id: String,
        /// The tool's name, as far as it is known.
        name: String,
    },
    /// Argument text was added.
    ToolCallDelta {
        /// Place in the content.
        index: usize,
        /// Raw argument text.
        delta: String,
    },
    /// The tool call is complete; its arguments are parsed but not validated.
    ToolCallEnd {
        /// Place in the content.
        index: usize,
        /// The whole call.
        tool_call: ToolCall,
    },
    /// The answer ended with `stop`, `length`, `toolUse` or `deferred`.
    Done(Arc<AssistantMessage>),
    /// The answer failed (`error`) or was given up (`aborted`); partial content stays in the message.
    Error(Arc<AssistantMessage>),
}

impl StreamEvent {
    /// The final message, if this is the last event.
    pub fn finished(&self) -> Option<&Arc<AssistantMessage>> {
        match self {
            Self::Done(message) | Self::Error(message) => Some(message),
            _ => None,
        }
    }

    /// Whether the answer ended by an error or an abort.
    pub fn failed(&self) -> bool {
        self.finished().is_some_and(|m| matches!(m.stop_reason, StopReason::Error | StopReason::Aborted))
    }
}
