//! Tools and their calls in the form of this wire.

use pith_types::{ToolCall, ToolDeclaration};
use serde_json::{Map, Value, json};

use super::Tools;
use crate::apis::constrained::grammar;
use crate::apis::functions::declare;
use crate::apis::openai_completions::compat::Compat;

/// The declarations; an error says which tool demands what cannot be said.
pub(super) fn encode(tools: &[ToolDeclaration], compat: &Compat) -> Result<Vec<Value>, String> {
    tools.iter().map(|tool| encode_tool(tool, compat)).collect()
}

fn encode_tool(tool: &ToolDeclaration, compat: &Compat) -> Result<Value, String> {
    if compat.supports_grammar_tools
        && let Some(grammar) = grammar(tool)
    {
        return Ok(json!({"type": "custom", "custom": {
            "name": tool.name,
            "description": tool.description,
            "format": {"type": "grammar", "grammar": {"syntax": grammar.syntax, "definition": grammar.definition}},
        }}));
    }
    let mut function = Map::new();
    declare(&mut function, tool, compat.supports_strict_mode)?;
    Ok(json!({"type": "function", "function": function}))
}

/// A call of an earlier answer.
pub(super) fn encode_call(call: &ToolCall, tools: &Tools) -> Value {
    let text = tools.grammar.iter().find(|(tool, _)| *tool == call.name);
    if let Some(Value::String(text)) = text.and_then(|(_, argument)| call.arguments.get(argument)) {
        return json!({"id": call.id, "type": "custom", "custom": {"name": call.name, "input": text}});
    }
    let arguments = serde_json::to_string(&call.arguments).unwrap_or_else(|_| "{}".into());
    json!({"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}})
}
