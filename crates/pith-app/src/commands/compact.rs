//! Making the conversation smaller, at a person's wish or by itself.

use std::sync::Arc;

use crate::app::App;
use crate::command::CommandError;
use crate::compaction::{Compacted, CompactionWish};
use crate::event::CompactionReason;
use crate::input::Busy;
use crate::life::Doing;

impl App {
    /// Summarizes what is old. What is active is ended first; inputs are refused meanwhile, and what is queued is delivered
    /// afterwards.
    ///
    /// # Errors
    /// When there is nothing to summarize, or no summary could be made.
    pub async fn compact(&self, instructions: Option<&str>) -> Result<Compacted, CommandError> {
        let activity = self.alone().await;
        activity.changes(Busy::Compacting);
        let wish = CompactionWish {
            reason: CompactionReason::Manual,
            instructions,
            will_retry: false,
            cancel: activity.cancel(),
        };
        let done = self.inner.compact(wish).await;
        drop(activity);
        if self.inner.agent.has_queued()
            && let Some(activity) = self.inner.life.begin(Doing::Running)
        {
            tokio::spawn(Arc::clone(&self.inner).go_on(activity));
        }
        Ok(done?)
    }

    /// Ends a summary that is being made; everything else goes on.
    pub fn abort_compaction(&self) {
        self.inner.life.stop_summary();
    }

    /// Sets whether long conversations are summarized by themselves, for the life of the app; the settings stay as they are.
    pub fn set_auto_compaction(&self, enabled: bool) {
        self.inner.rules.change(|policy| policy.compaction.enabled = enabled);
    }
}
