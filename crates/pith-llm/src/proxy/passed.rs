//! Events as a proxy passes them on: what was added, without the message so far.

use std::sync::Arc;

use pith_types::{AssistantMessage, Content, StopReason, Usage};
use serde::Deserialize;

use crate::StreamEvent;

/// One event of the proxy's stream.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(super) enum Passed {
    Start,
    TextStart {
        content_index: usize,
    },
    TextDelta {
        content_index: usize,
        delta: String,
    },
    TextEnd {
        content_index: usize,
        content_signature: Option<String>,
    },
    ThinkingStart {
        content_index: usize,
    },
    ThinkingDelta {
        content_index: usize,
        delta: String,
    },
    ThinkingEnd {
        content_index: usize,
        content_signature: Option<String>,
    },
    #[serde(rename = "toolcall_start")]
    ToolCallStart {
        content_index: usize,
        id: String,
        tool_name: String,
    },
    #[serde(rename = "toolcall_delta")]
    ToolCallDelta {
        content_index: usize,
        delta: String,
    },
    #[serde(rename = "toolcall_end")]
    ToolCallEnd {
        content_index: usize,
        tool_call: Option<Content>,
    },
    Done {
        reason: StopReason,
        usage: Usage,
    },
    Error {
        reason: StopReason,
        error_message: Option<String>,
        usage: Usage,
    },
}

impl Passed {
    /// The event, given the message so far.
    ///
    /// # Errors
    /// When it speaks of a block that has not begun, or is of another kind.
    pub(super) fn into_event(self, message: &AssistantMessage) -> Result<StreamEvent, String> {
        let astray = |index: usize| format!("the proxy spoke of block {index}, which is not such a block");
        let block = |index: usize| message.content.get(index);
        let begins = |index: usize| (index == message.content.len()).then_some(index).ok_or_else(|| astray(index));
        let text = |index: usize| match block(index) {
            Some(Content::Text(block)) => Ok(block.text.clone()),
            _ => Err(astray(index)),
        };
        let thinking = |index: usize| match block(index) {
            Some(Content::Thinking(block)) => Ok(block.thinking.clone()),
            _ => Err(astray(index)),
        };
        let call = |index: usize| block(index).and_then(Content::as_tool_call).cloned().ok_or_else(|| astray(index));
        Ok(match self {
            Self::Start => StreamEvent::Start(Arc::new(message.clone())),
            Self::TextStart { content_index } => StreamEvent::TextStart { index: begins(content_index)? },
            Self::TextDelta { content_index: index, delta } => {
                text(index).map(|_| StreamEvent::TextDelta { index, delta })?
            }
            Self::TextEnd { content_index: index, content_signature: signature } => {
                StreamEvent::TextEnd { index, content: text(index)?, signature }
            }
            Self::ThinkingStart { content_index } => StreamEvent::ThinkingStart { index: begins(content_index)? },
            Self::ThinkingDelta { content_index: index, delta } => {
                thinking(index).map(|_| StreamEvent::ThinkingDelta { index, delta })?
            }
            Self::ThinkingEnd { content_index: index, content_signature: signature } => {
                StreamEvent::ThinkingEnd { index, content: thinking(index)?, signature, redacted: false }
            }
            Self::ToolCallStart { content_index, id, tool_name: name } => {
                StreamEvent::ToolCallStart { index: begins(content_index)?, id, name }
            }
            Self::ToolCallDelta { content_index: index, delta } => {
                call(index).map(|_| StreamEvent::ToolCallDelta { index, delta })?
            }
            Self::ToolCallEnd { content_index: index, tool_call } => {
                let built = call(index)?;
                let told = tool_call.and_then(|block| block.as_tool_call().cloned());
                StreamEvent::ToolCallEnd { index, tool_call: told.unwrap_or(built) }
            }
            Self::Done { reason, usage } => {
                StreamEvent::Done(Arc::new(AssistantMessage { stop_reason: reason, usage, ..message.clone() }))
            }
            Self::Error { reason, error_message, usage } => StreamEvent::Error(Arc::new(AssistantMessage {
                stop_reason: reason,
                error_message: error_message.or_else(|| Some("the proxy reported a failure".to_owned())),
                usage,
                ..message.clone()
            })),
        })
    }
}
