//! Tools and calls in the form that OpenAI's chat completions began with, and that other wires have taken over.

use pith_types::ToolDeclaration;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::constrained::bind;
use crate::ToolChoice;

/// A piece of a call.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct FunctionDelta {
    pub(super) name: Option<String>,
    arguments: Option<Value>,
}

impl FunctionDelta {
    /// The arguments as text; some hosts send the whole object.
    pub(super) fn arguments(&mut self) -> String {
        match self.arguments.take() {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text,
            Some(other) => other.to_string(),
        }
    }
}

/// Which tool is to be called.
pub(super) fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!("auto"),
        ToolChoice::None => json!("none"),
        ToolChoice::Required => json!("required"),
        ToolChoice::Tool(name) => json!({"type": "function", "function": {"name": name}}),
    }
}

/// Adds what declares a tool; where calls can be bound to their schema, whether this one's are.
///
/// # Errors
/// When the tool demands what cannot be said.
pub(super) fn declare(function: &mut Map<String, Value>, tool: &ToolDeclaration, binds: bool) -> Result<(), String> {
    function.insert("name".into(), json!(tool.name));
    function.insert("description".into(), json!(tool.description));
    if binds {
        let bound = bind(tool)?;
        function.insert("parameters".into(), bound.parameters);
        function.insert("strict".into(), json!(bound.strict));
    } else {
        function.insert("parameters".into(), tool.parameters.clone());
    }
    Ok(())
}
