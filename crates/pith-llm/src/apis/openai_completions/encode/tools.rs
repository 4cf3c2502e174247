//! Tools and their calls in the form of this wire.

use pith_types::{ToolCall, ToolDeclaration};
use serde_json::{Map, Value, json};

use super::Tools;
use crate::apis::openai_completions::compat::Compat;
use crate::normalize::strict_schema;

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
    function.insert("name".into(), json!(tool.name));
    function.insert("description".into(), json!(tool.description));
    if compat.supports_strict_mode {
        let strict = strictness(tool).map(|demand| (demand, strict_schema(&tool.parameters)));
        let (parameters, strict) = match strict {
            Some((_, Some(schema))) => (schema, true),
            Some(("require", None)) => {
                return Err(format!(
                    "the tool `{}` demands strict arguments, which its schema cannot be bound to",
                    tool.name
                ));
            }
            _ => (tool.parameters.clone(), false),
        };
        function.insert("parameters".into(), parameters);
        function.insert("strict".into(), json!(strict));
    } else {
        function.insert("parameters".into(), tool.parameters.clone());
    }
    Ok(json!({"type": "function", "function": function}))
}

/// `prefer` or `require`, where the tool wants its arguments bound to its schema.
fn strictness(tool: &ToolDeclaration) -> Option<&str> {
    let sampling = tool.constrained_sampling.as_ref()?;
    if sampling.get("type")?.as_str()? != "json_schema" {
        return None;
    }
    sampling.get("strict")?.as_str()
}

/// A tool whose call is a text of a grammar.
pub(super) struct Grammar<'a> {
    syntax: &'static str,
    definition: &'a str,
    /// The argument that the text stands for.
    pub(super) argument: String,
}

/// The grammar of a tool; only one with a single, required text can have one.
pub(super) fn grammar(tool: &ToolDeclaration) -> Option<Grammar<'_>> {
    let sampling = tool.constrained_sampling.as_ref()?;
    if sampling.get("type")?.as_str()? != "grammar" {
        return None;
    }
    let variants = sampling.get("variants")?;
    let (syntax, definition) = [("lark", "openai_lark"), ("regex", "openai_regex")]
        .into_iter()
        .find_map(|(syntax, key)| Some((syntax, variants.get(key)?.as_str()?)))?;
    let mut properties = tool.parameters.get("properties")?.as_object()?.iter();
    let (Some((name, property)), None) = (properties.next(), properties.next()) else { return None };
    let required = tool.parameters.get("required")?.as_array()?;
    let single = property.get("type")? == "string" && required.iter().eq([name.as_str()]);
    single.then(|| Grammar { syntax, definition, argument: name.clone() })
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
