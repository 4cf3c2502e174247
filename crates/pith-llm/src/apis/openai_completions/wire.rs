//! The chunks of the stream, as far as they are read. Fields that hosts leave out, or send as null, are absent.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Chunk {
    pub(super) id: Option<String>,
    pub(super) model: Option<String>,
    #[serde(deserialize_with = "or_default")]
    pub(super) choices: Vec<Choice>,
    pub(super) usage: Option<ChunkUsage>,
    pub(super) error: Option<Value>,
    /// `error` where a host sends the error itself as the chunk.
    pub(super) object: Option<String>,
    pub(super) message: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Choice {
    #[serde(deserialize_with = "or_default")]
    pub(super) delta: Delta,
    pub(super) finish_reason: Option<String>,
    pub(super) usage: Option<ChunkUsage>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Delta {
    pub(super) content: Option<String>,
    pub(super) refusal: Option<String>,
    pub(super) reasoning_content: Option<String>,
    pub(super) reasoning: Option<String>,
    pub(super) reasoning_text: Option<String>,
    #[serde(deserialize_with = "or_default")]
    pub(super) reasoning_details: Vec<Value>,
    #[serde(deserialize_with = "or_default")]
    pub(super) tool_calls: Vec<CallDelta>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CallDelta {
    pub(super) index: Option<i64>,
    pub(super) id: Option<String>,
    pub(super) function: Option<FunctionDelta>,
    pub(super) custom: Option<CustomDelta>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct FunctionDelta {
    pub(super) name: Option<String>,
    /// Text; some hosts send the whole object.
    pub(super) arguments: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CustomDelta {
    pub(super) name: Option<String>,
    pub(super) input: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ChunkUsage {
    #[serde(deserialize_with = "or_default")]
    pub(super) prompt_tokens: f64,
    #[serde(deserialize_with = "or_default")]
    pub(super) completion_tokens: f64,
    pub(super) prompt_tokens_details: Option<PromptDetails>,
    pub(super) completion_tokens_details: Option<CompletionDetails>,
    pub(super) prompt_cache_hit_tokens: Option<f64>,
    pub(super) cached_tokens: Option<f64>,
    /// What a gateway billed, in USD.
    pub(super) cost: Option<f64>,
    pub(super) is_byok: Option<bool>,
    pub(super) cost_details: Option<CostDetails>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PromptDetails {
    pub(super) cached_tokens: Option<f64>,
    pub(super) cache_write_tokens: Option<f64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CompletionDetails {
    pub(super) reasoning_tokens: Option<f64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CostDetails {
    pub(super) upstream_inference_cost: Option<f64>,
}

fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(from: D) -> Result<T, D::Error> {
    Option::deserialize(from).map(Option::unwrap_or_default)
}
