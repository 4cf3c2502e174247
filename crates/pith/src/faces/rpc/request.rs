//! A line → what it asks for, or the answer that says why it cannot be followed. Pure.

use serde_json::{Map, Value};

use super::commands::{self, RpcCommand};
use super::fields::kind;
use super::id::Id;
use super::response::Response;

/// What a line of the client is.
#[derive(Debug)]
pub(super) enum Request {
    /// A command, with its fields.
    Command {
        /// Which.
        command: &'static RpcCommand,
        /// As the client named it; repeated in the answer.
        id: Option<Id>,
        /// All of the line.
        fields: Map<String, Value>,
    },
    /// What the person said in a dialog.
    Dialog(Map<String, Value>),
}

/// Reads a line.
///
/// # Errors
/// The error is the answer: the line is no JSON, no object, or asks for nothing known.
pub(super) fn read(line: &[u8]) -> Result<Request, Box<Response>> {
    let parsed = |error| Box::new(Response::failed(None, "parse", format!("the line is not JSON: {error}")));
    let value: Value = serde_json::from_slice(line).map_err(parsed)?;
    let Value::Object(fields) = value else {
        let told = format!("the line is {}; expected an object with `type`", kind(&value));
        return Err(Response::failed(None, "parse", told).into());
    };
    let id = Id::of(line, &fields);
    match fields.get("type") {
        None => Err(Response::failed(id, "parse", "field `type` is missing").into()),
        Some(Value::String(name)) if name == "extension_ui_response" => Ok(Request::Dialog(fields)),
        Some(Value::String(name)) => match commands::find(name) {
            Some(command) => Ok(Request::Command { command, id, fields }),
            None => Err(Response::failed(id, name, unknown(name)).into()),
        },
        Some(other) => {
            Err(Response::failed(id, "parse", format!("field `type` is {}; expected a string", kind(other))).into())
        }
    }
}

fn unknown(name: &str) -> String {
    let near = commands::nearest(name).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    format!("unknown command `{name}`{near}")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn refused(line: &str) -> String {
        String::from_utf8(read(line.as_bytes()).unwrap_err().line()).unwrap()
    }

    #[test]
    fn any_json_value_that_is_no_command_is_answered() {
        for line in ["null", "1", "\"x\"", "[{}]", "true"] {
            assert!(
                refused(line).starts_with("{\"type\":\"response\",\"command\":\"parse\",\"success\":false,"),
                "{line}"
            );
        }
        assert!(refused("null").contains("the line is null; expected an object"));
        assert!(refused("not json").contains("the line is not JSON"));
        assert!(refused("").contains("not JSON"));
        assert!(read(b"\xff\xfe").is_err());
    }

    #[test]
    fn the_id_comes_back_as_it_was_given() {
        assert!(refused("{\"id\":{\"x\":1}}").starts_with("{\"id\":{\"x\":1},"));
        assert!(refused("{\"id\":7,\"type\":5}").starts_with("{\"id\":7,"));
        assert!(
            refused("{\"id\":123456789012345678901234567890.10,\"type\":5}")
                .starts_with("{\"id\":123456789012345678901234567890.10,")
        );
        assert!(refused("{\"id\":18446744073709551616,\"type\":\"x\"}").starts_with("{\"id\":18446744073709551616,"));
        assert!(refused("{\"id\":1,\"id\":2,\"type\":5}").starts_with("{\"id\":2,"));
        assert!(refused("{\"id\":null,\"type\":\"nope\"}").contains("\"command\":\"nope\""));
    }

    #[test]
    fn a_mistyped_command_is_told_what_was_probably_meant() {
        assert!(refused("{\"type\":\"get_sate\"}").contains("did you mean `get_state`?"));
    }
}
