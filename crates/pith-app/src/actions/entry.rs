//! Entries of extensions, and a look into the session.

use pith_config::Diagnostic;
use pith_session::{Custom, EntryId, EntryKind, ReadError, Session};
use serde_json::Value;

use crate::app::App;
use crate::event::AppEvent;

impl App {
    /// Keeps data of an extension at the leaf of the session; no model sees it.
    pub async fn append_custom(&self, custom_type: String, data: Option<Value>) -> EntryId {
        self.inner.note_aloud(EntryKind::Custom(Custom { custom_type, data })).await.id
    }

    /// Adds an entry at the leaf, at once and without telling anybody; what the person should be told is for
    /// [`Self::tell_of`]. A message is part of the conversation from the next run on.
    pub fn add_entry(&self, kind: EntryKind) -> (EntryId, Option<Diagnostic>) {
        let is_said = matches!(kind, EntryKind::Message(_) | EntryKind::CustomMessage(_) | EntryKind::ContextEdit(_));
        let (entry, trouble) = self.inner.record.note(kind);
        if is_said {
            self.read_anew();
        }
        (entry.id, trouble)
    }

    /// Goes on after another entry, `None` stands before all; nobody is asked, and nothing is summarized. While a run is
    /// active, its conversation stays as it is.
    ///
    /// # Errors
    /// When there is no such entry.
    pub fn move_leaf(&self, to: Option<&str>) -> Result<Option<Diagnostic>, ReadError> {
        let trouble = self.inner.record.move_leaf(to)?;
        self.read_anew();
        Ok(trouble)
    }

    /// Tells what went wrong with the session.
    pub async fn tell_of(&self, trouble: Diagnostic) {
        self.inner.fanout.tell(AppEvent::Diagnostic(trouble)).await;
    }

    /// A run has its messages itself, and ends with them.
    fn read_anew(&self) {
        if self.is_idle() {
            self.inner.read_context_again();
        }
    }

    /// Shows the session to `read`. Nothing can be written meanwhile, so it should be short.
    pub fn read_session<T>(&self, read: impl FnOnce(&Session) -> T) -> T {
        self.inner.record.read(read)
    }
}
