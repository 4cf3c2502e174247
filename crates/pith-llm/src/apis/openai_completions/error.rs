//! What the servers of this wire say within a stream when they fail, as text.

use serde_json::Value;

/// The text of an error object within the stream.
pub(super) fn stream_error(error: &Value) -> String {
    let text = match error {
        Value::String(text) => text.clone(),
        _ => match error.get("message").and_then(Value::as_str) {
            Some(text) => text.to_owned(),
            None => error.to_string(),
        },
    };
    // A gateway's own words come with those of whom it asked.
    match error.get("metadata").and_then(|metadata| metadata.get("raw")) {
        Some(Value::String(raw)) if !raw.is_empty() => format!("{text}\n{raw}"),
        Some(raw) if !raw.is_null() => format!("{text}\n{raw}"),
        _ => text,
    }
}
