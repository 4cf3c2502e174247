//! What a server says when it refuses a request, as text: the form that OpenAI's wires share, and what serves where there
//! is no form.

use serde_json::Value;

/// Characters that are kept of a body that is no error object.
const MAX_BODY: usize = 4000;

/// The text of an answer with this status: the status, and the error object or the body.
pub(super) fn http_error(status: u16, body: &str) -> String {
    let object = serde_json::from_str::<Value>(body).ok();
    match object.as_ref().and_then(|object| object.get("error")).filter(|error| !error.is_null()) {
        Some(Value::String(text)) => format!("{status}: {text}"),
        Some(error) => format!("{status}: {error}"),
        None => plain(status, body),
    }
}

/// The text of an answer of which nothing more is known: the status, and the beginning of the body.
pub(super) fn plain(status: u16, body: &str) -> String {
    match body.trim() {
        "" => format!("{status} status code (no body)"),
        body => format!("{status}: {}", body.chars().take(MAX_BODY).collect::<String>()),
    }
}
