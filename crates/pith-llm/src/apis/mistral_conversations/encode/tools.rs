//! Tools in the form of this wire.

use pith_types::{Model, ToolDeclaration};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::apis::constrained::{Bound, bind};
use crate::apis::flags::flags;

/// The keys of `compat`.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Flags {
    supports_strict_mode: Option<bool>,
}

/// The declarations; an error says which tool demands what cannot be said.
pub(super) fn encode(tools: &[ToolDeclaration], model: &Model) -> Result<Vec<Value>, String> {
    let binds = flags::<Flags>(model).supports_strict_mode.unwrap_or(false);
    let encode = |tool: &ToolDeclaration| {
        let bound = if binds { bind(tool)? } else { Bound { parameters: tool.parameters.clone(), strict: false } };
        let (name, description) = (&tool.name, &tool.description);
        let function = json!({
            "name": name,
            "description": description,
            "parameters": bound.parameters,
            "strict": bound.strict,
        });
        Ok(json!({"type": "function", "function": function}))
    };
    tools.iter().map(encode).collect()
}
