//! Naming the session.

use pith_session::{EntryKind, SessionInfo};

use crate::app::App;
use crate::command::CommandError;
use crate::event::AppEvent;

impl App {
    /// Names the session; blanks around the name are dropped.
    ///
    /// # Errors
    /// When nothing of the name is left.
    pub async fn set_name(&self, name: &str) -> Result<(), CommandError> {
        let name = name.trim();
        if name.is_empty() {
            return Err(CommandError::EmptyName);
        }
        self.inner.note(EntryKind::SessionInfo(SessionInfo { name: Some(name.to_owned()) })).await;
        self.inner.fanout.tell(AppEvent::SessionNamed { name: Some(name.to_owned()) }).await;
        Ok(())
    }
}
