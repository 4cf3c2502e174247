//! What a server says when it refuses a request, as text: the form that OpenAI's wires share.

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
