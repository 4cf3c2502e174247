//! The events of the stream, as far as they are read. Fields that an event has not, or has as null, are absent.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Event<'a> {
    #[serde(rename = "type", borrow)]
    pub(super) kind: Cow<'a, str>,
    pub(super) output_index: Option<u64>,
    pub(super) delta: Option<String>,
    /// The whole arguments of a call.
    pub(super) arguments: Option<String>,
    /// The whole text of a call that is one.
    pub(super) input: Option<String>,
    pub(super) item: Option<Box<Item>>,
    pub(super) response: Option<Box<Response>>,
    pub(super) code: Option<Value>,
    pub(super) message: Option<String>,
    pub(super) error: Option<Box<Value>>,
}

/// An item of the output, kept as it came: it may have to be said again.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub(super) struct Item(pub(super) Value);

impl Item {
    pub(super) fn text(&self, key: &str) -> &str {
        self.0.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    /// The texts of a list of parts, which name theirs in different ways.
    pub(super) fn texts(&self, list: &str) -> Vec<&str> {
        self.0.get(list).and_then(Value::as_array).into_iter().flatten().filter_map(part_text).collect()
    }
}

fn part_text(part: &Value) -> Option<&str> {
    ["text", "refusal"].iter().find_map(|key| part.get(*key)?.as_str())
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Response {
    pub(super) id: Option<String>,
    pub(super) status: Option<String>,
    pub(super) output: Option<Vec<Item>>,
    pub(super) usage: Option<ResponseUsage>,
    pub(super) service_tier: Option<String>,
    pub(super) error: Option<Value>,
    pub(super) incomplete_details: Option<Incomplete>,
    pub(super) end_turn: Option<bool>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Incomplete {
    pub(super) reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ResponseUsage {
    pub(super) input_tokens: Option<u64>,
    pub(super) input_tokens_details: Option<InputDetails>,
    pub(super) output_tokens: Option<u64>,
    pub(super) output_tokens_details: Option<OutputDetails>,
    pub(super) total_tokens: Option<u64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct InputDetails {
    pub(super) cached_tokens: Option<u64>,
    pub(super) cache_write_tokens: Option<u64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct OutputDetails {
    pub(super) reasoning_tokens: Option<u64>,
}
