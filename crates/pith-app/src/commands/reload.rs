//! Reading what is on disk anew.

use crate::app::App;
use crate::event::{AppEvent, SessionReason};
use crate::extension::ShutdownReason;

impl App {
    /// Reads extensions, context files, prompt files, skills, templates and settings anew. What changed reaches the model with the next
    /// prompt.
    pub async fn reload(&self) {
        let inner = &self.inner;
        self.renew_extensions(ShutdownReason::Reload, None).await;
        self.models_changed();
        let policy = inner.policy.read();
        inner.rules.change(|rules| *rules = policy);
        inner.reload().await;
        let (header, reason) = (inner.record.header(), SessionReason::Reload);
        inner.fanout.tell(AppEvent::SessionStarted { header, reason, previous: None }).await;
        inner.discover(true).await;
    }
}
