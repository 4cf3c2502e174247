//! What a call may look like: one of the declared names, with arguments of that tool's schema.

use llguidance::{Matcher, api::TopLevelGrammar};
use serde_json::{Map, Value, json};

use crate::{LocalError, tokens::Vocabulary};

/// The declared tools, as decoding needs them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tools {
    /// Name and schema of the arguments.
    tools: Vec<(String, Value)>,
}

impl Tools {
    /// Reads the payload's declarations; what has no name is left out.
    pub(crate) fn new(declarations: &[Value]) -> Self {
        let tool = |declaration: &Value| {
            let function = declaration.get("function")?;
            let name = function.get("name")?.as_str()?;
            Some((name.to_owned(), function.get("parameters").cloned().unwrap_or_else(|| json!({}))))
        };
        Self { tools: declarations.iter().filter_map(tool).collect() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    /// Follows one call from its first byte.
    ///
    /// # Errors
    /// When no grammar can be made of the names.
    pub(crate) fn matcher(&self, vocabulary: &Vocabulary) -> Result<Matcher, LocalError> {
        let factory = vocabulary.grammars()?;
        let bound = factory.create_parser(call_of(&self.schema(true)));
        // A schema that the grammar compiler does not know must not cost the tool.
        let parser = match bound {
            Ok(parser) => Ok(parser),
            Err(_) => factory.create_parser(call_of(&self.schema(false))),
        };
        parser.map(|parser| Matcher::new(Ok(parser))).map_err(|error| LocalError::Compute { reason: error.to_string() })
    }

    /// The schema of a call. White space is fixed, since a small model else writes it without end.
    fn schema(&self, bound: bool) -> Value {
        let call = |(name, parameters): &(String, Value)| {
            let arguments = if bound { closed(parameters) } else { json!({"type": "object"}) };
            json!({
                "type": "object",
                "properties": {"name": {"const": name}, "arguments": arguments},
                "required": ["name", "arguments"],
                "additionalProperties": false,
            })
        };
        json!({
            "x-guidance": {"whitespace_flexible": false, "item_separator": ", ", "key_separator": ": "},
            "anyOf": self.tools.iter().map(call).collect::<Vec<_>>(),
        })
    }
}

/// A call and one line break. Many vocabularies have a token for the call's end with the line break that follows it
/// there in the template; a model that is refused this token does not end the call, but goes on in its last string.
fn call_of(schema: &Value) -> TopLevelGrammar {
    TopLevelGrammar::from_lark(format!("start: call \"\\n\"?\ncall: %json {schema}\n"))
}

/// The schema with every object closed against properties that it does not name, unless it says otherwise.
fn closed(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let mut out: Map<String, Value> = fields
                .iter()
                .map(|(name, value)| {
                    (name.clone(), if name == "enum" || name == "const" { value.clone() } else { closed(value) })
                })
                .collect();
            let named = fields.get("properties").is_some_and(Value::is_object);
            if named && !fields.contains_key("additionalProperties") {
                out.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
            if out.is_empty() {
                out.insert("type".to_owned(), json!("object"));
            }
            Value::Object(out)
        }
        Value::Array(items) => items.iter().map(closed).collect(),
        other => other.clone(),
    }
}
