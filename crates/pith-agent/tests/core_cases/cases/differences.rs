//! Where ours differs on purpose from what was recorded, though it is not marked as a fault: what is right instead. Each
//! has its row in `docs/pi-map.md`.

use serde_json::{Value, json};

/// The recorded outcome as it is to be here.
pub(super) fn ours(op: &str, expected: &Value) -> Value {
    let mut expected = expected.clone();
    match op {
        "transformMessages" => expected = only_answers(&expected),
        "createInitialSystemMessage" | "normalizeContext" => only_declarations(&mut expected),
        // There is one way to each wire, so there is nothing to choose.
        "agentDefaults" => {
            expected.as_object_mut().map(|fields| fields.shift_remove("transport"));
        }
        _ => {}
    }
    expected
}

/// A result is sent only with the call that it answers, and once: providers refuse the rest.
fn only_answers(expected: &Value) -> Value {
    let Some(messages) = expected.as_array() else { return expected.clone() };
    let mut open: Vec<Value> = Vec::new();
    let mut kept = Vec::new();
    for message in messages {
        match message["role"].as_str() {
            Some("toolResult") => {
                let Some(at) = open.iter().position(|id| *id == message["toolCallId"]) else { continue };
                open.remove(at);
            }
            Some("system") => {}
            _ => {
                let blocks = message["content"].as_array().into_iter().flatten();
                open = blocks.filter(|block| block["type"] == "toolCall").map(|block| block["id"].clone()).collect();
            }
        }
        kept.push(message.clone());
    }
    Value::Array(kept)
}

/// A declaration has no place for the fields of an executable tool, so none can slip into a transcript.
fn only_declarations(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::Array(tools) if name == "toolsAdded" => tools.iter_mut().for_each(declared),
                    member => only_declarations(member),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(only_declarations),
        _ => {}
    }
}

fn declared(tool: &mut Value) {
    const FIELDS: [&str; 4] = ["name", "description", "parameters", "constrainedSampling"];
    if let Some(fields) = tool.as_object_mut() {
        fields.retain(|name, _| FIELDS.contains(&name.as_str()));
    }
}

/// Whether some section is named like a number: JavaScript puts those first, an ordered map keeps them in their place.
pub(super) fn numbered_sections(input: &Value) -> bool {
    let number = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    match input {
        Value::Object(members) => members.iter().any(|(name, value)| match value {
            Value::Object(sections) if name == "sections" => sections.keys().any(|name| number(name)),
            value => numbered_sections(value),
        }),
        Value::Array(items) => items.iter().any(numbered_sections),
        _ => false,
    }
}

/// The same, with paragraphs in an order that does not depend on names.
pub(super) fn sort_paragraphs(value: &mut Value) {
    match value {
        Value::String(text) => {
            let mut paragraphs: Vec<&str> = text.split("\n\n").collect();
            paragraphs.sort_unstable();
            *value = json!(paragraphs);
        }
        Value::Array(items) => items.iter_mut().for_each(sort_paragraphs),
        Value::Object(members) => members.values_mut().for_each(sort_paragraphs),
        _ => {}
    }
}
