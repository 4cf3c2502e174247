//! What the servers of this wire say when they refuse, as text.

use serde_json::Value;

/// Characters that are kept of a body that is no error object.
const MAX_BODY: usize = 4000;

/// The text of an answer with this status: the status, and the error object or the body.
pub(super) fn http_error(status: u16, body: &str) -> String {
    let body = body.trim();
    if body.is_empty() {
        return format!("{status} status code (no body)");
    }
    let object = serde_json::from_str::<Value>(body).ok();
    match object.as_ref().and_then(|object| object.get("error")).filter(|error| !error.is_null()) {
        Some(Value::String(text)) => format!("{status}: {text}"),
        Some(error) => format!("{status}: {error}"),
        None => format!("{status}: {}", body.chars().take(MAX_BODY).collect::<String>()),
    }
}

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
