//! Tools in the form of this wire.

use pith_types::{Model, ToolDeclaration};
use serde_json::{Value, json};

use crate::ToolChoice;
use crate::apis::constrained::bind;

/// The field `toolConfig`; without tools to call there is none.
pub(super) fn config<'a>(
    tools: impl Iterator<Item = &'a ToolDeclaration>,
    model: &Model,
    choice: Option<&ToolChoice>,
) -> Result<Option<Value>, String> {
    let strict = model.compat.as_ref().and_then(|compat| compat.get("supportsStrictMode")) == Some(&json!(true));
    let specs = tools.map(|tool| spec(tool, strict)).collect::<Result<Vec<_>, _>>()?;
    if specs.is_empty() || choice == Some(&ToolChoice::None) {
        return Ok(None);
    }
    let mut config = json!({"tools": specs});
    let choice = match choice {
        None | Some(ToolChoice::None) => None,
        Some(ToolChoice::Auto) => Some(json!({"auto": {}})),
        Some(ToolChoice::Required) => Some(json!({"any": {}})),
        Some(ToolChoice::Tool(name)) => Some(json!({"tool": {"name": name}})),
    };
    if let Some(choice) = choice {
        config["toolChoice"] = choice;
    }
    Ok(Some(config))
}

fn spec(tool: &ToolDeclaration, strict: bool) -> Result<Value, String> {
    let bound = if strict { Some(bind(tool)?).filter(|bound| bound.strict) } else { None };
    let parameters = bound.as_ref().map_or(&tool.parameters, |bound| &bound.parameters);
    let mut spec = json!({"name": tool.name, "inputSchema": {"json": parameters}});
    // An empty description is refused.
    if !tool.description.trim().is_empty() {
        spec["description"] = json!(tool.description);
    }
    if bound.is_some() {
        spec["strict"] = json!(true);
    }
    Ok(json!({"toolSpec": spec}))
}
