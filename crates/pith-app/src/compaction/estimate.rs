//! How many tokens a conversation has (3.8.2, 3.8.3): what the provider counted last, and an estimate of what came after.
//! Pure.
//!
//! Of ASCII four characters are a token, so that conversations are cut where the reference cuts them. Other scripts take
//! more: tokenizers have few long words of theirs, and none of most signs.

use pith_session::{Context, NodeKind, Session};
use pith_types::transcript::{PromptState, system_message_text};
use pith_types::{AgentMessage, AssistantMessage, Content, CustomMessage, Message, StopReason, UserContent};
use serde_json::Value;

/// Characters that a picture counts as.
const IMAGE: u64 = 4800;

/// Tokens of the context. Counts of providers are trusted from this message on: those before counted another context.
pub(crate) fn context_tokens(messages: &[AgentMessage], counted_from: usize) -> u64 {
    match last_count(messages, counted_from) {
        Some((place, counted)) => counted + messages.iter().skip(place + 1).map(message_tokens).sum::<u64>(),
        None => {
            let prompt = PromptState::replay(messages).to_message().map(AgentMessage::from);
            let prompt = prompt.as_ref().map_or(0, prompt_tokens);
            prompt + messages.iter().map(message_tokens).sum::<u64>()
        }
    }
}

/// Whether a provider has counted this context.
pub(crate) fn has_count(messages: &[AgentMessage], counted_from: usize) -> bool {
    last_count(messages, counted_from).is_some()
}

/// From which message of a branch's context on the counts of providers are trusted: after its last compaction and edit.
pub(crate) fn counted_from(session: &Session, context: &Context) -> usize {
    let Some(leaf) = session.leaf() else { return 0 };
    let tree = session.tree();
    let mut trusted = context.entries.len();
    for id in tree.branch(leaf.as_str()).into_iter().rev() {
        if matches!(tree.kind(id.as_str()), Some(NodeKind::Compaction | NodeKind::ContextEdit)) {
            return trusted;
        }
        if trusted.checked_sub(1).and_then(|before| context.entries.get(before)) == Some(id) {
            trusted -= 1;
        }
    }
    trusted
}

/// Tokens of a message; the prompt is counted by itself.
pub(super) fn message_tokens(message: &AgentMessage) -> u64 {
    let characters = match message {
        AgentMessage::Model(Message::System(_)) => return 0,
        AgentMessage::Model(Message::User(user)) => match &user.content {
            UserContent::Text(text) => weight(text),
            UserContent::Blocks(content) => blocks(content),
        },
        AgentMessage::Model(Message::Assistant(answer)) => blocks(&answer.content),
        AgentMessage::Model(Message::ToolResult(result)) => blocks(&result.content),
        AgentMessage::Custom(message) => custom(message),
    };
    characters.div_ceil(4)
}

/// Tokens of a text.
pub(crate) fn text_tokens(text: &str) -> u64 {
    weight(text).div_ceil(4)
}

fn prompt_tokens(message: &AgentMessage) -> u64 {
    let Some(system) = message.as_system() else { return 0 };
    let tools = system.tools_added.as_ref().and_then(|tools| serde_json::to_string(tools).ok());
    text_tokens(&system_message_text(system)) + tools.map_or(0, |tools| text_tokens(&tools))
}

/// The last answer that a provider counted, and its count.
fn last_count(messages: &[AgentMessage], counted_from: usize) -> Option<(usize, u64)> {
    let counted = |(place, message): (usize, &AgentMessage)| Some((place, counted(message.as_assistant()?)?));
    messages.iter().enumerate().skip(counted_from).rev().find_map(counted)
}

fn counted(answer: &AssistantMessage) -> Option<u64> {
    if matches!(answer.stop_reason, StopReason::Error | StopReason::Aborted) {
        return None;
    }
    let usage = &answer.usage;
    let sum = usage.input + usage.output + usage.cache_read + usage.cache_write;
    Some(if usage.total_tokens > 0 { usage.total_tokens } else { sum }).filter(|tokens| *tokens > 0)
}

fn blocks(content: &[Content]) -> u64 {
    let of = |block: &Content| match block {
        Content::Text(text) => weight(&text.text),
        Content::Thinking(thinking) => weight(&thinking.thinking),
        Content::Image { .. } => IMAGE,
        Content::ToolCall(call) => {
            weight(&call.name) + serde_json::to_string(&call.arguments).map_or(0, |text| weight(&text))
        }
    };
    content.iter().map(of).sum()
}

fn custom(message: &CustomMessage) -> u64 {
    let text = |name: &str| message.fields.get(name).and_then(Value::as_str).map_or(0, weight);
    match message.role.as_str() {
        "bashExecution" => text("command") + text("output"),
        "branchSummary" | "compactionSummary" => text("summary"),
        _ => match message.fields.get("content") {
            Some(Value::Array(content)) => {
                let content: Vec<Content> =
                    content.iter().filter_map(|block| serde_json::from_value(block.clone()).ok()).collect();
                blocks(&content)
            }
            Some(Value::String(text)) => weight(text),
            _ => 0,
        },
    }
}

/// A text's length in quarters of a token.
fn weight(text: &str) -> u64 {
    if text.is_ascii() { text.len() as u64 } else { text.chars().map(quarters).sum() }
}

/// About how many quarters of a token a character takes.
fn quarters(character: char) -> u64 {
    match u32::from(character) {
        0..=0x7f => 1,
        // Letters with marks; Greek, Cyrillic, Hebrew, Arabic.
        0x80..=0x6ff => 2,
        // The scripts of South and South-East Asia, and of Ethiopia.
        0x700..=0x1fff => 3,
        // Signs, and the scripts of East Asia.
        0x2000..=0xffff => 4,
        // Emoji, and what is rarer.
        _ => 8,
    }
}

#[cfg(test)]
mod tests {
    use pith_types::Usage;

    use super::*;

    fn user(text: &str) -> AgentMessage {
        Message::user(text, 1).into()
    }

    fn answer(total_tokens: u64, stop_reason: StopReason) -> AgentMessage {
        let usage = Usage { total_tokens, ..Usage::default() };
        AssistantMessage { usage, stop_reason, ..AssistantMessage::default() }.into()
    }

    #[test]
    fn four_characters_of_ascii_are_a_token_and_other_scripts_take_more() {
        for (text, tokens) in [("abcd", 1), ("abcde", 2), ("", 0), ("привет", 3), ("日本語", 3), ("🙂", 2), ("สวัสดี", 5)]
        {
            assert_eq!(message_tokens(&user(text)), tokens, "{text}");
        }
    }

    #[test]
    fn the_last_trusted_count_is_taken_and_what_came_after_is_estimated() {
        let messages =
            [user("abcd"), answer(100, StopReason::Stop), user("abcdefgh"), answer(0, StopReason::Error), user("ab")];
        assert_eq!(context_tokens(&messages, 0), 103);
        assert_eq!(context_tokens(&messages, 2), 4);
        assert!(has_count(&messages, 0) && !has_count(&messages, 2));
        let aborted = [answer(100, StopReason::Aborted)];
        assert_eq!(context_tokens(&aborted, 0), 0);
    }
}
