//! Whether failed answers are asked for again.

use crate::app::App;

impl App {
    /// Sets whether failed answers are asked for again, for the life of the app; the settings stay as they are.
    pub fn set_auto_retry(&self, enabled: bool) {
        self.inner.rules.change(|policy| policy.retry.enabled = enabled);
    }

    /// Ends the wait before a failed answer is asked for again, and does not ask.
    pub fn abort_retry(&self) {
        self.inner.life.stop_waiting();
    }
}
