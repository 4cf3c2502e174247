//! A model as the catalog and `models.json` describe it (spec/coding-agent.md 6.2).

use std::fmt;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::number::whole;

/// Level name → the provider's own value; null says that the level is not offered.
pub type ThinkingLevelMap = IndexMap<String, Option<String>>;

/// What a model takes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InputKind {
    /// Text.
    Text,
    /// Pictures.
    Image,
}

/// A model, whole enough to build a request for it. Its `Debug` shows no header's value, since it may be a key.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Model {
    /// The provider's id of it.
    pub id: String,
    /// For people.
    pub name: String,
    /// The wire it is spoken to in, for example `openai-completions`.
    pub api: String,
    /// The provider's id.
    pub provider: String,
    /// Where requests go.
    pub base_url: String,
    /// Whether it can be asked to reason.
    pub reasoning: bool,
    /// Provider values of thinking levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking_level_map: Option<ThinkingLevelMap>,
    /// What it takes in.
    pub input: Vec<InputKind>,
    /// Prices.
    pub cost: ModelCost,
    /// Tokens of prompt and answer together; 0 says unknown.
    pub context_window: u64,
    /// Tokens of one answer; 0 says unknown.
    pub max_tokens: u64,
    /// What of a request is too much for the host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub input_limits: Option<InputLimits>,
    /// How long a prompt's prefix is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_cache: Option<PromptCache>,
    /// Sent with every request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headers: Option<IndexMap<String, String>>,
    /// Sampling parameters, sent as they stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampling_params: Option<serde_json::Map<String, Value>>,
    /// Sampling parameters for one thinking level, over the general ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampling_params_by_thinking_level: Option<IndexMap<String, serde_json::Map<String, Value>>>,
    /// Quirks of the host; each wire reads its own keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compat: Option<serde_json::Map<String, Value>>,
}

impl Model {
    /// Stands where no model has been chosen yet (R3.2); no wire is called so.
    pub fn unknown() -> Self {
        let [id, name, api, provider] = std::array::from_fn(|_| "unknown".to_owned());
        Self { id, name, api, provider, ..Self::default() }
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model")
            .field("id", &self.id)
            .field("api", &self.api)
            .field("provider", &self.provider)
            .field("base_url", &self.base_url)
            .field("reasoning", &self.reasoning)
            .field("context_window", &self.context_window)
            .field("max_tokens", &self.max_tokens)
            .field("headers", &self.headers.iter().flatten().map(|(name, _)| name).collect::<Vec<_>>())
            .field("compat", &self.compat)
            .finish_non_exhaustive()
    }
}

/// What a host takes of one request (spec/providers.md 1.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct InputLimits {
    /// Bytes of the whole request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_request_bytes: Option<u64>,
    /// Pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub images: Option<ImageLimits>,
}

/// How many pictures, and how large.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ImageLimits {
    /// In a request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_per_request: Option<u64>,
    /// In a message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_per_message: Option<u64>,
    /// Larger ones are made smaller.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resize: Option<ImageSize>,
}

/// The size that a picture may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ImageSize {
    /// Pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_width: Option<u64>,
    /// Pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_height: Option<u64>,
    /// Bytes of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_bytes: Option<u64>,
    /// What a picture is encoded with that has to become smaller, from 1 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jpeg_quality: Option<u64>,
}

/// For how many seconds a host keeps a prompt's prefix, by what was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PromptCache {
    /// Usually.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<u64>,
    /// When long retention is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub long: Option<u64>,
}

/// Prices in USD per million tokens (R5.14).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ModelCost {
    /// Uncached prompt tokens.
    #[serde(serialize_with = "whole")]
    pub input: f64,
    /// Generated tokens.
    #[serde(serialize_with = "whole")]
    pub output: f64,
    /// Cached prompt tokens.
    #[serde(serialize_with = "whole")]
    pub cache_read: f64,
    /// Tokens written to the cache.
    #[serde(serialize_with = "whole")]
    pub cache_write: f64,
    /// Other prices for large prompts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiers: Option<Vec<CostTier>>,
}

/// Prices that hold for a whole request whose prompt is larger than a threshold.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CostTier {
    /// Prompt tokens, cached ones included, above which the tier holds.
    pub input_tokens_above: u64,
    /// Uncached prompt tokens.
    #[serde(serialize_with = "whole")]
    pub input: f64,
    /// Generated tokens.
    #[serde(serialize_with = "whole")]
    pub output: f64,
    /// Cached prompt tokens.
    #[serde(serialize_with = "whole")]
    pub cache_read: f64,
    /// Tokens written to the cache.
    #[serde(serialize_with = "whole")]
    pub cache_write: f64,
}
