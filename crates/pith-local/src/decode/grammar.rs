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
            let known = bound && parameters.as_object().is_some_and(|schema| !schema.is_empty());
            let arguments = if known { closed(parameters) } else { json!({"type": "object"}) };
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
    let Value::Object(fields) = schema else { return schema.clone() };
    let each = |value: &Value| match value {
        Value::Object(named) => {
            Value::Object(named.iter().map(|(name, inner)| (name.clone(), closed(inner))).collect())
        }
        other => other.clone(),
    };
    let mut out: Map<String, Value> = fields
        .iter()
        .map(|(keyword, value)| {
            let inner = match (keyword.as_str(), value) {
                // Here keys are names of the tool's own, not keywords.
                ("properties" | "patternProperties" | "$defs" | "definitions", _) => each(value),
                ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(items)) => {
                    items.iter().map(closed).collect()
                }
                ("items" | "additionalProperties", _) => closed(value),
                _ => value.clone(),
            };
            (keyword.clone(), inner)
        })
        .collect();
    let named = fields.get("properties").is_some_and(Value::is_object);
    if named && !fields.contains_key("additionalProperties") {
        out.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
    Value::Object(out)
}
