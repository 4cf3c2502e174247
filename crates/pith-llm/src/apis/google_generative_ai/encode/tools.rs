//! Tools in the form of this wire.

use pith_types::ToolDeclaration;
use serde_json::{Map, Value, json};

use crate::ToolChoice;
use crate::apis::constrained::bind;
use crate::apis::google_generative_ai::family::Family;

pub(super) struct Declared {
    pub(super) functions: Vec<Value>,
    /// Decoding is bound to the schema of at least one.
    pub(super) any_bound: bool,
}

/// The declarations; an error says which tool demands what cannot be said.
pub(super) fn encode(tools: &[ToolDeclaration], family: Family<'_>) -> Result<Declared, String> {
    let mut declared = Declared { functions: Vec::new(), any_bound: false };
    for tool in tools {
        let parameters = if family.binds_arguments() {
            let bound = bind(tool)?;
            declared.any_bound |= bound.strict;
            bound.parameters
        } else {
            tool.parameters.clone()
        };
        declared.functions.push(json!({
            "name": tool.name,
            "description": tool.description,
            "parametersJsonSchema": without_const(&parameters),
        }));
    }
    Ok(declared)
}

/// The service passes over `const`; a list of one value says the same.
fn without_const(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let field = |(key, value): (&String, &Value)| match value {
                Value::String(_) | Value::Number(_) if key == "const" => ("enum".to_owned(), json!([value])),
                _ => (key.clone(), without_const(value)),
            };
            Value::Object(fields.iter().map(field).collect::<Map<_, _>>())
        }
        Value::Array(items) => items.iter().map(without_const).collect(),
        other => other.clone(),
    }
}

/// Whether and what may be called; nothing to say when that is up to the model.
pub(super) fn mode(choice: Option<&ToolChoice>, any_bound: bool) -> Option<Value> {
    match choice {
        Some(ToolChoice::None) => Some(json!({"mode": "NONE"})),
        Some(ToolChoice::Tool(name)) => Some(json!({"mode": "ANY", "allowedFunctionNames": [name]})),
        Some(ToolChoice::Required) => Some(json!({"mode": "ANY"})),
        Some(ToolChoice::Auto) | None if any_bound => Some(json!({"mode": "VALIDATED"})),
        Some(ToolChoice::Auto) => Some(json!({"mode": "AUTO"})),
        None => None,
    }
}
