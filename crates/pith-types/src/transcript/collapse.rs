//! One system message in place of many: for providers that take a single prompt, and for a conversation that starts
//! over (R2.10, R2.16).

use super::{TranscriptMessage, current_system_message};

/// The system message that says the same as all of them, then every other message (R2.10).
pub fn collapse_system_messages<M: TranscriptMessage>(messages: &[M]) -> Vec<M> {
    let current = current_system_message(messages).map(M::from);
    current.into_iter().chain(messages.iter().filter(|message| message.system().is_none()).cloned()).collect()
}

/// The transcript as a model can read it: as it is when the model takes system messages in mid-conversation, else
/// collapsed (R2.10).
pub fn resolve_transcript<M: TranscriptMessage>(messages: Vec<M>, takes_system_updates: bool) -> Vec<M> {
    if takes_system_updates { messages } else { collapse_system_messages(&messages) }
}

/// What is left of a transcript when the conversation starts over: the prompt and tools in force (R2.16).
pub fn reset_baseline<M: TranscriptMessage>(messages: &[M]) -> Vec<M> {
    current_system_message(messages).map(M::from).into_iter().collect()
}
