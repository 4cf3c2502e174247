//! What the servers of this wire say within a stream when they fail, as text.

use serde_json::Value;

/// The text of an error within the stream: its code, and what it says.
pub(super) fn stream_error(code: Option<&Value>, message: Option<&str>) -> String {
    let code = match code {
        Some(Value::String(code)) => code.clone(),
        None | Some(Value::Null) => "unknown error".to_owned(),
        Some(other) => other.to_string(),
    };
    match message.filter(|message| !message.is_empty()) {
        Some(message) => format!("{code}: {message}"),
        None => code,
    }
}
