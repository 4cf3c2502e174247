//! What the service says within a stream when it fails, as text.

use serde_json::Value;

/// The text of an error object within the stream: of which kind it is, and what it says.
pub(super) fn stream_error(error: &Value) -> String {
    let text = |key: &str| error.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    match (text("type"), text("message")) {
        (Some(kind), Some(message)) => format!("{kind}: {message}"),
        (Some(text), None) | (None, Some(text)) => text.to_owned(),
        (None, None) => error.to_string(),
    }
}
