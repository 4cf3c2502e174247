//! Entries of extensions, and a look into the session.

use pith_session::{Custom, EntryId, EntryKind, Session};
use serde_json::Value;

use crate::app::App;

impl App {
    /// Keeps data of an extension at the leaf of the session; no model sees it.
    pub async fn append_custom(&self, custom_type: String, data: Option<Value>) -> EntryId {
        self.inner.note_aloud(EntryKind::Custom(Custom { custom_type, data })).await.id
    }

    /// Shows the session to `read`. Nothing can be written meanwhile, so it should be short.
    pub fn read_session<T>(&self, read: impl FnOnce(&Session) -> T) -> T {
        self.inner.record.read(read)
    }
}
