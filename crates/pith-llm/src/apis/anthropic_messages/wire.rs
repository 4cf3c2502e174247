//! The events of the stream, as far as they are read. Fields that hosts leave out, or send as null, are absent.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct MessageStart {
    pub(super) message: Option<StartedMessage>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct StartedMessage {
    pub(super) id: Option<String>,
    pub(super) model: Option<String>,
    pub(super) usage: Option<WireUsage>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct BlockStart {
    pub(super) index: u64,
    pub(super) content_block: StartedBlock,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct StartedBlock {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) text: Option<String>,
    pub(super) thinking: Option<String>,
    pub(super) signature: Option<String>,
    pub(super) data: Option<String>,
    pub(super) id: Option<String>,
    pub(super) name: Option<String>,
    pub(super) input: Option<Value>,
    /// The model that goes on in place of the one that was asked.
    pub(super) to: Option<Value>,
}

#[derive(Debug, Deserialize)]
pub(super) struct BlockDelta<'a> {
    #[serde(default)]
    pub(super) index: u64,
    #[serde(borrow)]
    pub(super) delta: Delta<'a>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Delta<'a> {
    #[serde(rename = "type", borrow, default)]
    pub(super) kind: Cow<'a, str>,
    pub(super) text: Option<String>,
    pub(super) thinking: Option<String>,
    pub(super) signature: Option<String>,
    pub(super) partial_json: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct BlockStop {
    pub(super) index: u64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct MessageDelta {
    pub(super) delta: Option<Ending>,
    pub(super) usage: Option<WireUsage>,
    /// What the server changed of the request before it was read.
    pub(super) input_transformations: Option<Vec<Map<String, Value>>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Ending {
    pub(super) stop_reason: Option<String>,
    pub(super) stop_details: Option<Map<String, Value>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct WireUsage {
    pub(super) input_tokens: Option<u64>,
    pub(super) output_tokens: Option<u64>,
    pub(super) cache_read_input_tokens: Option<u64>,
    pub(super) cache_creation_input_tokens: Option<u64>,
    pub(super) cache_creation: Option<CacheCreation>,
    pub(super) output_tokens_details: Option<OutputDetails>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct CacheCreation {
    pub(super) ephemeral_1h_input_tokens: Option<u64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct OutputDetails {
    pub(super) thinking_tokens: Option<u64>,
}
