//! A conversation as chat templates know it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Turns, and the tools beside them.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Conversation {
    pub(crate) turns: Vec<Turn>,
    /// In the shape of `{"type": "function", "function": {…}}`.
    pub(crate) tools: Vec<Value>,
}

/// One turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Turn {
    pub(crate) role: Role,
    #[serde(default)]
    pub(crate) content: String,
    #[serde(default, rename = "tool_calls", skip_serializing_if = "Vec::is_empty")]
    pub(crate) calls: Vec<SaidCall>,
}

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    System,
    User,
    Assistant,
    Tool,
}

/// A call that the model made earlier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct SaidCall {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) arguments: Value,
}

impl Turn {
    pub(crate) fn new(role: Role, content: impl Into<String>) -> Self {
        Self { role, content: content.into(), calls: Vec::new() }
    }
}

impl Role {
    /// The name that templates use.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
        }
    }
}
