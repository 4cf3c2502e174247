//! Puts a summary in force: an entry of the session, and a context that begins with it (3.8.13).

use pith_session::{Compaction, EntryId, EntryKind};
use pith_types::Usage;
use pith_types::transcript::current_system_message;
use serde_json::Value;

use super::{Compacted, context_tokens};
use crate::app::Inner;

/// A summary, made by a model or brought by an extension.
pub(super) struct Made {
    pub(super) summary: String,
    pub(super) first_kept: EntryId,
    pub(super) tokens_before: u64,
    pub(super) usage: Option<Usage>,
    pub(super) details: Option<Value>,
    pub(super) from_hook: bool,
}

impl Inner {
    pub(super) async fn store(&self, made: Made) -> Compacted {
        let system_message = current_system_message(&self.agent.messages());
        let compaction = Compaction {
            summary: made.summary.clone(),
            first_kept_entry_id: made.first_kept.clone(),
            tokens_before: made.tokens_before,
            details: made.details.clone(),
            usage: made.usage,
            from_hook: Some(made.from_hook),
            system_message,
        };
        self.note(EntryKind::Compaction(compaction)).await;
        self.read_context_again();
        Compacted {
            summary: made.summary,
            first_kept_entry_id: made.first_kept,
            tokens_before: made.tokens_before,
            estimated_tokens_after: context_tokens(&self.agent.messages(), self.life.counted_from()),
            usage: made.usage,
            details: made.details,
        }
    }

    /// Gives the agent the context that the session holds; no provider has counted that one.
    pub(crate) fn read_context_again(&self) {
        let messages = self.record.context().messages;
        self.life.count_from(messages.len());
        self.agent.set_messages(messages);
    }
}
