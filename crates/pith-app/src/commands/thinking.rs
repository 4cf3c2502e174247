//! Choosing how much the model is asked to reason.

use pith_llm::thinking::{clamp_level, supported_levels};
use pith_session::{EntryKind, ThinkingLevelChange};
use pith_types::ThinkingLevel;

use crate::app::{App, Inner};
use crate::event::AppEvent;

impl App {
    /// The levels that the model has.
    pub fn thinking_levels(&self) -> Vec<ThinkingLevel> {
        supported_levels(&self.inner.agent.model())
    }

    /// Asks for this much thinking from the next run on, or the nearest that the model has; gives that.
    pub async fn set_thinking_level(&self, level: ThinkingLevel) -> ThinkingLevel {
        let level = clamp_level(&self.inner.agent.model(), level);
        self.inner.use_level(level).await;
        level
    }

    /// Asks for the next level, around the model's list; gives it, or nothing when the model has only one.
    pub async fn cycle_thinking_level(&self) -> Option<ThinkingLevel> {
        let levels = self.thinking_levels();
        if levels.len() < 2 {
            return None;
        }
        let current = self.inner.agent.thinking_level();
        let after = levels.iter().position(|level| *level == current).map_or(0, |index| index + 1);
        let next = levels.get(after).or(levels.first()).copied()?;
        self.inner.use_level(next).await;
        Some(next)
    }
}

impl Inner {
    /// Asks for a level that the model has; says and records it when it is another one.
    pub(crate) async fn use_level(&self, level: ThinkingLevel) {
        let previous = self.agent.thinking_level();
        self.agent.set_thinking_level(level);
        self.moment.set(&self.record, &self.agent.model(), level);
        if previous != level {
            self.note(EntryKind::ThinkingLevelChange(ThinkingLevelChange { thinking_level: level })).await;
            self.fanout.tell(AppEvent::ThinkingLevelChanged { level, previous }).await;
        }
    }
}
