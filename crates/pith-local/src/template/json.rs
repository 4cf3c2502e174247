//! JSON as the templates' authors have it: Python writes a space after each comma and colon.

use std::io;

use serde::Serialize;
use serde_json::{
    Value,
    ser::{Formatter, Serializer},
};

struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

/// The value on one line, with spaces.
pub(crate) fn spaced(value: &Value) -> String {
    let mut bytes = Vec::new();
    // Writing into memory does not fail, and a JSON value has only text keys.
    let _ = value.serialize(&mut Serializer::with_formatter(&mut bytes, Spaced));
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_spaced_as_python_writes_it() {
        let value = serde_json::json!({"b": [1, "x\n"], "a": {}});
        assert_eq!(spaced(&value), r#"{"b": [1, "x\n"], "a": {}}"#);
    }
}
