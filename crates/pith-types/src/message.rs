//! Messages of a transcript (spec/core.md R1.1–R1.9).
//!
//! The four model-facing roles are [`Message`]; an application's own roles ride along as [`CustomMessage`]. Bodies stand
//! behind `Arc`, so that copying a transcript, or converting it for a provider, copies no text.

use std::sync::Arc;

use indexmap::IndexMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use serde_json::Value;

use crate::{
    Content, CustomMessage, Failure, ThinkingLevel, ToolCall, ToolDeclaration, Usage, UserContent, null, number,
};

/// A message that a model can be given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "camelCase")]
pub enum Message {
    /// The base prompt when first in the transcript, a change of prompt or tools later.
    System(Arc<SystemMessage>),
    /// What the person, or the program for them, says.
    User(Arc<UserMessage>),
    /// What the model answered.
    Assistant(Arc<AssistantMessage>),
    /// What a tool gave back.
    ToolResult(Arc<ToolResultMessage>),
}

/// A message of an agent's transcript: model-facing, or of a kind that the application added.
#[derive(Debug, Clone, PartialEq)]
pub enum AgentMessage {
    /// One of the four roles.
    Model(Message),
    /// Any other role; invisible to the model until a conversion says otherwise.
    Custom(Arc<CustomMessage>),
}

/// A change of prompt or tools; the first message of a transcript, if of this role, is the base prompt (R1.3).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SystemMessage {
    /// Appended to the prompt's content; may be empty.
    #[serde(default, deserialize_with = "null::as_default")]
    pub content: UserContent,
    /// Named parts of the prompt: text sets or replaces, null removes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sections: Option<IndexMap<String, Option<String>>>,
    /// Complete declarations that come into force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools_added: Option<Vec<ToolDeclaration>>,
    /// Names that go out of force, applied before `tools_added`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools_removed: Option<Vec<ToolRef>>,
    /// Unix milliseconds.
    #[serde(default, deserialize_with = "number::optional_time", skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<i64>,
}

/// A tool by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolRef {
    /// The declared name.
    pub name: String,
}

/// A `user` message (R1.5).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct UserMessage {
    /// Text and images.
    #[serde(default = "null::no_blocks", deserialize_with = "null::as_no_blocks")]
    pub content: UserContent,
    /// Unix milliseconds.
    #[serde(default, deserialize_with = "number::time")]
    pub timestamp: i64,
}

/// Why an answer ended (R1.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum StopReason {
    /// Still streaming.
    #[default]
    Pending,
    /// The model was done.
    Stop,
    /// The output limit was reached.
    Length,
    /// The model wants tools run.
    ToolUse,
    /// It failed; `errorMessage` says how.
    Error,
    /// The caller aborted it.
    Aborted,
    /// The provider will answer later; `deferred` holds the handle.
    Deferred,
}

/// An `assistant` message (R1.6).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AssistantMessage {
    /// Text, thinking and tool calls, in the order the model gave them.
    #[serde(default, deserialize_with = "null::as_default")]
    pub content: Vec<Content>,
    /// Wire API of the request.
    #[serde(default)]
    pub api: String,
    /// Provider id of the request.
    #[serde(default)]
    pub provider: String,
    /// Model id of the request.
    #[serde(default)]
    pub model: String,
    /// The model that the provider says answered, when it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_model: Option<String>,
    /// The provider's id of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_id: Option<String>,
    /// The provider's own effort value that was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider_thinking_level: Option<String>,
    /// The level that the agent loop asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinking_level: Option<ThinkingLevel>,
    /// Tokens and cost.
    #[serde(default, deserialize_with = "null::as_default")]
    pub usage: Usage,
    /// Why it ended.
    #[serde(default)]
    pub stop_reason: StopReason,
    /// The provider's own word for why it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw_stop_reason: Option<String>,
    /// What went wrong, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_message: Option<String>,
    /// What went wrong, for programs; never written to a file.
    #[serde(skip)]
    pub failure: Option<Failure>,
    /// Things worth knowing that changed nothing: `{type, timestamp, error?, details?}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnostics: Option<Vec<Value>>,
    /// Handle of a deferred answer: `{provider, modelId, api, id, …}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deferred: Option<Value>,
    /// Whether the provider says that its turn is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_turn: Option<bool>,
    /// Start of the request, Unix milliseconds.
    #[serde(default, deserialize_with = "number::time")]
    pub timestamp: i64,
    /// Whole milliseconds from request to end, by a monotonic clock.
    #[serde(default, deserialize_with = "number::optional_count", skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<u64>,
}

/// A `toolResult` message (R1.7).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolResultMessage {
    /// The call this answers.
    pub tool_call_id: String,
    /// The tool that was called.
    #[serde(default)]
    pub tool_name: String,
    /// Text and images for the model.
    #[serde(default, deserialize_with = "null::as_default")]
    pub content: Vec<Content>,
    /// Any JSON for programs and screens; never sent to the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<Value>,
    /// The tool's own model usage; not part of the conversation's accounting.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// Calls that the tool made itself: `{calls:[…], complete}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nested_calls: Option<Value>,
    /// True when the call failed or was refused.
    #[serde(default)]
    pub is_error: bool,
    /// Unix milliseconds.
    #[serde(default, deserialize_with = "number::time")]
    pub timestamp: i64,
    /// Whole milliseconds of execution; absent when the tool did not run.
    #[serde(default, deserialize_with = "number::optional_count", skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<u64>,
}

impl Message {
    /// Unix milliseconds, where the message has them.
    pub fn timestamp(&self) -> Option<i64> {
        match self {
            Self::System(m) => m.timestamp,
            Self::User(m) => Some(m.timestamp),
            Self::Assistant(m) => Some(m.timestamp),
            Self::ToolResult(m) => Some(m.timestamp),
        }
    }

    /// A user message of one text block.
    pub fn user(text: impl Into<String>, timestamp: i64) -> Self {
        Self::User(Arc::new(UserMessage { content: UserContent::Blocks(vec![Content::text(text)]), timestamp }))
    }

    /// The system message, if this is one.
    pub fn as_system(&self) -> Option<&SystemMessage> {
        match self {
            Self::System(message) => Some(message),
            Self::User(_) | Self::Assistant(_) | Self::ToolResult(_) => None,
        }
    }

    /// The role as it stands in JSON.
    pub fn role(&self) -> &'static str {
        match self {
            Self::System(_) => "system",
            Self::User(_) => "user",
            Self::Assistant(_) => "assistant",
            Self::ToolResult(_) => "toolResult",
        }
    }
}

impl AssistantMessage {
    /// The tool calls, in the order the model gave them.
    pub fn tool_calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.content.iter().filter_map(Content::as_tool_call)
    }
}

impl AgentMessage {
    /// The role as it stands in JSON.
    pub fn role(&self) -> &str {
        match self {
            Self::Model(message) => message.role(),
            Self::Custom(message) => &message.role,
        }
    }

    /// The model-facing message, if this is one.
    pub fn as_model(&self) -> Option<&Message> {
        match self {
            Self::Model(message) => Some(message),
            Self::Custom(_) => None,
        }
    }

    /// The system message, if this is one.
    pub fn as_system(&self) -> Option<&SystemMessage> {
        self.as_model().and_then(Message::as_system)
    }

    /// The tool result, if this is one.
    pub fn as_tool_result(&self) -> Option<&ToolResultMessage> {
        match self {
            Self::Model(Message::ToolResult(message)) => Some(message),
            Self::Model(_) | Self::Custom(_) => None,
        }
    }

    /// The assistant message, if this is one.
    pub fn as_assistant(&self) -> Option<&AssistantMessage> {
        match self {
            Self::Model(Message::Assistant(message)) => Some(message),
            Self::Model(_) | Self::Custom(_) => None,
        }
    }
}

impl From<Message> for AgentMessage {
    fn from(message: Message) -> Self {
        Self::Model(message)
    }
}

macro_rules! into_messages {
    ($($body:ident => $variant:ident),*) => {$(
        impl From<$body> for Message {
            fn from(body: $body) -> Self { Self::$variant(Arc::new(body)) }
        }
        impl From<$body> for AgentMessage {
            fn from(body: $body) -> Self { Self::Model(body.into()) }
        }
    )*};
}
into_messages!(SystemMessage => System, UserMessage => User, AssistantMessage => Assistant, ToolResultMessage => ToolResult);

impl Serialize for AgentMessage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Model(message) => message.serialize(serializer),
            Self::Custom(message) => message.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for AgentMessage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        match value.get("role").and_then(Value::as_str) {
            Some("system" | "user" | "assistant" | "toolResult") => {
                Message::deserialize(value).map(Self::Model).map_err(D::Error::custom)
            }
            _ => CustomMessage::deserialize(value).map(|m| Self::Custom(Arc::new(m))).map_err(D::Error::custom),
        }
    }
}
