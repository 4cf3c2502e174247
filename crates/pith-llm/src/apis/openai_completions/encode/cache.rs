//! Marks for hosts that cache up to them: Anthropic's models behind OpenRouter (spec/providers.md 3.2.4). On the prompt, the
//! last tool, and the last text of the conversation.

use serde_json::{Value, json};

use crate::CacheRetention;
use crate::apis::openai_completions::compat::Compat;

pub(super) fn mark(messages: &mut [Value], tools: &mut [Value], retention: CacheRetention, compat: &Compat) {
    let mark = match retention {
        CacheRetention::None => return,
        CacheRetention::Long if compat.supports_long_cache_retention => json!({"type": "ephemeral", "ttl": "1h"}),
        CacheRetention::Short | CacheRetention::Long => json!({"type": "ephemeral"}),
    };
    let is_prompt = |message: &&mut Value| matches!(message["role"].as_str(), Some("system" | "developer"));
    if let Some(prompt) = messages.iter_mut().find(is_prompt) {
        mark_last_text(prompt, &mark);
    }
    if let Some(tool) = tools.last_mut() {
        tool["cache_control"] = mark.clone();
    }
    for message in messages.iter_mut().rev() {
        if matches!(message["role"].as_str(), Some("user" | "assistant")) && mark_last_text(message, &mark) {
            break;
        }
    }
}

/// Puts the mark on the last text of a message; whether it has one.
fn mark_last_text(message: &mut Value, mark: &Value) -> bool {
    match message.get_mut("content") {
        Some(content @ Value::String(_)) if content != "" => {
            let text = content.take();
            *content = json!([{"type": "text", "text": text, "cache_control": mark}]);
            true
        }
        Some(Value::Array(parts)) => match parts.iter_mut().rfind(|part| part["type"] == "text") {
            Some(part) => {
                part["cache_control"] = mark.clone();
                true
            }
            None => false,
        },
        _ => false,
    }
}
