//! Marks up to which the server keeps the prompt: on the system block, the last tool, and the end of the conversation
//! (spec/providers.md 3.1). The service takes four; these are three.

use serde_json::{Value, json};

use crate::CacheRetention;
use crate::apis::anthropic_messages::compat::Compat;

pub(super) struct Marks(Option<Value>);

impl Marks {
    pub(super) fn of(retention: CacheRetention, compat: &Compat) -> Self {
        Self(match retention {
            CacheRetention::None => None,
            CacheRetention::Long if compat.long_cache_retention => Some(json!({"type": "ephemeral", "ttl": "1h"})),
            CacheRetention::Short | CacheRetention::Long => Some(json!({"type": "ephemeral"})),
        })
    }

    /// Marks a block.
    pub(super) fn put(&self, block: &mut Value) {
        if let Some(mark) = &self.0 {
            block["cache_control"] = mark.clone();
        }
    }

    /// Marks the end of the conversation: what the model said itself takes no mark.
    pub(super) fn put_at_end(&self, messages: &mut [Value]) {
        let Some(mark) = &self.0 else { return };
        let Some(last) = messages.last_mut().filter(|last| last["role"] != "assistant") else { return };
        match &mut last["content"] {
            content @ Value::String(_) => {
                let text = content.take();
                *content = json!([{"type": "text", "text": text, "cache_control": mark}]);
            }
            Value::Array(blocks) => {
                if let Some(block) = blocks.last_mut() {
                    block["cache_control"] = mark.clone();
                }
            }
            _ => {}
        }
    }
}
