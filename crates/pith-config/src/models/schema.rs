//! The form of `models.json`. Keys that are not listed are left alone.

use std::fmt;

use indexmap::IndexMap;
use pith_types::{CostTier, InputKind, InputLimits, PromptCache, ThinkingLevelMap};
use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::{Map, Value};

use crate::json::object;
use crate::value;

/// The whole file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, expecting = "an object with `providers`")]
pub(super) struct File {
    #[serde(deserialize_with = "object::by_name")]
    pub(super) providers: IndexMap<String, ProviderConfig>,
}

/// What the file says of one provider.
#[derive(Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, expecting = "an object that describes a provider")]
pub struct ProviderConfig {
    /// For people.
    pub name: Option<String>,
    /// Where requests go, for every model that names no place of its own.
    pub base_url: Option<String>,
    /// The key: a literal, `$NAME` or `!command`.
    pub api_key: Option<String>,
    /// The wire of every model that names none of its own.
    pub api: Option<String>,
    /// The login flow, for providers that have one.
    pub oauth: Option<String>,
    /// Sent with every request; values like `apiKey`.
    pub headers: IndexMap<String, String>,
    /// Quirks of the host; a model's own go before them, key by key.
    pub compat: Map<String, Value>,
    /// Whether the key is also sent as `Authorization: Bearer`.
    pub auth_header: bool,
    /// Models that the provider has.
    #[serde(deserialize_with = "object::list")]
    pub models: Vec<ModelConfig>,
    /// Changes to models that are known without this file, by id.
    #[serde(deserialize_with = "object::by_name")]
    pub model_overrides: IndexMap<String, ModelConfig>,
    /// Whether the key is one that an extension gave, and no file.
    #[serde(skip)]
    pub by_extension: bool,
}

impl ProviderConfig {
    /// The variables that its key and headers are made of.
    pub fn variables(&self) -> Vec<String> {
        self.values().flat_map(value::variables).collect()
    }

    /// Whether a key or a header is what a command prints.
    pub fn runs_commands(&self) -> bool {
        self.values().any(value::is_command)
    }

    fn values(&self) -> impl Iterator<Item = &str> {
        let models = self.models.iter().chain(self.model_overrides.values());
        let models = models.filter_map(|model| model.headers.as_ref()).flat_map(IndexMap::values);
        self.api_key.iter().chain(self.headers.values()).chain(models).map(String::as_str)
    }
}

/// What the file says of one model: of one that it adds (or puts in the place of a known one), or, as an override, what
/// changes in a known one. Absent is the default, or for an override what is known already.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, expecting = "an object that describes a model")]
pub struct ModelConfig {
    /// The provider's id of it. A model that is added needs one; an override has it as its key.
    pub id: Option<String>,
    /// The wire, when it is not the provider's.
    pub api: Option<String>,
    /// The place, when it is not the provider's.
    pub base_url: Option<String>,
    /// For people; the id by default.
    pub name: Option<String>,
    /// Whether it can be asked to reason; no by default.
    pub reasoning: Option<bool>,
    /// Provider values of thinking levels.
    pub thinking_level_map: Option<ThinkingLevelMap>,
    /// What it takes in; text by default.
    pub input: Option<Vec<InputKind>>,
    /// Prices; nothing by default.
    #[serde(deserialize_with = "object::optional")]
    pub cost: Option<CostConfig>,
    /// Tokens of prompt and answer together; 128,000 by default.
    #[serde(deserialize_with = "count")]
    pub context_window: Option<u64>,
    /// Tokens of one answer; 16,384 by default.
    #[serde(deserialize_with = "count")]
    pub max_tokens: Option<u64>,
    /// Sampling parameters, sent as they stand.
    pub sampling_params: Option<Map<String, Value>>,
    /// Sampling parameters of single thinking levels, over the general ones.
    pub sampling_params_by_thinking_level: Option<IndexMap<String, Map<String, Value>>>,
    /// What of a request is too much for the host.
    #[serde(deserialize_with = "object::optional")]
    pub input_limits: Option<InputLimits>,
    /// How long a prompt's prefix is kept.
    #[serde(deserialize_with = "object::optional")]
    pub prompt_cache: Option<PromptCache>,
    /// Sent with every request; values like a provider's `apiKey`.
    pub headers: Option<IndexMap<String, String>>,
    /// Quirks of the host.
    pub compat: Option<Map<String, Value>>,
}

/// Prices in USD per million tokens.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, expecting = "an object of prices")]
pub struct CostConfig {
    /// Uncached prompt tokens.
    pub input: Option<f64>,
    /// Generated tokens.
    pub output: Option<f64>,
    /// Cached prompt tokens.
    pub cache_read: Option<f64>,
    /// Tokens written to the cache.
    pub cache_write: Option<f64>,
    /// Other prices above a prompt size.
    pub tiers: Option<Vec<CostTier>>,
}

impl fmt::Debug for ProviderConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Keys and headers may be literal secrets.
        f.debug_struct("ProviderConfig")
            .field("name", &self.name)
            .field("base_url", &self.base_url)
            .field("api", &self.api)
            .field("models", &self.models.iter().map(|model| &model.id).collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// A number of tokens: a whole number that is not negative, also when it is written `2e5`.
fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let Some(number) = Option::<serde_json::Number>::deserialize(deserializer)? else { return Ok(None) };
    let whole = number.as_u64().or_else(|| {
        let value = number.as_f64().filter(|value| value.fract() == 0.0 && (0.0..1e15).contains(value))?;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and within range")]
        Some(value as u64)
    });
    whole.map(Some).ok_or_else(|| D::Error::custom(format!("invalid value: `{number}`, expected a number of tokens")))
}
