//! What extensions show in their own way: which of it they have registered, and how it is asked for.

use pith_app::extension::Exhibit;
use serde_json::{Value, json};

use super::registered::Registered;

/// Whether this is registered to be shown.
pub(super) fn has(registered: &Registered, exhibit: &Exhibit) -> bool {
    let renders = |kind: &str, name: &str| registered.renderers.iter().any(|(k, n)| k == kind && n == name);
    let tool = |name: &str, flag: &str| {
        let own = registered.tools.iter().find(|tool| tool.name == name);
        renders("tool", "*") || own.is_some_and(|tool| tool.rest.get(flag) == Some(&Value::Bool(true)))
    };
    let kind_of = |value: &Value| value.get("customType").and_then(Value::as_str).unwrap_or_default().to_owned();
    match exhibit {
        Exhibit::ToolCall { tool: name, .. } => tool(name, "rendersCall"),
        Exhibit::ToolResult { tool: name, .. } => tool(name, "rendersResult"),
        Exhibit::Message(message) => renders("message", &kind_of(message)),
        Exhibit::Entry(entry) => renders("entry", &kind_of(entry)),
    }
}

/// As JavaScript is told.
pub(super) fn told(exhibit: &Exhibit) -> Value {
    match exhibit {
        Exhibit::ToolCall { call_id, tool, arguments, partial } => {
            json!({ "kind": "call", "callId": call_id, "tool": tool, "args": arguments, "partial": partial })
        }
        Exhibit::ToolResult { call_id, tool, arguments, result, partial, is_error, duration_ms } => json!({
            "kind": "result",
            "callId": call_id,
            "tool": tool,
            "args": arguments,
            "result": result,
            "partial": partial,
            "isError": is_error,
            "durationMs": duration_ms,
        }),
        Exhibit::Message(message) => json!({ "kind": "message", "message": message }),
        Exhibit::Entry(entry) => json!({ "kind": "entry", "entry": entry }),
    }
}
