//! Mistral's chat: thinking stands in the content, and everything else is as in chat completions.

use serde_json::{Value, json};

use super::{Script, completions};

pub(super) fn bytes(script: &Script<'_>) -> Vec<u8> {
    let deltas: Vec<Value> = script.deltas.iter().map(delta).collect();
    completions::bytes(&Script { deltas: &deltas, ..*script })
}

fn delta(delta: &Value) -> Value {
    match delta["reasoning_content"].as_str() {
        Some(text) => {
            json!({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": text}]}]})
        }
        None => delta.clone(),
    }
}
