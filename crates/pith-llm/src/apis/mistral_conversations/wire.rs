//! The chunks of the stream, as far as they are read. Fields that are null are absent.

use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Chunk {
    pub(super) id: Option<String>,
    /// `error` when the chunk is one.
    pub(super) object: Option<String>,
    pub(super) choices: Option<Vec<Choice>>,
    pub(super) usage: Option<ChunkUsage>,
    pub(super) error: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Choice {
    pub(super) delta: Option<Delta>,
    pub(super) finish_reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Delta {
    pub(super) content: Option<DeltaContent>,
    pub(super) tool_calls: Option<Vec<CallDelta>>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum DeltaContent {
    Text(String),
    Parts(Vec<ContentPart>),
}

/// Text, thinking, or something that is passed over.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ContentPart {
    pub(super) text: Option<String>,
    pub(super) thinking: Option<Thinking>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Thinking {
    Text(String),
    Parts(Vec<ContentPart>),
}

impl Thinking {
    pub(super) fn into_text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Parts(parts) => parts.into_iter().filter_map(|part| part.text).collect(),
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CallDelta {
    pub(super) index: Option<u64>,
    pub(super) id: Option<String>,
    pub(super) function: Option<FunctionDelta>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct FunctionDelta {
    pub(super) name: Option<String>,
    /// Text, or the arguments themselves.
    pub(super) arguments: Option<Value>,
}

/// The cached tokens have stood in several places.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ChunkUsage {
    pub(super) prompt_tokens: Option<u64>,
    pub(super) completion_tokens: Option<u64>,
    pub(super) total_tokens: Option<u64>,
    #[serde(alias = "prompt_token_details")]
    pub(super) prompt_tokens_details: Option<PromptDetails>,
    pub(super) num_cached_tokens: Option<u64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PromptDetails {
    pub(super) cached_tokens: Option<u64>,
}
