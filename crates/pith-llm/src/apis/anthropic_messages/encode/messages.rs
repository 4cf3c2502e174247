//! Messages in the form of this wire.
//!
//! System messages wait until just before the next answer, or the end: the wire takes them there only. Those that were at
//! the end of a request already keep that place, also when its answer came to nothing: else what the server keeps of the
//! conversation would be lost. Results that follow each other are one message.

use std::{collections::HashSet, sync::Arc};

use pith_types::transcript::render_system_update;
use pith_types::{
    AssistantMessage, Content, Message, Model, StopReason, SystemMessage, ThinkingContent, ToolResultMessage,
    UserContent,
};
use serde_json::{Map, Value, json};

use super::{cache::Marks, thinking::Thinking, tools::Tools};
use crate::apis::anthropic_messages::compat::Compat;
use crate::normalize::{anthropic_id, split_error_images};

const SEE_IMAGE: &str = "(see attached image)";

/// System messages that stood at the end of a request whose answer is not in the transcript any more.
pub(super) struct Sent(HashSet<*const SystemMessage>);

impl Sent {
    /// Of a whole transcript: failed answers tell where requests ended.
    pub(super) fn of(messages: &[Message]) -> Self {
        let (mut sent, mut waiting) = (HashSet::new(), Vec::new());
        for message in messages {
            match message {
                Message::System(message) => waiting.push(Arc::as_ptr(message)),
                Message::Assistant(answer) => {
                    let failed = matches!(answer.stop_reason, StopReason::Error | StopReason::Aborted);
                    sent.extend(waiting.drain(..).filter(|_| failed));
                }
                Message::User(_) | Message::ToolResult(_) => {}
            }
        }
        Self(sent)
    }
}

pub(super) fn encode(
    messages: &[Message],
    model: &Model,
    compat: &Compat,
    tools: &Tools,
    thinking: &Thinking,
    marks: &Marks,
    sent: &Sent,
) -> Result<Value, String> {
    let effort = thinking.noted_effort(compat);
    let history = effort.is_some();
    let mut encoder = Encoder {
        model,
        compat,
        tools,
        history,
        out: Vec::new(),
        held: Vec::new(),
        settled: false,
        results: Vec::new(),
        images: Vec::new(),
    };
    for (index, message) in messages.iter().enumerate() {
        if !matches!(message, Message::ToolResult(_)) {
            encoder.flush_results();
        }
        match message {
            // The prompt stands at the top.
            Message::System(_) if index == 0 => {}
            Message::System(message) => {
                encoder.settled |= sent.0.contains(&Arc::as_ptr(message));
                let text = render_system_update(message);
                let text = (!text.trim().is_empty()).then(|| json!({"type": "text", "text": text}));
                let mut blocks: Vec<Value> = text.into_iter().collect();
                blocks.extend(encoder.tools.change_blocks(message, compat)?);
                if !blocks.is_empty() {
                    encoder.held.push(json!({"role": "system", "content": blocks}));
                }
            }
            Message::User(message) => {
                if std::mem::take(&mut encoder.settled) {
                    encoder.out.append(&mut encoder.held);
                }
                encoder.user(&message.content);
            }
            Message::Assistant(message) => encoder.assistant(message),
            Message::ToolResult(message) => encoder.result(message),
        }
    }
    encoder.flush_results();
    let mut out = encoder.out;
    out.append(&mut encoder.held);
    marks.put_at_end(&mut out);
    out.extend(effort.map(effort_item));
    Ok(Value::Array(out))
}

struct Encoder<'a> {
    model: &'a Model,
    compat: &'a Compat,
    tools: &'a Tools,
    /// What each answer was asked for in effort is said again before it.
    history: bool,
    out: Vec<Value>,
    /// System messages that wait.
    held: Vec<Value>,
    /// Some of them were sent where they stand.
    settled: bool,
    /// The present batch of results.
    results: Vec<Value>,
    /// Pictures of failed calls of the batch, each call's with its caption.
    images: Vec<Value>,
}

impl Encoder<'_> {
    fn user(&mut self, content: &UserContent) {
        let content = match content {
            UserContent::Text(text) if text.trim().is_empty() => return,
            UserContent::Text(text) => json!(text),
            UserContent::Blocks(blocks) => {
                let parts: Vec<Value> = blocks.iter().filter_map(part).collect();
                if parts.is_empty() {
                    return;
                }
                Value::Array(parts)
            }
        };
        self.out.push(json!({"role": "user", "content": content}));
    }

    fn assistant(&mut self, message: &AssistantMessage) {
        let blocks: Vec<Value> = message.content.iter().filter_map(|block| self.block(block)).collect();
        if blocks.is_empty() {
            return;
        }
        self.out.append(&mut self.held);
        let same_wire = message.api == self.model.api && message.provider == self.model.provider;
        let effort = message.provider_thinking_level.as_deref().filter(|_| self.history && same_wire);
        self.out.extend(effort.map(effort_item));
        self.out.push(json!({"role": "assistant", "content": blocks}));
    }

    fn block(&self, block: &Content) -> Option<Value> {
        match block {
            Content::Text(block) if block.text.trim().is_empty() => None,
            Content::Text(block) => Some(json!({"type": "text", "text": block.text})),
            Content::Thinking(block) => self.thinking(block),
            Content::ToolCall(call) => {
                let id = sanitized(&call.id, self.model);
                Some(json!({"type": "tool_use", "id": id, "name": call.name, "input": call.arguments}))
            }
            Content::Image { .. } => None,
        }
    }

    fn thinking(&self, block: &ThinkingContent) -> Option<Value> {
        let signature = block.thinking_signature.as_deref().unwrap_or_default();
        if block.redacted == Some(true) {
            return (!signature.is_empty()).then(|| json!({"type": "redacted_thinking", "data": signature}));
        }
        let said = !block.thinking.trim().is_empty();
        if !signature.is_empty() || (self.compat.empty_signature && said) {
            return Some(json!({"type": "thinking", "thinking": block.thinking, "signature": signature}));
        }
        said.then(|| json!({"type": "text", "text": block.thinking}))
    }

    fn result(&mut self, message: &ToolResultMessage) {
        let split = split_error_images(message);
        let content = split.as_ref().map_or(&message.content, |split| &split.content);
        let mut encoded = Map::new();
        encoded.insert("type".into(), json!("tool_result"));
        encoded.insert("tool_use_id".into(), json!(sanitized(&message.tool_call_id, self.model)));
        encoded.insert("content".into(), result_content(content));
        encoded.insert("is_error".into(), json!(message.is_error));
        self.results.push(Value::Object(encoded));
        if let Some(split) = split {
            self.images.push(json!({"type": "text", "text": split.caption}));
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

/// Text alone is a text; with pictures there are blocks.
fn result_content(content: &[Content]) -> Value {
    let texts = content.iter().filter_map(Content::as_text);
    let images: Vec<Value> =
        content.iter().filter(|block| matches!(block, Content::Image { .. })).filter_map(part).collect();
    if images.is_empty() {
        return json!(texts.collect::<Vec<_>>().join("\n"));
    }
    let mut blocks: Vec<Value> = content.iter().filter_map(part).collect();
    if blocks.len() == images.len() {
        blocks.insert(0, json!({"type": "text", "text": SEE_IMAGE}));
    }
    Value::Array(blocks)
}

/// A text or a picture; a blank text is refused, so it is none.
fn part(block: &Content) -> Option<Value> {
    match block {
        Content::Text(block) if block.text.trim().is_empty() => None,
        Content::Text(block) => Some(json!({"type": "text", "text": block.text})),
        Content::Image { data, mime_type } => {
            Some(json!({"type": "image", "source": {"type": "base64", "media_type": mime_type, "data": data}}))
        }
        Content::Thinking(_) | Content::ToolCall(_) => None,
    }
}

fn effort_item(effort: &str) -> Value {
    json!({"role": "system", "content": [], "output_config": {"effort": effort}})
}

/// An id that the model's own host gave may still be one that the wire refuses.
fn sanitized<'a>(id: &'a str, model: &Model) -> std::borrow::Cow<'a, str> {
    anthropic_id(id, model, &AssistantMessage::default())
}
