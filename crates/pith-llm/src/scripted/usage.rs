//! A usage that looks real: tokens are a quarter of the UTF-16 units of the transcript written out as text.

use std::borrow::Cow;

use pith_types::transcript::system_message_text;
use pith_types::{AssistantMessage, Content, Message, SystemMessage, Usage, UserContent};

/// The transcript written out: what the simulated cache compares.
pub(super) fn render(messages: &[Message]) -> String {
    let text = |message: &Message| match message {
        Message::System(message) => system(message),
        Message::User(message) => match &message.content {
            UserContent::Text(text) => text.clone(),
            UserContent::Blocks(content) => blocks(content),
        },
        Message::Assistant(message) => blocks(&message.content),
        Message::ToolResult(message) => format!("{}\n{}", message.tool_name, blocks(&message.content)),
    };
    let parts: Vec<String> = messages.iter().map(|message| format!("{}:{}", message.role(), text(message))).collect();
    parts.join("\n\n")
}

/// The usage of an answer. `cached` is what the cache held of the conversation; none when nothing is cached.
pub(super) fn simulate(prompt: &str, cached: Option<&str>, answer: &AssistantMessage) -> Usage {
    let total = tokens(prompt);
    let output = tokens(&blocks(&answer.content));
    let mut usage = Usage { output, total_tokens: total + output, ..Usage::default() };
    match cached {
        None => usage.input = total,
        Some(cached) => {
            let same = prompt.chars().zip(cached.chars()).take_while(|(a, b)| a == b);
            let units: usize = same.map(|(c, _)| c.len_utf16()).sum();
            usage.cache_read = quarter(units);
            usage.cache_write = total.saturating_sub(usage.cache_read);
        }
    }
    usage
}

fn tokens(text: &str) -> u64 {
    quarter(text.encode_utf16().count())
}

fn quarter(units: usize) -> u64 {
    units.div_ceil(4) as u64
}

fn system(message: &SystemMessage) -> String {
    let mut lines = vec![system_message_text(message)];
    lines.extend(message.tools_added.iter().flatten().map(|tool| format!("tool+:{}", json(tool))));
    lines.extend(message.tools_removed.iter().flatten().map(|tool| format!("tool-:{}", json(tool))));
    lines.retain(|line| !line.is_empty());
    lines.join("\n")
}

fn blocks(content: &[Content]) -> String {
    let lines: Vec<Cow<'_, str>> = content
        .iter()
        .map(|block| match block {
            Content::Text(block) => Cow::Borrowed(block.text.as_str()),
            Content::Thinking(block) => Cow::Borrowed(block.thinking.as_str()),
            Content::Image { data, mime_type } => Cow::Owned(format!("[image:{mime_type}:{}]", data.len())),
            Content::ToolCall(call) => Cow::Owned(format!("{}:{}", call.name, json(&call.arguments))),
        })
        .collect();
    lines.join("\n")
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
