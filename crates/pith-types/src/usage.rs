//! Tokens and cost of an answer (spec/core.md R1.8).

use serde::{Deserialize, Serialize};

use crate::number::{count, optional_count, whole};

/// Tokens of one answer. `input` excludes cached tokens; `total_tokens` is the sum of the four kinds.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Usage {
    /// Prompt tokens that no cache served.
    #[serde(deserialize_with = "count")]
    pub input: u64,
    /// Generated tokens.
    #[serde(deserialize_with = "count")]
    pub output: u64,
    /// Prompt tokens read from the provider's cache.
    #[serde(deserialize_with = "count")]
    pub cache_read: u64,
    /// Prompt tokens written to the provider's cache.
    #[serde(deserialize_with = "count")]
    pub cache_write: u64,
    /// The part of `cache_write` kept for an hour.
    #[serde(deserialize_with = "optional_count", skip_serializing_if = "Option::is_none")]
    pub cache_write1h: Option<u64>,
    /// The part of `output` that was reasoning.
    #[serde(deserialize_with = "optional_count", skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<u64>,
    /// Sum of the four kinds.
    #[serde(deserialize_with = "count")]
    pub total_tokens: u64,
    /// What it cost.
    pub cost: Cost,
}

/// Cost in USD.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Cost {
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
    /// The sum, or what the provider billed.
    #[serde(serialize_with = "whole")]
    pub total: f64,
    /// True when `total` is the provider's own figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_from_provider: Option<bool>,
}
