//! Messages as the items of this wire.

use std::collections::HashSet;

use pith_types::transcript::{render_system_update, system_message_text};
use pith_types::{
    AssistantMessage, Content, Message, Model, SystemMessage, TextContent, ThinkingContent, ToolCall,
    ToolResultMessage, UserContent,
};
use serde_json::{Value, json};

use super::{Tools, effort::Effort, tools};
use crate::apis::openai_responses::compat::{Compat, ToolItems};
use crate::apis::openai_responses::id::{call_id, item_id, message_id};

const NO_OUTPUT: &str = "(no tool output)";

pub(super) fn encode(
    messages: &[Message],
    model: &Model,
    compat: &Compat,
    tools: &Tools,
    effort: &Effort,
) -> Result<Vec<Value>, String> {
    let mut encoder = Encoder {
        model,
        compat,
        tools,
        effort,
        items: Vec::new(),
        custom: HashSet::new(),
        gone: Vec::new(),
        declared: false,
        system_messages: 0,
    };
    // A message without an id of the server's is named by its place after the prompt.
    let prompt = usize::from(messages.first().is_some_and(|message| message.as_system().is_some()));
    for (index, message) in messages.iter().enumerate() {
        match message {
            Message::System(message) => encoder.system(message, index == 0)?,
            Message::User(message) => encoder.user(&message.content),
            Message::Assistant(message) => encoder.assistant(message, index.saturating_sub(prompt)),
            Message::ToolResult(message) => encoder.tool_result(message),
        }
    }
    Ok(encoder.items)
}

struct Encoder<'a> {
    model: &'a Model,
    compat: &'a Compat,
    tools: &'a Tools,
    effort: &'a Effort,
    items: Vec<Value>,
    /// Calls that were plain text: their results are of another kind too.
    custom: HashSet<String>,
    /// Tools that were taken away and did not come back.
    gone: Vec<String>,
    /// Some tools were declared as items.
    declared: bool,
    system_messages: usize,
}

impl Encoder<'_> {
    fn system(&mut self, message: &SystemMessage, first: bool) -> Result<(), String> {
        self.system_messages += 1;
        if self.system_messages > self.tools.folded {
            self.add_tools(message)?;
        }
        let mut text = if first { system_message_text(message) } else { render_system_update(message) };
        if self.compat.tool_items == ToolItems::Additional {
            self.remove_tools(message, &mut text);
        }
        if !text.is_empty() {
            self.say(&text);
        }
        Ok(())
    }

    /// Says something with the authority of the system prompt.
    fn say(&mut self, text: &str) {
        let developer = self.model.reasoning && self.compat.supports_developer_role;
        self.items.push(json!({"role": if developer { "developer" } else { "system" }, "content": text}));
    }

    fn add_tools(&mut self, message: &SystemMessage) -> Result<(), String> {
        let Some(added) = message.tools_added.as_ref().filter(|tools| !tools.is_empty()) else { return Ok(()) };
        let names: Vec<&str> = added.iter().map(|tool| tool.name.as_str()).collect();
        self.gone.retain(|name| !names.contains(&name.as_str()));
        let encoded = tools::encode(added, self.compat)?;
        match self.compat.tool_items {
            ToolItems::None => {}
            ToolItems::Search => self.items.extend(tools::searched(&names, encoded)),
            ToolItems::Additional => {
                if std::mem::replace(&mut self.declared, true) {
                    let text = tools::announcement(&self.gone);
                    self.say(&text);
                }
                self.items.push(tools::additional(encoded));
            }
        }
        Ok(())
    }

    fn remove_tools(&mut self, message: &SystemMessage, text: &mut String) {
        let added = |name: &str| message.tools_added.iter().flatten().any(|tool| tool.name == name);
        let removed: Vec<&str> =
            message.tools_removed.iter().flatten().map(|tool| tool.name.as_str()).filter(|name| !added(name)).collect();
        if removed.is_empty() {
            return;
        }
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        text.push_str(&tools::removal(&removed));
        self.gone.extend(removed.into_iter().map(str::to_owned));
    }

    fn user(&mut self, content: &UserContent) {
        let parts = match content {
            UserContent::Text(text) => vec![json!({"type": "input_text", "text": text})],
            UserContent::Blocks(blocks) => blocks.iter().filter_map(input).collect(),
        };
        if !parts.is_empty() {
            self.items.push(json!({"role": "user", "content": parts}));
        }
    }

    fn assistant(&mut self, message: &AssistantMessage, index: usize) {
        let (of, model) = (message, self.model);
        let own = of.provider == model.provider && of.api == model.api && of.model == model.id;
        let earlier = message.provider_thinking_level.as_deref().filter(|_| own);
        self.items.extend(self.effort.before(earlier));
        let mut texts = 0;
        for block in &message.content {
            match block {
                Content::Thinking(block) => self.items.extend(reasoning(block)),
                Content::Text(block) => {
                    self.items.push(output_text(block, index, texts));
                    texts += 1;
                }
                Content::ToolCall(call) => self.call(call),
                Content::Image { .. } => {}
            }
        }
    }

    fn call(&mut self, call: &ToolCall) {
        let text = self.tools.text_argument(&call.name).and_then(|argument| call.arguments.get(argument)?.as_str());
        let (kind, prefix) = if text.is_some() { ("custom_tool_call", "ctc_") } else { ("function_call", "fc_") };
        let mut item = json!({"type": kind});
        if let Some(id) = item_id(&call.id, prefix) {
            item["id"] = json!(id);
        }
        item["call_id"] = json!(call_id(&call.id));
        item["name"] = json!(call.name);
        match text {
            Some(text) => {
                item["input"] = json!(text);
                self.custom.insert(call.id.clone());
            }
            None => {
                item["arguments"] =
                    Value::String(serde_json::to_string(&call.arguments).unwrap_or_else(|_| "{}".into()));
            }
        }
        if let Some(namespace) = &call.namespace {
            item["namespace"] = json!(namespace);
        }
        self.items.push(item);
    }

    fn tool_result(&mut self, message: &ToolResultMessage) {
        let text = message.content.iter().filter_map(Content::as_text).collect::<Vec<_>>().join("\n");
        let mut parts: Vec<Value> =
            message.content.iter().filter(|block| matches!(block, Content::Image { .. })).filter_map(input).collect();
        let output = if parts.is_empty() {
            json!(if text.is_empty() { NO_OUTPUT } else { &text })
        } else {
            if !text.is_empty() {
                parts.insert(0, json!({"type": "input_text", "text": text}));
            }
            Value::Array(parts)
        };
        let custom = self.custom.contains(&message.tool_call_id);
        let kind = if custom { "custom_tool_call_output" } else { "function_call_output" };
        self.items.push(json!({"type": kind, "call_id": call_id(&message.tool_call_id), "output": output}));
    }
}

fn input(block: &Content) -> Option<Value> {
    match block {
        Content::Text(block) => Some(json!({"type": "input_text", "text": block.text})),
        Content::Image { data, mime_type } => {
            let url = format!("data:{mime_type};base64,{data}");
            Some(json!({"type": "input_image", "detail": "auto", "image_url": url}))
        }
        Content::Thinking(_) | Content::ToolCall(_) => None,
    }
}

/// The item as the server sent it; thinking that came without one cannot be said again.
fn reasoning(block: &ThinkingContent) -> Option<Value> {
    serde_json::from_str(block.thinking_signature.as_ref()?).ok().filter(Value::is_object)
}

fn output_text(block: &TextContent, message: usize, text: usize) -> Value {
    let signature = block.text_signature.as_deref();
    let object = signature.and_then(|signature| serde_json::from_str::<Value>(signature).ok());
    let object = object.filter(Value::is_object);
    let own = match &object {
        Some(object) => object.get("id").and_then(Value::as_str),
        None => signature,
    };
    let mut item = json!({
        "type": "message",
        "role": "assistant",
        "content": [{"type": "output_text", "text": block.text, "annotations": []}],
        "status": "completed",
        "id": message_id(own, message, text),
    });
    if let Some(phase) = object.as_ref().and_then(|object| object.get("phase")) {
        item["phase"] = phase.clone();
    }
    item
}
