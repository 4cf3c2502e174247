//! How many tokens a context has, as far as one can tell without its tokenizer (spec/core.md R5.17), and what that leaves
//! for the answer (R5.16). Lengths are UTF-16 units, as in the recorded data.

use pith_types::transcript::system_message_text;
use pith_types::{AssistantMessage, Content, Message, Model, StopReason, UserContent};
use serde::Serialize;

const UNITS_PER_TOKEN: f64 = 3.5;
const UNITS_PER_IMAGE: usize = 4800;
/// Tokens kept free between prompt and answer at least: the estimate may be short.
const LEAST_MARGIN: u64 = 4096;
const LEAST_ROOM: u64 = 32_768;

/// The size of a context: what the provider counted last, and an estimate of what came after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContextEstimate {
    /// Both together.
    pub tokens: u64,
    /// Of the last answer whose usage is known.
    pub usage_tokens: u64,
    /// Estimated, of what came after it.
    pub trailing_tokens: u64,
    /// Where that answer stands.
    pub last_usage_index: Option<usize>,
}

/// The estimated tokens of one message.
pub fn estimate_message_tokens(message: &Message) -> u64 {
    match message {
        // Text and lists are rounded up one by one.
        Message::System(message) => {
            tokens(length(&system_message_text(message)))
                + list_tokens(message.tools_added.as_deref())
                + list_tokens(message.tools_removed.as_deref())
        }
        Message::User(message) => match &message.content {
            UserContent::Text(text) => tokens(length(text)),
            UserContent::Blocks(blocks) => tokens(content_length(blocks)),
        },
        Message::Assistant(message) => tokens(content_length(&message.content)),
        Message::ToolResult(message) => tokens(content_length(&message.content)),
    }
}

fn tokens(units: usize) -> u64 {
    (units as f64 / UNITS_PER_TOKEN).ceil() as u64
}

fn list_tokens<T: Serialize>(list: Option<&[T]>) -> u64 {
    list.filter(|list| !list.is_empty()).map_or(0, |list| tokens(json_length(&list)))
}

/// The estimated tokens of a context.
pub fn estimate_context_tokens(messages: &[Message]) -> ContextEstimate {
    let mut newest = i64::MIN;
    let mut counted = None;
    for (index, message) in messages.iter().enumerate() {
        let timestamp = message.timestamp().unwrap_or(i64::MIN);
        if let Message::Assistant(answer) = message
            && timestamp >= newest
        {
            counted = usage_tokens(answer).map(|tokens| (index, tokens)).or(counted);
        }
        newest = newest.max(timestamp);
    }
    let after = counted.map_or(0, |(index, _)| index + 1);
    let trailing_tokens = messages.iter().skip(after).map(estimate_message_tokens).sum();
    let usage_tokens = counted.map_or(0, |(_, tokens)| tokens);
    ContextEstimate {
        tokens: usage_tokens + trailing_tokens,
        usage_tokens,
        trailing_tokens,
        last_usage_index: counted.map(|(index, _)| index),
    }
}

/// The answer's limit, lowered to what the window leaves. A model without a known window has no limit of that kind.
pub fn clamp_to_window(model: &Model, max_tokens: u64, messages: &[Message]) -> u64 {
    let window = model.context_window;
    if window == 0 {
        return max_tokens;
    }
    let estimate = estimate_context_tokens(messages).tokens;
    let margin = LEAST_MARGIN.max((estimate as f64 * 0.15).ceil() as u64);
    let mut room = window.saturating_sub(estimate).saturating_sub(margin);
    if room < LEAST_ROOM {
        room = window.saturating_sub(estimate).saturating_sub(LEAST_MARGIN).min(LEAST_ROOM);
    }
    max_tokens.min(room.max(1))
}

fn usage_tokens(answer: &AssistantMessage) -> Option<u64> {
    if matches!(answer.stop_reason, StopReason::Error | StopReason::Aborted) {
        return None;
    }
    let usage = &answer.usage;
    let sum = usage.input + usage.output + usage.cache_read + usage.cache_write;
    Some(if usage.total_tokens > 0 { usage.total_tokens } else { sum }).filter(|tokens| *tokens > 0)
}

fn content_length(blocks: &[Content]) -> usize {
    let block_length = |block: &Content| match block {
        Content::Text(block) => length(&block.text),
        Content::Thinking(block) => length(&block.thinking),
        Content::Image { .. } => UNITS_PER_IMAGE,
        Content::ToolCall(call) => length(&call.name) + json_length(&call.arguments),
    };
    blocks.iter().map(block_length).sum()
}

fn length(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}

fn json_length(value: &impl Serialize) -> usize {
    serde_json::to_string(value).map_or(0, |text| length(&text))
}
