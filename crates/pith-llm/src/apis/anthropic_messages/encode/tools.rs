//! Tools in the form of this wire: those of the request, and their changes within the conversation.

use pith_types::transcript::{PromptState, ToolSupport, resolve_transcript_tools};
use pith_types::{Message, SystemMessage, ToolDeclaration};
use serde_json::{Map, Value, json};

use super::cache::Marks;
use crate::apis::anthropic_messages::compat::Compat;
use crate::apis::constrained::bind_where;

/// Stands at the end of the tools where they may change in the conversation: with it the list looks the same before and
/// after the first change, and what was cached of it stays.
const PLACEHOLDER: &str = "__pi_deferred_placeholder__";

/// The parts of a schema that are sent unless it binds the arguments.
const SCHEMA_PARTS: [&str; 6] = ["type", "properties", "required", "additionalProperties", "$defs", "definitions"];

/// Keywords that a schema must not have for the service to bind arguments to it.
const UNBINDABLE: [&str; 9] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "maxItems",
    "uniqueItems",
    "minProperties",
    "maxProperties",
];

/// Formats of texts that the service knows.
const FORMATS: [&str; 10] =
    ["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"];

pub(super) struct Tools {
    /// Those that the request itself holds.
    head: Vec<ToolDeclaration>,
    /// Later changes stand in the conversation.
    pub(super) changes: bool,
}

impl Tools {
    pub(super) fn of(messages: &[Message], compat: &Compat) -> Result<Self, String> {
        let base = messages.first().and_then(Message::as_system).filter(|_| compat.tool_changes);
        if let Some(base) = base {
            let mut state = PromptState::default();
            state.apply(base);
            let head: Vec<ToolDeclaration> = state.tools().values().cloned().collect();
            if !head.is_empty() {
                return Ok(Self { head, changes: true });
            }
        }
        let head = resolve_transcript_tools(messages, ToolSupport::None).request_tools;
        Ok(Self { head, changes: false })
    }

    pub(super) fn any(&self) -> bool {
        !self.head.is_empty()
    }

    /// The field `tools`.
    pub(super) fn declared(&self, compat: &Compat, marks: &Marks) -> Result<Vec<Value>, String> {
        let mut declared = self.head.iter().map(|tool| definition(tool, compat)).collect::<Result<Vec<_>, _>>()?;
        if let Some(last) = declared.last_mut().filter(|_| compat.marks_tools) {
            marks.put(last);
        }
        if self.changes {
            declared.push(json!({
                "name": PLACEHOLDER,
                "description": "Reserved placeholder. Never available. Never call this.",
                "input_schema": {"type": "object", "properties": {}, "required": []},
                "defer_loading": true,
            }));
        }
        Ok(declared)
    }

    /// The blocks that say what a later system message changes.
    pub(super) fn change_blocks(&self, message: &SystemMessage, compat: &Compat) -> Result<Vec<Value>, String> {
        if !self.changes {
            return Ok(Vec::new());
        }
        let removed = message
            .tools_removed
            .iter()
            .flatten()
            .map(|tool| Ok(json!({"type": "tool_removal", "tool": {"type": "tool_reference", "name": tool.name}})));
        let added = message.tools_added.iter().flatten().map(|tool| {
            let definition = definition(tool, compat)?;
            Ok(json!({"type": "tool_addition", "tool": {"type": "tool_definition", "definition": definition}}))
        });
        removed.chain(added).collect()
    }
}

fn definition(tool: &ToolDeclaration, compat: &Compat) -> Result<Value, String> {
    let mut definition = Map::new();
    definition.insert("name".into(), json!(tool.name));
    definition.insert("description".into(), json!(tool.description));
    if compat.eager_tool_input {
        definition.insert("eager_input_streaming".into(), json!(true));
    }
    let bound = if compat.strict_tools { Some(bind_where(tool, is_bindable)?) } else { None };
    let schema = match bound {
        Some(bound) if bound.strict => {
            definition.insert("strict".into(), json!(true));
            bound.parameters
        }
        _ => plain_schema(&tool.parameters),
    };
    definition.insert("input_schema".into(), schema);
    Ok(Value::Object(definition))
}

fn plain_schema(schema: &Value) -> Value {
    let mut plain = Map::new();
    for part in SCHEMA_PARTS {
        let usual = || match part {
            "type" => Some(json!("object")),
            "properties" => Some(json!({})),
            "required" => Some(json!([])),
            _ => None,
        };
        if let Some(value) = schema.get(part).cloned().or_else(usual) {
            plain.insert(part.to_owned(), value);
        }
    }
    Value::Object(plain)
}

/// Whether the service can bind arguments to a strict schema.
fn is_bindable(schema: &Value) -> bool {
    let Some(keywords) = schema.as_object() else { return true };
    let known_format = |format: &Value| format.as_str().is_some_and(|format| FORMATS.contains(&format));
    if UNBINDABLE.iter().any(|keyword| keywords.contains_key(*keyword))
        || keywords.get("minItems").and_then(Value::as_u64).is_some_and(|least| least > 1)
        || !keywords.get("format").is_none_or(known_format)
    {
        return false;
    }
    let properties = keywords.get("properties").and_then(Value::as_object).into_iter().flat_map(|all| all.values());
    let branches = keywords.get("anyOf").and_then(Value::as_array).into_iter().flatten();
    properties.chain(branches).chain(keywords.get("items")).all(is_bindable)
}
