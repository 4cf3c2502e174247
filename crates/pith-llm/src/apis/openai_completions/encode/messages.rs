//! Messages in the form of this wire.

use pith_types::transcript::{render_system_update, system_message_text};
use pith_types::{AssistantMessage, Content, Message, Model, SystemMessage, ToolResultMessage, UserContent};
use serde_json::{Map, Value, json};

use super::{REASONING_FIELDS, Tools, tools};
use crate::apis::openai_completions::compat::Compat;

const NO_OUTPUT: &str = "(no tool output)";
const SEE_IMAGE: &str = "(see attached image)";
const IMAGE_CAPTION: &str = "Attached image(s) from tool result:";
const AFTER_RESULTS: &str = "I have processed the tool results.";

pub(super) fn encode(
    messages: &[Message],
    model: &Model,
    compat: &Compat,
    tools: &Tools,
) -> Result<Vec<Value>, String> {
    let mut encoder = Encoder { model, compat, tools, out: Vec::new(), images: Vec::new(), system_messages: 0 };
    for (index, message) in messages.iter().enumerate() {
        if !matches!(message, Message::ToolResult(_)) {
            encoder.flush_images();
        }
        match message {
            Message::System(message) => encoder.system(message, index == 0)?,
            Message::User(message) => encoder.user(&message.content),
            Message::Assistant(message) => encoder.assistant(message),
            Message::ToolResult(message) => encoder.tool_result(message),
        }
    }
    encoder.flush_images();
    Ok(encoder.out)
}

struct Encoder<'a> {
    model: &'a Model,
    compat: &'a Compat,
    tools: &'a Tools,
    out: Vec<Value>,
    /// Pictures of the present batch of results.
    images: Vec<Value>,
    system_messages: usize,
}

impl Encoder<'_> {
    fn system(&mut self, message: &SystemMessage, first: bool) -> Result<(), String> {
        let developer = self.model.reasoning && self.compat.supports_developer_role;
        let role = if developer { "developer" } else { "system" };
        self.system_messages += 1;
        if self.system_messages > self.tools.folded
            && let Some(added) = message.tools_added.as_ref().filter(|tools| !tools.is_empty())
        {
            let added = tools::encode(added, self.compat)?;
            self.out.push(json!({"role": role, "tools": added}));
        }
        let text = if first { system_message_text(message) } else { render_system_update(message) };
        if !text.is_empty() {
            self.out.push(json!({"role": role, "content": text}));
        }
        Ok(())
    }

    fn user(&mut self, content: &UserContent) {
        let content = match content {
            UserContent::Text(text) => json!(text),
            UserContent::Blocks(blocks) => {
                let parts: Vec<Value> = blocks.iter().filter_map(part).collect();
                if parts.is_empty() {
                    return;
                }
                Value::Array(parts)
            }
        };
        self.push_user(content);
    }

    /// Some hosts want an answer between results and what is said next.
    fn push_user(&mut self, content: Value) {
        let after_results = self.out.last().is_some_and(|last| last["role"] == "tool");
        if after_results && self.compat.requires_assistant_after_tool_result {
            self.out.push(json!({"role": "assistant", "content": AFTER_RESULTS}));
        }
        match self.out.last_mut().filter(|last| self.compat.requires_alternating_roles && last["role"] == "user") {
            Some(last) => join(&mut last["content"], content),
            None => self.out.push(json!({"role": "user", "content": content})),
        }
    }

    fn assistant(&mut self, message: &AssistantMessage) {
        let mut encoded = Map::new();
        encoded.insert("role".into(), json!("assistant"));
        let texts = message.content.iter().filter_map(Content::as_text).filter(|text| !text.trim().is_empty());
        let text: String = texts.collect();
        let thinking = Thinking::of(message);
        let content = match thinking.texts.join("\n\n") {
            thought if self.compat.requires_thinking_as_text && !thought.is_empty() => {
                let parts = [thought, text].into_iter().filter(|text| !text.is_empty());
                Some(parts.map(|text| json!({"type": "text", "text": text})).collect())
            }
            _ => (!text.is_empty()).then_some(Value::String(text)),
        };
        let calls: Vec<Value> = message.tool_calls().map(|call| tools::encode_call(call, self.tools)).collect();
        if content.is_none() && calls.is_empty() {
            return;
        }
        let nothing = if self.compat.requires_text_in_assistant { json!("") } else { Value::Null };
        encoded.insert("content".into(), content.unwrap_or(nothing));
        if !self.compat.requires_thinking_as_text {
            thinking.put(&mut encoded);
        }
        if !calls.is_empty() {
            encoded.insert("tool_calls".into(), Value::Array(calls));
        }
        if self.compat.requires_reasoning_content && self.model.reasoning {
            encoded.entry(REASONING_FIELDS[0]).or_insert_with(|| json!(""));
        }
        self.out.push(Value::Object(encoded));
    }

    fn tool_result(&mut self, message: &ToolResultMessage) {
        let texts: Vec<&str> = message.content.iter().filter_map(Content::as_text).collect();
        let images = message.content.iter().filter(|block| matches!(block, Content::Image { .. }));
        let before = self.images.len();
        self.images.extend(images.filter_map(part));
        let text = texts.join("\n");
        let content = match text.as_str() {
            "" if self.images.len() > before => SEE_IMAGE,
            "" => NO_OUTPUT,
            text => text,
        };
        let mut encoded = json!({"role": "tool", "content": content, "tool_call_id": message.tool_call_id});
        if self.compat.requires_tool_result_name && !message.tool_name.is_empty() {
            encoded["name"] = json!(message.tool_name);
        }
        self.out.push(encoded);
    }

    /// A result holds text only: the pictures of all results of a batch follow them.
    fn flush_images(&mut self) {
        if self.images.is_empty() {
            return;
        }
        let mut parts = vec![json!({"type": "text", "text": IMAGE_CAPTION})];
        parts.append(&mut self.images);
        self.push_user(Value::Array(parts));
    }
}

/// A part of a user message; empty text is none.
fn part(block: &Content) -> Option<Value> {
    match block {
        Content::Text(block) if block.text.is_empty() => None,
        Content::Text(block) => Some(json!({"type": "text", "text": block.text})),
        Content::Image { data, mime_type } => {
            let url = format!("data:{mime_type};base64,{data}");
            Some(json!({"type": "image_url", "image_url": {"url": url}}))
        }
        Content::Thinking(_) | Content::ToolCall(_) => None,
    }
}

/// The thinking of an answer, and the field that it goes back in.
struct Thinking<'a> {
    texts: Vec<&'a str>,
    signature: Option<&'a str>,
}

impl<'a> Thinking<'a> {
    fn of(message: &'a AssistantMessage) -> Self {
        let blocks = || {
            message.content.iter().filter_map(|block| match block {
                Content::Thinking(block) => Some(block),
                Content::Text(_) | Content::Image { .. } | Content::ToolCall(_) => None,
            })
        };
        Self {
            texts: blocks().map(|block| block.thinking.as_str()).filter(|text| !text.trim().is_empty()).collect(),
            signature: blocks().find_map(|block| block.thinking_signature.as_deref()),
        }
    }

    fn put(&self, encoded: &mut Map<String, Value>) {
        let Some(signature) = self.signature else { return };
        if REASONING_FIELDS.contains(&signature) {
            if !self.texts.is_empty() {
                encoded.insert(signature.to_owned(), json!(self.texts.join("\n")));
            }
        } else if let Ok(details @ Value::Array(_)) = serde_json::from_str(signature) {
            encoded.insert("reasoning_details".into(), details);
        }
    }
}

/// Adds what the person said next: texts are parted by a blank line.
fn join(content: &mut Value, next: Value) {
    if let (Value::String(text), Value::String(next)) = (&mut *content, &next) {
        text.push_str("\n\n");
        text.push_str(next);
        return;
    }
    let parts = |content: Value| match content {
        Value::Array(parts) => parts,
        text => vec![json!({"type": "text", "text": text})],
    };
    let mut joined = parts(content.take());
    joined.extend(parts(next));
    *content = Value::Array(joined);
}
