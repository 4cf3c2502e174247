//! Whether failed answers are asked for again.

use crate::app::App;

impl App {
    /// Sets whether failed answers are asked for again, for the life of the app; the settings stay as they are.
    pub fn set_auto_retry(&self, enabled: bool) {
        self.inner.rules.change(|policy| policy.retry.enabled = enabled);
    }

    /// How often the last message was asked for before it was given up; nothing where it was asked for once or answered.
    pub fn gave_up_after(&self) -> Option<u32> {
        self.inner.life.gave_up()
    }

    /// Ends the wait before a failed answer is asked for again, and does not ask.
    pub fn abort_retry(&self) {
        self.inner.life.stop_waiting();
    }
}
