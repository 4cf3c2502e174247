//! Naming an entry of the session, so that it is found again in the tree.

use pith_session::{EntryId, EntryKind, Label, ReadError};

use crate::app::App;
use crate::command::CommandError;

impl App {
    /// Names an entry; a blank name, or none, takes the name away.
    ///
    /// # Errors
    /// When there is no such entry.
    pub async fn set_label(&self, entry: &str, label: Option<&str>) -> Result<(), CommandError> {
        if !self.inner.record.read(|session| session.tree().contains(entry)) {
            return Err(ReadError::NoSuchEntry { id: entry.to_owned() }.into());
        }
        let label = label.map(str::trim).filter(|label| !label.is_empty()).map(str::to_owned);
        let label = Label { target_id: EntryId::from(entry), label };
        self.inner.note_aloud(EntryKind::Label(label)).await;
        Ok(())
    }
}
