//! Content blocks (spec/core.md R1.2): text, thinking, image and tool call, tagged by `type`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::null;

/// One block of a message's content.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Content {
    /// Plain text.
    Text(TextContent),
    /// Reasoning that the provider disclosed.
    Thinking(ThinkingContent),
    /// A picture, inline.
    #[serde(rename_all = "camelCase")]
    Image {
        /// Base64 of the file's bytes.
        data: String,
        /// For example `image/png`.
        mime_type: String,
    },
    /// A request of the model to run a tool.
    ToolCall(ToolCall),
}

/// A `text` block.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TextContent {
    /// The text itself.
    pub text: String,
    /// Opaque provider data that must be sent back unchanged to the same model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_signature: Option<String>,
}

/// A `thinking` block.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ThinkingContent {
    /// The reasoning as disclosed; may be empty when only the signature matters.
    pub thinking: String,
    /// Opaque provider data; for OpenAI-completions wires the name of the field the reasoning came in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinking_signature: Option<String>,
    /// True when only the opaque signature matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redacted: Option<bool>,
}

/// A `toolCall` block.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolCall {
    /// Pairs the call with its result; unique within a conversation.
    pub id: String,
    /// The tool's declared name.
    pub name: String,
    /// The arguments as the model sent them, in its key order; not validated.
    #[serde(default, deserialize_with = "null::as_default")]
    pub arguments: Map<String, Value>,
    /// Opaque provider data that must be sent back unchanged to the same model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought_signature: Option<String>,
    /// The provider's namespace of the tool, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// Why the argument text was no JSON object; `arguments` is then empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments_error: Option<String>,
}

/// Content of a user, system or custom message: a string, or a list of blocks. Both forms are kept as they came.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum UserContent {
    /// The short form.
    Text(String),
    /// The long form.
    Blocks(Vec<Content>),
}

impl Content {
    /// A text block without a signature.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(TextContent { text: text.into(), text_signature: None })
    }

    /// The text of a text block.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(block) => Some(&block.text),
            Self::Thinking(_) | Self::Image { .. } | Self::ToolCall(_) => None,
        }
    }

    /// The call of a tool-call block.
    pub fn as_tool_call(&self) -> Option<&ToolCall> {
        match self {
            Self::ToolCall(call) => Some(call),
            Self::Text(_) | Self::Thinking(_) | Self::Image { .. } => None,
        }
    }
}

impl UserContent {
    /// The text of this content: the string, or the text blocks joined by one newline (R2.4). Images are left out.
    pub fn to_text(&self) -> String {
        self.joined("\n")
    }

    /// The text of this content, with another separator between its text blocks.
    pub fn joined(&self, separator: &str) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Blocks(blocks) => blocks.iter().filter_map(Content::as_text).collect::<Vec<_>>().join(separator),
        }
    }
}

impl Default for UserContent {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl From<&str> for UserContent {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for UserContent {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Vec<Content>> for UserContent {
    fn from(blocks: Vec<Content>) -> Self {
        Self::Blocks(blocks)
    }
}
