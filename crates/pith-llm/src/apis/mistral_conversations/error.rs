//! What the service says when it refuses, as text.

use serde_json::Value;

/// Characters that are kept of a body that says nothing in a known form.
const MAX_BODY: usize = 4000;

/// The text of an answer with this status.
pub(super) fn http_error(status: u16, body: &str) -> String {
    let body = body.trim();
    if body.is_empty() {
        return format!("{status} status code (no body)");
    }
    format!("{status}: {}", body.chars().take(MAX_BODY).collect::<String>())
}

/// The text of an error object within the stream: of which kind it is, and what it says.
pub(super) fn stream_error(error: &Value) -> String {
    let text = |key: &str| error.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    match (text("type"), text("message")) {
        (Some(kind), Some(message)) => format!("{kind}: {message}"),
        (Some(text), None) | (None, Some(text)) => text.to_owned(),
        (None, None) => error.to_string(),
    }
}
