//! How things stand.

use crate::app::App;
use crate::command::AppState;
use crate::life::Doing;

impl App {
    /// How things stand.
    pub fn state(&self) -> AppState {
        let inner = &self.inner;
        let agent = &inner.agent;
        AppState {
            model: agent.model(),
            thinking_level: agent.thinking_level(),
            is_streaming: !inner.life.is_settled(),
            is_compacting: inner.life.doing() == Doing::Summarizing,
            is_waiting: inner.life.doing() == Doing::Waiting,
            steering_mode: agent.steering_mode(),
            follow_up_mode: agent.follow_up_mode(),
            session_file: inner.record.file(),
            session_id: inner.record.id(),
            session_name: inner.record.name(),
            auto_compaction_enabled: inner.rules.now().compaction.enabled,
            message_count: agent.messages().len(),
            pending_message_count: agent.queued_steering().len() + agent.queued_follow_ups().len(),
        }
    }
}
