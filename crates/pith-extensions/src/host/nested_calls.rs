//! What a tool called itself, as its result tells it (1.6.4): every call below it, in the order in which they began. What is
//! large is left out, and the record then says that it is not complete.

use std::time::Duration;

use pith_agent::ToolOutput;
use pith_types::{Content, ToolCall};
use serde_json::{Value, json};

/// Calls in one record.
const MOST_CALLS: usize = 256;

/// Bytes of the arguments of one call.
const MOST_ARGUMENTS: usize = 8 << 10;

/// Bytes of one record.
const MOST_BYTES: usize = 32 << 10;

/// Bytes of what is said of a failure.
const MOST_WORDS: usize = 2 << 10;

/// The calls below one call of the model.
#[derive(Default)]
pub(super) struct NestedCalls {
    calls: Vec<Value>,
    bytes: usize,
    /// Whether something had no room.
    cut: bool,
}

impl NestedCalls {
    /// A call begins.
    pub(super) fn begin(&mut self, call: &ToolCall) {
        if self.calls.len() >= MOST_CALLS {
            self.cut = true;
            return;
        }
        let mut told = json!({ "id": call.id, "name": call.name, "status": "unfinished" });
        let arguments = json!(call.arguments);
        let size = arguments.to_string().len();
        if size <= MOST_ARGUMENTS && self.bytes + size <= MOST_BYTES {
            told["arguments"] = arguments;
            self.bytes += size;
        } else {
            told["argumentsBytes"] = size.into();
            self.cut = true;
        }
        self.calls.push(told);
    }

    /// A call is over; without an output it was given up.
    pub(super) fn end(&mut self, id: &str, output: Option<&ToolOutput>, time: Duration) {
        let (Some(told), Some(output)) = (self.calls.iter_mut().find(|told| told["id"] == id), output) else { return };
        told["status"] = if output.is_error { "error" } else { "ok" }.into();
        told["durationMs"] = u64::try_from(time.as_millis()).unwrap_or(u64::MAX).into();
        if output.is_error {
            let words = output.content.iter().filter_map(Content::as_text).collect::<Vec<_>>().join("\n");
            let room = words.floor_char_boundary(MOST_WORDS.min(MOST_BYTES.saturating_sub(self.bytes)));
            self.cut |= room < words.len();
            self.bytes += room;
            told["error"] = words.get(..room).unwrap_or_default().into();
        }
    }

    /// The record; nothing when nothing was called.
    pub(super) fn into_json(self) -> Option<Value> {
        (!self.calls.is_empty()).then(|| json!({ "calls": self.calls, "complete": !self.cut }))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn call(id: &str, text: &str) -> ToolCall {
        let arguments = json!({ "text": text }).as_object().cloned().unwrap();
        ToolCall { id: id.to_owned(), name: "read".to_owned(), arguments, ..ToolCall::default() }
    }

    #[test]
    fn what_is_large_is_left_out_and_that_is_said() {
        let mut record = NestedCalls::default();
        record.begin(&call("c/1", "small"));
        record.end("c/1", Some(&ToolOutput::text("fine")), Duration::from_millis(3));
        record.begin(&call("c/2", &"x".repeat(MOST_ARGUMENTS)));
        let told = record.into_json().unwrap();
        assert_eq!(told["complete"], false);
        let small =
            json!({ "id": "c/1", "name": "read", "status": "ok", "arguments": { "text": "small" }, "durationMs": 3 });
        assert_eq!(told["calls"][0], small);
        assert_eq!((&told["calls"][1]["status"], &told["calls"][1]["arguments"]), (&json!("unfinished"), &Value::Null));
        assert_eq!(told["calls"][1]["argumentsBytes"], MOST_ARGUMENTS + 11);
    }

    #[test]
    fn a_failure_is_told_in_its_words_and_calls_beyond_the_most_are_not() {
        let mut record = NestedCalls::default();
        assert_eq!(NestedCalls::default().into_json(), None);
        for at in 0..MOST_CALLS + 1 {
            record.begin(&call(&at.to_string(), ""));
        }
        record.end("0", Some(&ToolOutput { is_error: true, ..ToolOutput::text("no such file") }), Duration::ZERO);
        let told = record.into_json().unwrap();
        assert_eq!((&told["calls"][0]["error"], &told["complete"]), (&json!("no such file"), &json!(false)));
        assert_eq!(told["calls"].as_array().unwrap().len(), MOST_CALLS);
    }
}
