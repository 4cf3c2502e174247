//! The session as a tree.

use pith_session::EntryId;

use crate::app::App;
use crate::command::CommandError;

impl App {
    /// The tree as an array of roots in JSON, each `{entry, children, label?, labelTimestamp?}`, and the entry that the next
    /// one will follow.
    ///
    /// # Errors
    /// When an entry cannot be said in JSON.
    pub fn tree(&self) -> Result<(String, Option<EntryId>), CommandError> {
        let view = self.inner.record.read(|session| session.view());
        let roots = view.to_json().map_err(CommandError::Json)?;
        Ok((roots.get().to_owned(), view.leaf))
    }
}
