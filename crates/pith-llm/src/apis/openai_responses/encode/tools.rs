//! Tools in the form of this wire: in the request, or as items of the conversation.

use pith_types::ToolDeclaration;
use serde_json::{Map, Value, json};

use crate::apis::constrained::grammar;
use crate::apis::functions::declare;
use crate::apis::openai_responses::compat::Compat;
use crate::normalize::short_hash;

/// Tells the model how the tools of an item go with those it has.
const UPDATE: &str = "The tools that follow are added to those you have. \
    A tool that you had under the same name is replaced by the one that follows.";

/// The declarations; an error says which tool demands what cannot be said.
pub(super) fn encode(tools: &[ToolDeclaration], compat: &Compat) -> Result<Vec<Value>, String> {
    tools.iter().map(|tool| encode_tool(tool, compat)).collect()
}

fn encode_tool(tool: &ToolDeclaration, compat: &Compat) -> Result<Value, String> {
    if compat.supports_grammar_tools
        && let Some(grammar) = grammar(tool)
    {
        return Ok(json!({
            "type": "custom",
            "name": tool.name,
            "description": tool.description,
            "format": {"type": "grammar", "syntax": grammar.syntax, "definition": grammar.definition},
        }));
    }
    let mut function = Map::new();
    function.insert("type".into(), json!("function"));
    declare(&mut function, tool, compat.supports_strict_mode)?;
    Ok(Value::Object(function))
}

/// The item that declares tools.
pub(super) fn additional(tools: Vec<Value>) -> Value {
    json!({"type": "additional_tools", "role": "developer", "tools": tools})
}

/// What is said before tools are added to others. `gone` are those that were taken away and stay so.
pub(super) fn announcement(gone: &[String]) -> String {
    if gone.is_empty() {
        return UPDATE.to_owned();
    }
    format!("{UPDATE}\nThese stay unavailable: {}.", gone.join(", "))
}

/// What is said of tools that are taken away.
pub(super) fn removal(names: &[&str]) -> String {
    let list: String = names.iter().map(|name| format!("\n- {name}")).collect();
    format!("These tools are no longer available; do not call them:{list}")
}

/// The pair of items that declares tools as the outcome of a search.
pub(super) fn searched(names: &[&str], mut tools: Vec<Value>) -> [Value; 2] {
    let query = names.join(" ");
    let id = format!("tool_load_{}", short_hash(&query));
    for tool in &mut tools {
        tool["defer_loading"] = json!(true);
    }
    let arguments = json!({"query": query, "limit": tools.len()});
    let item = |kind: &str| json!({"type": kind, "call_id": id, "execution": "client", "status": "completed"});
    let (mut call, mut output) = (item("tool_search_call"), item("tool_search_output"));
    call["arguments"] = arguments;
    output["tools"] = Value::Array(tools);
    [call, output]
}
