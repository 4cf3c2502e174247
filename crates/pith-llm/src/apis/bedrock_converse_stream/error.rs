//! What the service says when it refuses or breaks off, as text.

use serde_json::Value;

use crate::apis::refusal::plain;

/// Names of exceptions, lower case, and the words that stand before their text.
const EXCEPTIONS: [(&str, &str); 8] = [
    ("internalserverexception", "Internal server error: "),
    ("modelstreamerrorexception", "Model stream error: "),
    ("validationexception", "Validation error: "),
    ("throttlingexception", "Throttling error: "),
    ("serviceunavailableexception", "Service unavailable: "),
    ("accessdeniedexception", "Access denied: "),
    ("modelnotreadyexception", "Model not ready: "),
    ("modeltimeoutexception", "Model timeout: "),
];

/// The text of an exception in the stream.
pub(super) fn exception(name: &str, payload: &str) -> String {
    let object = serde_json::from_str::<Value>(payload).unwrap_or_default();
    let message = object.get("message").or_else(|| object.get("Message")).and_then(Value::as_str);
    let text = message.unwrap_or(payload);
    let lower = name.to_lowercase();
    match EXCEPTIONS.iter().find(|(known, _)| *known == lower) {
        Some((_, words)) => format!("{words}{text}"),
        None => format!("{name}: {text}"),
    }
}

/// The text of an answer with this status.
pub(super) fn http_error(status: u16, body: &str) -> String {
    let object = serde_json::from_str::<Value>(body).unwrap_or_default();
    let message = object.get("message").or_else(|| object.get("Message")).and_then(Value::as_str);
    match message {
        Some(text) => format!("{status}: {text}"),
        None => plain(status, body),
    }
}
