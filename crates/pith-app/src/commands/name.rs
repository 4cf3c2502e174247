//! Naming the session.

use pith_session::{EntryKind, SessionInfo};

use crate::app::App;
use crate::command::CommandError;
use crate::event::AppEvent;

impl App {
    /// Names the session, in one line; blanks around the name are dropped.
    ///
    /// # Errors
    /// When nothing of the name is left.
    pub async fn set_name(&self, name: &str) -> Result<(), CommandError> {
        if name.trim().is_empty() {
            return Err(CommandError::EmptyName);
        }
        self.name_or_unname(name).await;
        Ok(())
    }

    /// Names the session, in one line; a name of only blanks takes the name away.
    pub async fn name_or_unname(&self, name: &str) {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        self.inner.note(EntryKind::SessionInfo(SessionInfo { name: Some(name.clone()) })).await;
        let name = Some(name).filter(|name| !name.is_empty());
        self.inner.fanout.tell(AppEvent::SessionNamed { name }).await;
    }
}
