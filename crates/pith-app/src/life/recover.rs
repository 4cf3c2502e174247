//! After an answer that did not fit: a smaller context, and the same question again (3.8.5).

use pith_agent::RunHandle;
use pith_session::{ContextEdit, EntryKind};

use super::Activity;
use crate::app::Inner;
use crate::compaction::CompactionWish;
use crate::event::CompactionReason;

impl Inner {
    /// Whether the context could be made smaller without the last answer.
    pub(super) fn can_recover(&self) -> bool {
        let Some(answer) = self.record.turn_entries().0 else { return false };
        self.planned(CompactionReason::Overflow, Some(&answer)).is_ok() || self.can_trim()
    }

    /// Leaves the answer out, makes the context smaller, and asks again. Where that fails, the answer stays what it is.
    pub(super) async fn recover(&self, activity: &Activity) -> Option<RunHandle> {
        self.life.lock().tried.recovered = true;
        let answer = self.record.turn_entries().0?;
        // What the agent holds stays until it is known that something comes in its place.
        let edit = ContextEdit { target_id: answer, replacement: None };
        self.note_aloud(EntryKind::ContextEdit(edit)).await;
        if !(self.shrink(true, activity).await || self.trim_for_more().await) || activity.is_cancelled() {
            return None;
        }
        self.agent.start_continue().ok()
    }

    /// Makes the context smaller because it has outgrown the model; says whether it did.
    pub(super) async fn shrink(&self, will_retry: bool, activity: &Activity) -> bool {
        let wish = CompactionWish {
            reason: CompactionReason::Overflow,
            instructions: None,
            will_retry,
            cancel: activity.cancel(),
        };
        self.compact(wish).await.is_ok()
    }
}
