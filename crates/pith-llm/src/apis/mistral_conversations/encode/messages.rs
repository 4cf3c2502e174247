//! Messages in the form of this wire.

use pith_types::transcript::system_message_text;
use pith_types::{AssistantMessage, Content, Message, ToolResultMessage, UserContent};
use serde_json::{Value, json};

const NO_OUTPUT: &str = "(no tool output)";
const SEE_IMAGE: &str = "(see attached image)";
/// The wire has no other way to say that a call failed.
const FAILED: &str = "[tool error]";

pub(super) fn encode(messages: &[Message]) -> Vec<Value> {
    messages
        .iter()
        .filter_map(|message| match message {
            Message::System(message) => {
                let text = system_message_text(message);
                (!text.is_empty()).then(|| json!({"role": "system", "content": text}))
            }
            Message::User(message) => user(&message.content),
            Message::Assistant(message) => assistant(message),
            Message::ToolResult(message) => Some(tool_result(message)),
        })
        .collect()
}

fn user(content: &UserContent) -> Option<Value> {
    let content = match content {
        UserContent::Text(text) => json!(text),
        UserContent::Blocks(blocks) => {
            let parts: Vec<Value> = blocks.iter().filter_map(part).collect();
            if parts.is_empty() {
                return None;
            }
            Value::Array(parts)
        }
    };
    Some(json!({"role": "user", "content": content}))
}

fn assistant(message: &AssistantMessage) -> Option<Value> {
    let block = |block: &Content| match block {
        Content::Text(block) if block.text.trim().is_empty() => None,
        Content::Text(_) => part(block),
        Content::Thinking(block) if block.thinking.trim().is_empty() => None,
        Content::Thinking(block) => {
            Some(json!({"type": "thinking", "thinking": [{"type": "text", "text": block.thinking}]}))
        }
        Content::Image { .. } | Content::ToolCall(_) => None,
    };
    let parts: Vec<Value> = message.content.iter().filter_map(block).collect();
    let calls: Vec<Value> = message
        .tool_calls()
        .map(|call| {
            let arguments = serde_json::to_string(&call.arguments).unwrap_or_else(|_| "{}".into());
            let function = json!({"name": call.name, "arguments": arguments});
            json!({"id": call.id, "type": "function", "function": function, "index": 0})
        })
        .collect();
    if parts.is_empty() && calls.is_empty() {
        return None;
    }
    let mut encoded = json!({"role": "assistant", "prefix": false});
    if !parts.is_empty() {
        encoded["content"] = Value::Array(parts);
    }
    if !calls.is_empty() {
        encoded["tool_calls"] = Value::Array(calls);
    }
    Some(encoded)
}

fn tool_result(message: &ToolResultMessage) -> Value {
    let texts: Vec<&str> = message.content.iter().filter_map(Content::as_text).collect();
    let images = message.content.iter().filter(|block| matches!(block, Content::Image { .. }));
    let images: Vec<Value> = images.filter_map(part).collect();
    let joined = texts.join("\n");
    let text = match joined.as_str() {
        "" if !images.is_empty() => SEE_IMAGE,
        "" => NO_OUTPUT,
        text => text,
    };
    let text = if message.is_error { format!("{FAILED} {text}") } else { text.to_owned() };
    let parts: Vec<Value> = std::iter::once(json!({"type": "text", "text": text})).chain(images).collect();
    json!({"role": "tool", "name": message.tool_name, "content": parts, "tool_call_id": message.tool_call_id})
}

fn part(block: &Content) -> Option<Value> {
    match block {
        Content::Text(block) => Some(json!({"type": "text", "text": block.text})),
        Content::Image { data, mime_type } => {
            let url = format!("data:{mime_type};base64,{data}");
            Some(json!({"type": "image_url", "image_url": url}))
        }
        Content::Thinking(_) | Content::ToolCall(_) => None,
    }
}
