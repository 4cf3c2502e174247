//! The base prompt: the system message that a transcript begins with (R2.1–R2.3, R2.15).

use super::TranscriptMessage;
use crate::{SystemMessage, ToolDeclaration, UserContent};

/// The message that seeds a transcript with a prompt and tools (R2.1); nothing when both are empty. Blank text is not
/// empty. Its timestamp is 0.
pub fn create_initial_system_message(prompt: &str, tools: Vec<ToolDeclaration>) -> Option<SystemMessage> {
    if prompt.is_empty() && tools.is_empty() {
        return None;
    }
    Some(SystemMessage {
        content: UserContent::Text(prompt.to_owned()),
        tools_added: (!tools.is_empty()).then_some(tools),
        timestamp: Some(0),
        ..SystemMessage::default()
    })
}

/// The base prompt: the first message, if it is a system message (R2.3).
pub fn initial_system_message<M: TranscriptMessage>(messages: &[M]) -> Option<&SystemMessage> {
    messages.first().and_then(TranscriptMessage::system)
}

/// The messages after the base prompt; all of them when there is none (R2.3).
pub fn without_initial_system_message<M: TranscriptMessage>(messages: &[M]) -> &[M] {
    match messages.split_first() {
        Some((first, rest)) if first.system().is_some() => rest,
        _ => messages,
    }
}

/// Puts prompt and tools in front, also of a base prompt that is there already: it then counts as a change (R2.2).
pub fn with_initial_system_message<M: TranscriptMessage>(
    prompt: &str,
    tools: Vec<ToolDeclaration>,
    mut messages: Vec<M>,
) -> Vec<M> {
    if let Some(initial) = create_initial_system_message(prompt, tools) {
        messages.insert(0, initial.into());
    }
    messages
}

/// Gives a transcript its base prompt, unless it begins with one: then `prompt` and `tools` are not used (R2.15).
pub fn seed<M: TranscriptMessage>(prompt: &str, tools: Vec<ToolDeclaration>, messages: Vec<M>) -> Vec<M> {
    if initial_system_message(&messages).is_some() {
        return messages;
    }
    with_initial_system_message(prompt, tools, messages)
}
