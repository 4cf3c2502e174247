//! Takes an answer that failed out of what the model is given. It stays in the session (spec/coding-agent.md 5.3.5).

use pith_session::{ContextEdit, EntryKind};

use crate::app::Inner;

impl Inner {
    /// Leaves the last answer out of the context.
    pub(super) async fn omit_last_answer(&self) {
        let (Some(target_id), _) = self.record.turn_entries() else { return };
        self.note_aloud(EntryKind::ContextEdit(ContextEdit { target_id, replacement: None })).await;
        let mut messages = self.agent.messages();
        if let Some(place) = messages.iter().rposition(|message| message.as_assistant().is_some()) {
            messages.remove(place);
            self.life.count_from(messages.len());
            self.agent.set_messages(messages);
        }
    }
}
