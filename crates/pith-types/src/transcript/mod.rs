//! Replay: the prompt and tools in force, derived from a transcript's system messages (spec/core.md §2).
//!
//! [`PromptState`] is the fold that everything rests on; kept beside a transcript, it answers without reading the
//! transcript again. The plain functions are folds over a slice of messages. All of them are pure, and only look at
//! system messages; other roles are skipped wherever they stand.

mod announce;
mod collapse;
mod history;
mod initial;
mod resolve;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod tool_changes;

use crate::{AgentMessage, Message, SystemMessage};

pub use announce::announce_tools;
pub use collapse::{collapse_system_messages, reset_baseline, resolve_transcript};
pub use history::{declared_tools, has_non_additive_tool_changes, has_tool_redefinitions};
pub use initial::{
    create_initial_system_message, initial_system_message, seed, with_initial_system_message,
    without_initial_system_message,
};
pub use resolve::{ResolvedTools, ToolSupport, resolve_transcript_tools};
pub use state::{PromptState, current_system_message, current_system_prompt, current_tools};
pub use text::{render_system_update, system_message_text};
pub use tool_changes::{ToolChanges, tool_changes};

/// What replay needs to know of a message. Implemented by [`Message`] and [`AgentMessage`].
pub trait TranscriptMessage: Clone + From<SystemMessage> {
    /// The system message, if this is one.
    fn system(&self) -> Option<&SystemMessage>;
}

impl TranscriptMessage for Message {
    fn system(&self) -> Option<&SystemMessage> {
        self.as_system()
    }
}

impl TranscriptMessage for AgentMessage {
    fn system(&self) -> Option<&SystemMessage> {
        self.as_system()
    }
}

/// The system messages among `messages`, in order.
fn system_messages<M: TranscriptMessage>(messages: &[M]) -> impl Iterator<Item = &SystemMessage> {
    messages.iter().filter_map(TranscriptMessage::system)
}
