//! Tool declarations, as a transcript and a provider see them (spec/core.md R1.4).

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the model is told of a tool. The executable half never enters the transcript.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolDeclaration {
    /// Unique among the declared tools.
    pub name: String,
    /// What it does and when to use it.
    #[serde(default)]
    pub description: String,
    /// A JSON Schema object; key order is kept, since its bytes are part of the cached prefix.
    #[serde(default)]
    pub parameters: Value,
    /// How the provider may bind its decoding to the schema.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constrained_sampling: Option<ConstrainedSampling>,
}

/// How decoding may be bound: `false`, a strict schema, or a grammar. Kept as JSON; wires read what they support.
pub type ConstrainedSampling = Value;
