//! Messages in the form of this wire. Results that follow each other are one message.

use std::borrow::Cow;

use pith_types::{AssistantMessage, Content, Message, Model, ThinkingContent, ToolResultMessage, UserContent};
use serde_json::{Value, json};

use crate::apis::bedrock_converse_stream::family::Family;
use crate::normalize::{anthropic_id, split_error_images};

/// Stands for a text that says nothing, which is refused.
const EMPTY: &str = "<empty>";

pub(super) fn encode(messages: &[Message], family: Family, mark: Option<&Value>) -> Value {
    let mut encoder = Encoder { family, out: Vec::new(), results: Vec::new(), images: Vec::new() };
    for message in messages {
        if !matches!(message, Message::ToolResult(_)) {
            encoder.flush_results();
        }
        match message {
            // The prompt stands in a field of its own.
            Message::System(_) => {}
            Message::User(message) => encoder.user(&message.content),
            Message::Assistant(message) => encoder.assistant(message),
            Message::ToolResult(message) => encoder.result(message),
        }
    }
    encoder.flush_results();
    let mut out = encoder.out;
    let last = out.last_mut().filter(|last| last["role"] == "user");
    if let (Some(Value::Array(content)), Some(mark)) = (last.map(|last| &mut last["content"]), mark) {
        content.push(mark.clone());
    }
    Value::Array(out)
}

struct Encoder {
    family: Family,
    out: Vec<Value>,
    /// The present batch of results.
    results: Vec<Value>,
    /// Pictures of failed calls of the batch, each call's with its caption.
    images: Vec<Value>,
}

impl Encoder {
    fn user(&mut self, content: &UserContent) {
        let parts: Vec<Value> = match content {
            UserContent::Text(text) => said(text).into_iter().collect(),
            UserContent::Blocks(blocks) => blocks.iter().filter_map(part).collect(),
        };
        self.out.push(json!({"role": "user", "content": or_empty(parts)}));
    }

    fn assistant(&mut self, message: &AssistantMessage) {
        let blocks: Vec<Value> = message.content.iter().filter_map(|block| self.block(block)).collect();
        if !blocks.is_empty() {
            self.out.push(json!({"role": "assistant", "content": blocks}));
        }
    }

    fn block(&self, block: &Content) -> Option<Value> {
        match block {
            Content::Text(block) => said(&block.text),
            Content::Thinking(block) => self.thinking(block),
            Content::ToolCall(call) => Some(json!({"toolUse": {
                "toolUseId": sanitized(&call.id), "name": call.name, "input": call.arguments}})),
            Content::Image { .. } => None,
        }
    }

    /// Claude's thinking needs its signature; others have none.
    fn thinking(&self, block: &ThinkingContent) -> Option<Value> {
        let signature = block.thinking_signature.as_deref().filter(|signature| !signature.is_empty());
        if block.redacted == Some(true) {
            return signature.map(|data| json!({"reasoningContent": {"redactedContent": data}}));
        }
        if block.thinking.trim().is_empty() {
            return None;
        }
        let text = json!({"text": block.thinking});
        match signature {
            _ if !self.family.is_claude() => Some(json!({"reasoningContent": {"reasoningText": text}})),
            Some(signature) => Some(json!({"reasoningContent": {"reasoningText": {
                "text": block.thinking, "signature": signature}}})),
            None => Some(text),
        }
    }

    fn result(&mut self, message: &ToolResultMessage) {
        // Only Claude takes no pictures in the result of a failed call.
        let split = if self.family.is_claude() { split_error_images(message) } else { None };
        let content = split.as_ref().map_or(&message.content, |split| &split.content);
        let parts = or_empty(content.iter().filter_map(part).collect());
        let status = if message.is_error { "error" } else { "success" };
        self.results.push(json!({"toolResult": {
            "toolUseId": sanitized(&message.tool_call_id), "content": parts, "status": status}}));
        if let Some(split) = split {
            self.images.push(json!({"text": split.caption}));
            self.images.extend(split.images.iter().filter_map(part));
        }
    }

    fn flush_results(&mut self) {
        let mut content = std::mem::take(&mut self.results);
        content.append(&mut self.images);
        if !content.is_empty() {
            self.out.push(json!({"role": "user", "content": content}));
        }
    }
}

fn said(text: &str) -> Option<Value> {
    (!text.trim().is_empty()).then(|| json!({"text": text}))
}

fn or_empty(parts: Vec<Value>) -> Vec<Value> {
    if parts.is_empty() { vec![json!({"text": EMPTY})] } else { parts }
}

/// A text or a picture.
fn part(block: &Content) -> Option<Value> {
    match block {
        Content::Text(block) => said(&block.text),
        Content::Image { data, mime_type } => {
            let format = mime_type.strip_prefix("image/").unwrap_or(mime_type);
            let format = if format == "jpg" { "jpeg" } else { format };
            Some(json!({"image": {"format": format, "source": {"bytes": data}}}))
        }
        Content::Thinking(_) | Content::ToolCall(_) => None,
    }
}

fn sanitized(id: &str) -> Cow<'_, str> {
    anthropic_id(id, &Model::default(), &AssistantMessage::default())
}
