//! Tools: whole for decoding, short for the model.

use std::sync::LazyLock;

use pith_types::ToolDeclaration;
use serde_json::{Map, Value, json};

/// Short descriptions of well-known tools.
const KNOWN: &str = include_str!("tools.json");
/// Longest description of any other tool, in characters.
const LONGEST: usize = 200;

/// Well-known tools that replace parts of a file.
const REPLACING: [&str; 1] = ["edit"];

static SHORT: LazyLock<Map<String, Value>> = LazyLock::new(|| serde_json::from_str(KNOWN).unwrap_or_default());

/// The declaration as the payload holds it.
pub(super) fn declaration(tool: &ToolDeclaration) -> Value {
    json!({
        "type": "function",
        "function": {"name": tool.name, "description": tool.description, "parameters": tool.parameters},
    })
}

/// What the tool of a declaration is called.
pub(super) fn name(declaration: &Value) -> Option<&str> {
    declaration.pointer("/function/name").and_then(Value::as_str)
}

/// Whether a tool puts text into the place of text that is already there.
pub(super) fn replaces(declaration: &Value) -> bool {
    name(declaration).is_some_and(|name| REPLACING.contains(&name))
}

/// The declaration as the model is shown it: a sentence, and the parameters it must give.
pub(super) fn shown(declaration: &Value) -> Value {
    let function = declaration.get("function").unwrap_or(&Value::Null);
    let name = function.get("name").and_then(Value::as_str).unwrap_or_default();
    let description = SHORT.get(name).and_then(Value::as_str).map_or_else(
        || sentence(function.get("description").and_then(Value::as_str).unwrap_or_default()),
        str::to_owned,
    );
    let parameters = function.get("parameters").map_or_else(|| json!({}), |schema| slim(schema, true));
    json!({
        "type": "function",
        "function": {"name": name, "description": description, "parameters": parameters},
    })
}

/// The first sentence, cut where it is too long.
fn sentence(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = text.find(". ").map_or(text.len(), |at| at + 1);
    text.chars().take(LONGEST.min(text.get(..end).map_or(LONGEST, |first| first.chars().count()))).collect()
}

/// A schema without what a small model does not need: optional parameters at the top, and notes on the schema itself.
fn slim(schema: &Value, top: bool) -> Value {
    let Value::Object(fields) = schema else { return schema.clone() };
    let required: Vec<&str> =
        fields.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let mut out = Map::new();
    for (name, value) in fields {
        let value = match name.as_str() {
            "$schema" | "additionalProperties" | "title" | "default" | "examples" => continue,
            "description" => Value::String(sentence(value.as_str().unwrap_or_default())),
            "properties" => {
                let known = value.as_object().into_iter().flatten();
                let needed = known.filter(|(name, _)| !top || required.is_empty() || required.contains(&name.as_str()));
                needed.map(|(name, schema)| (name.clone(), slim(schema, false))).collect::<Map<_, _>>().into()
            }
            "items" => slim(value, false),
            _ => value.clone(),
        };
        out.insert(name.clone(), value);
    }
    Value::Object(out)
}
