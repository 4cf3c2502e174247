//! Entries of the session that are no messages: written, and told where they change what the model is given.

use pith_session::{Entry, EntryKind};

use crate::app::Inner;
use crate::event::AppEvent;

impl Inner {
    /// Adds an entry; its own event says what it means.
    pub(crate) async fn note(&self, kind: EntryKind) -> Entry {
        let (entry, trouble) = self.record.note(kind);
        if let Some(trouble) = trouble {
            self.fanout.tell(AppEvent::Diagnostic(trouble)).await;
        }
        entry
    }

    /// Adds an entry, and tells that it was added.
    pub(crate) async fn note_aloud(&self, kind: EntryKind) -> Entry {
        let entry = self.note(kind).await;
        self.fanout.tell(AppEvent::EntryAppended(entry.clone())).await;
        entry
    }
}
