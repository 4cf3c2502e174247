//! The arguments of one tool call, from its text (spec/core.md R5.4, R5.7).

use pith_types::parse_json;
use serde_json::{Map, Value};

use super::{IncrementalParser, repair_json};

/// The arguments of a complete call.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ParsedArguments {
    /// The arguments; empty when there is an error.
    pub arguments: Map<String, Value>,
    /// Why the text was no JSON object, with the text itself, for the model to read.
    pub error: Option<String>,
}

/// Parses the complete argument text of a call. Blank text means no arguments; text that is wrong as a whole is not
/// salvaged in parts, since half an edit is worse than none.
pub fn parse_tool_call_arguments(text: &str) -> ParsedArguments {
    if text.trim().is_empty() {
        return ParsedArguments::default();
    }
    let reason = match parse_json(text).or_else(|error| parse_json(&repair_json(text)).map_err(|_| error)) {
        Ok(Value::Object(arguments)) => return ParsedArguments { arguments, error: None },
        Ok(other) => format!("the arguments must be a JSON object, not {}", kind(&other)),
        Err(error) => format!("the arguments are not valid JSON: {error}"),
    };
    ParsedArguments { arguments: Map::new(), error: Some(format!("{reason}\n\nReceived:\n{text}")) }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// The growing argument text of one call, with the arguments as far as they came.
#[derive(Debug, Clone, Default)]
pub struct ArgumentsStream {
    text: String,
    parser: IncrementalParser,
    arguments: Map<String, Value>,
}

impl ArgumentsStream {
    /// Takes in the next piece.
    pub fn append(&mut self, piece: &str) {
        self.text.push_str(piece);
        self.parser.grow(&mut self.arguments, piece);
    }

    /// Takes in the whole text, from a server that sends it again. Gives the piece that was missing when the text goes on
    /// from what came before; else starts over and gives nothing.
    pub fn replace(&mut self, text: &str) -> Option<String> {
        if let Some(missing) = text.strip_prefix(self.text.as_str()) {
            self.append(missing);
            return Some(missing.to_owned());
        }
        *self = Self::default();
        self.append(text);
        None
    }

    /// The arguments as far as they came; empty while the text is no object.
    pub fn arguments(&self) -> &Map<String, Value> {
        &self.arguments
    }

    /// The text so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The final parse.
    pub fn finish(&self) -> ParsedArguments {
        parse_tool_call_arguments(&self.text)
    }
}
