//! What the recordings in `tests/provider_cases` do not show of this wire.

mod decode;
mod encode;

use serde_json::Value;

use super::OpenAiResponses;
use crate::apis::played::Played;

/// A model of an unknown host with these quirks.
fn with_compat(compat: Value) -> Played<OpenAiResponses> {
    Played { api: OpenAiResponses, fields: serde_json::json!({"compat": compat}) }
}
