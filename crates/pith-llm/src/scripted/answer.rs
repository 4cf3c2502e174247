//! One answer of a script.

use pith_types::{AssistantMessage, Content, StopReason, ToolCall};

use super::ScriptedCall;
use crate::StreamEvent;

/// What the scripted provider answers to one request.
pub enum Answer {
    /// This message, played in chunks. Its usage is simulated unless it has some, its timestamp is set unless it has one.
    /// A message that is still `pending` is a fault of the script and fails.
    Message(Box<AssistantMessage>),
    /// A message that is made when the request is known.
    Factory(Box<dyn FnOnce(&ScriptedCall) -> AssistantMessage + Send>),
    /// Exactly these events, for what no provider should do.
    Events(Vec<StreamEvent>),
    /// A handle now, and this message after so many fetches that find it pending.
    Deferred {
        /// The answer in the end.
        message: Box<AssistantMessage>,
        /// How many fetches give a handle again.
        pending_fetches: usize,
    },
}

impl Answer {
    /// An answer of these blocks: `toolUse` when there is a call among them, else `stop`.
    pub fn blocks(content: Vec<Content>) -> Self {
        let calls = content.iter().any(|block| block.as_tool_call().is_some());
        let stop_reason = if calls { StopReason::ToolUse } else { StopReason::Stop };
        AssistantMessage { content, stop_reason, ..AssistantMessage::default() }.into()
    }

    /// An answer that calls one tool. Arguments that are no object are left out.
    pub fn call(id: &str, name: &str, arguments: serde_json::Value) -> Self {
        let arguments = match arguments {
            serde_json::Value::Object(arguments) => arguments,
            _ => serde_json::Map::new(),
        };
        let call = ToolCall { id: id.into(), name: name.into(), arguments, ..ToolCall::default() };
        Self::blocks(vec![Content::ToolCall(call)])
    }

    /// An answer that fails with this text.
    pub fn error(text: impl Into<String>) -> Self {
        let message = AssistantMessage {
            stop_reason: StopReason::Error,
            error_message: Some(text.into()),
            ..AssistantMessage::default()
        };
        message.into()
    }

    /// An answer that is made when the request is known.
    pub fn factory(make: impl FnOnce(&ScriptedCall) -> AssistantMessage + Send + 'static) -> Self {
        Self::Factory(Box::new(make))
    }
}

impl From<AssistantMessage> for Answer {
    fn from(message: AssistantMessage) -> Self {
        Self::Message(Box::new(message))
    }
}

impl From<&str> for Answer {
    fn from(text: &str) -> Self {
        Self::blocks(vec![Content::text(text)])
    }
}
