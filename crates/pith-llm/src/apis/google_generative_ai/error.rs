//! What the service says when it refuses, as text.

use serde_json::Value;

use crate::apis::refusal::plain;

/// The text of an answer with this status. The status stands before the body, which says it in other words.
pub(super) fn http_error(status: u16, body: &str) -> String {
    // Some gateways send a list with one error in it.
    let object = serde_json::from_str::<Value>(body).ok();
    match object.as_ref().and_then(|object| object.get(0).unwrap_or(object).get("error")) {
        Some(error) if (200..300).contains(&status) => stream_error(error),
        Some(error) => format!("{status}: {error}"),
        None => plain(status, body),
    }
}

/// The text of an error object within the stream: its status in words, and what it says.
pub(super) fn stream_error(error: &Value) -> String {
    let text = |key: &str| error.get(key).and_then(Value::as_str).unwrap_or_default();
    let code = error.get("code").map(Value::to_string).unwrap_or_default();
    match (text("status"), text("message")) {
        ("", "") => error.to_string(),
        (status, message) => format!("{code} {status}: {message}").trim_start().to_owned(),
    }
}
