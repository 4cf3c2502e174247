//! Messages as the turns of this wire.

use pith_types::{AssistantMessage, Content, Message, Model, ToolResultMessage, UserContent};
use serde_json::{Map, Value, json};

use crate::apis::google_generative_ai::family::Family;

const SEE_IMAGE: &str = "(see attached image)";
const IMAGE_CAPTION: &str = "Tool result image:";

/// The turns, without the system prompt.
pub(super) fn encode(messages: &[Message], model: &Model, family: Family<'_>) -> Vec<Value> {
    let mut encoder = Encoder { model, family, turns: Vec::new(), results: Vec::new() };
    for message in messages {
        if !matches!(message, Message::ToolResult(_)) {
            encoder.flush_results();
        }
        match message {
            Message::System(_) => {}
            Message::User(message) => encoder.push("user", user(&message.content)),
            Message::Assistant(message) => encoder.assistant(message),
            Message::ToolResult(message) => encoder.tool_result(message),
        }
    }
    encoder.flush_results();
    encoder.turns
}

struct Encoder<'a> {
    model: &'a Model,
    family: Family<'a>,
    turns: Vec<Value>,
    /// Results that stand side by side are one turn.
    results: Vec<Value>,
}

impl Encoder<'_> {
    fn push(&mut self, role: &str, parts: Vec<Value>) {
        if !parts.is_empty() {
            self.turns.push(json!({"parts": parts, "role": role}));
        }
    }

    fn flush_results(&mut self) {
        let results = std::mem::take(&mut self.results);
        self.push("user", results);
    }

    fn assistant(&mut self, message: &AssistantMessage) {
        let own = message.provider == self.model.provider && message.model == self.model.id;
        let parts = message.content.iter().filter_map(|block| self.answer_part(block, own)).collect();
        self.push("model", parts);
    }

    /// A signature goes back on the part it came with, to the model that made it.
    fn answer_part(&self, block: &Content, own: bool) -> Option<Value> {
        let (mut part, signature) = match block {
            Content::Text(block) => (json!({"text": block.text}), &block.text_signature),
            Content::Thinking(block) => (json!({"text": block.thinking, "thought": true}), &block.thinking_signature),
            Content::ToolCall(call) => {
                let mut function = Map::new();
                function.insert("args".into(), Value::Object(call.arguments.clone()));
                if self.family.has_call_ids() {
                    function.insert("id".into(), json!(call.id));
                }
                function.insert("name".into(), json!(call.name));
                (json!({"functionCall": function}), &call.thought_signature)
            }
            Content::Image { .. } => return None,
        };
        let signature = signature.as_deref().filter(|signature| own && is_base64(signature));
        // An empty text only carries its signature.
        let says_nothing = part.get("text").and_then(Value::as_str).is_some_and(|text| text.trim().is_empty());
        if says_nothing && signature.is_none() {
            return None;
        }
        if let Some(signature) = signature {
            part["thoughtSignature"] = json!(signature);
        }
        Some(part)
    }

    fn tool_result(&mut self, message: &ToolResultMessage) {
        let text = message.content.iter().filter_map(Content::as_text).collect::<Vec<_>>().join("\n");
        let images: Vec<Value> = message.content.iter().filter_map(image).collect();
        let text = if text.is_empty() && !images.is_empty() { SEE_IMAGE.to_owned() } else { text };
        let kind = if message.is_error { "error" } else { "output" };
        let mut response = json!({"name": message.tool_name, "response": {kind: text}});
        let inside = self.family.takes_images_in_results();
        if inside && !images.is_empty() {
            response["parts"] = json!(images);
        }
        if self.family.has_call_ids() {
            response["id"] = json!(message.tool_call_id);
        }
        self.results.push(json!({"functionResponse": response}));
        if !inside && !images.is_empty() {
            self.flush_results();
            let caption = json!({"text": IMAGE_CAPTION});
            self.push("user", std::iter::once(caption).chain(images).collect());
        }
    }
}

fn user(content: &UserContent) -> Vec<Value> {
    match content {
        UserContent::Text(text) => vec![json!({"text": text})],
        UserContent::Blocks(blocks) => {
            let part = |block: &Content| block.as_text().map(|text| json!({"text": text})).or_else(|| image(block));
            blocks.iter().filter_map(part).collect()
        }
    }
}

fn image(block: &Content) -> Option<Value> {
    match block {
        Content::Image { data, mime_type } => Some(json!({"inlineData": {"mimeType": mime_type, "data": data}})),
        Content::Text(_) | Content::Thinking(_) | Content::ToolCall(_) => None,
    }
}

/// What the service would refuse to read is left out.
fn is_base64(text: &str) -> bool {
    let digits = text.trim_end_matches('=');
    let padded = text.len().is_multiple_of(4) && text.len() - digits.len() <= 2;
    padded
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}
