//! Answers to commands, each one line: `{id?,type:"response",command,success,data?|error?}` (spec/coding-agent.md 5.5.1).

use serde::Serialize;
use serde_json::value::RawValue;

use super::id::Id;

/// An answer. Serializes in the order of its fields.
#[derive(Debug, Serialize)]
pub(super) struct Response {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Id>,
    #[serde(rename = "type")]
    kind: &'static str,
    command: String,
    success: bool,
    /// Absent where there is nothing to say; `null` where nothing is the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl Response {
    /// The command was carried out.
    pub(super) fn done(id: Option<Id>, command: impl Into<String>, data: Option<Box<RawValue>>) -> Self {
        Self { id, kind: "response", command: command.into(), success: true, data, error: None }
    }

    /// It was not.
    pub(super) fn failed(id: Option<Id>, command: impl Into<String>, error: impl Into<String>) -> Self {
        Self { id, kind: "response", command: command.into(), success: false, data: None, error: Some(error.into()) }
    }

    /// The line, with its end.
    pub(super) fn line(&self) -> Vec<u8> {
        line(self)
    }
}

/// Any record as a line. JSON escapes what would break it.
pub(super) fn line(record: &impl Serialize) -> Vec<u8> {
    // Only maps with keys that are no texts cannot be written, and no record has any.
    let mut line = serde_json::to_vec(record).unwrap_or_default();
    line.push(b'\n');
    line
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn an_answer_that_is_nothing_is_null_and_one_without_data_has_none() {
        let text = |response: &Response| String::from_utf8(response.line()).unwrap();
        let null = Response::done(
            Id::from_value(&json!("a")),
            "cycle_model",
            serde_json::value::to_raw_value(&Value::Null).ok(),
        );
        assert_eq!(
            text(&null),
            "{\"id\":\"a\",\"type\":\"response\",\"command\":\"cycle_model\",\"success\":true,\"data\":null}\n"
        );
        assert_eq!(
            text(&Response::done(None, "abort", None)),
            "{\"type\":\"response\",\"command\":\"abort\",\"success\":true}\n"
        );
    }
}
