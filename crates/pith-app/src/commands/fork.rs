//! A session made of this one: from before a message of the person, or with all that led to an entry.

use pith_session::{EntryId, ForkPosition};

use crate::app::App;
use crate::command::{CommandError, Replaced};
use crate::event::SessionReason;
use crate::extension::{self, BeforeFork};
use crate::life::Activity;

impl App {
    /// Goes on in a new session that holds what led to an entry; before a message of the person, whose text is given back to
    /// be said anew, or up to and with the entry. What is active is ended first.
    ///
    /// # Errors
    /// When there is no such entry, it is none to fork before, or the new file cannot be written.
    pub async fn fork(&self, entry: &str, position: ForkPosition) -> Result<Replaced, CommandError> {
        let activity = self.alone().await;
        self.fork_in(entry, position, &activity).await
    }

    /// Goes on in a copy of the active branch.
    ///
    /// # Errors
    /// When the new file cannot be written.
    pub async fn clone_session(&self) -> Result<Replaced, CommandError> {
        // What is said to be the leaf must still be one when it is copied, whatever was asked for before.
        let activity = self.alone().await;
        match self.inner.record.read(|session| session.leaf().cloned()) {
            Some(leaf) => self.fork_in(leaf.as_str(), ForkPosition::At, &activity).await,
            None => self.new_session_in(None, &[], &activity).await,
        }
    }

    async fn fork_in(
        &self,
        entry: &str,
        position: ForkPosition,
        activity: &Activity,
    ) -> Result<Replaced, CommandError> {
        let side = match position {
            ForkPosition::Before => extension::ForkPosition::Before,
            ForkPosition::At => extension::ForkPosition::At,
        };
        if self.inner.fanout.before_fork(&BeforeFork { entry: EntryId::from(entry), position: side }).await {
            return Ok(Replaced::cancelled());
        }
        let forked = self.inner.record.read(|session| session.fork(entry, position))?;
        self.take_up(forked.session, SessionReason::Fork, activity).await;
        Ok(Replaced { cancelled: false, text: forked.prompt.map(|prompt| prompt.to_text()) })
    }
}
