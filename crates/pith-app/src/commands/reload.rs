//! Reading what is on disk anew.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::app::App;
use crate::event::{AppEvent, SessionReason};
use crate::extension::ShutdownReason;

impl App {
    /// Reads extensions, context files, prompt files, skills, templates and settings anew. What changed reaches the model with the next
    /// prompt. Asked for once more while it goes on, nothing more is done: two at a time would unload what the other loads,
    /// and an extension that asks for it while it is unloaded would wait for itself.
    pub async fn reload(&self) {
        let inner = &self.inner;
        let Some(_reloading) = Reloading::begin(&inner.reloading) else { return };
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

/// Held while everything is read anew, also when nobody waits for it any more.
struct Reloading<'a>(&'a AtomicBool);

impl<'a> Reloading<'a> {
    /// Nothing when another one goes on.
    fn begin(reloading: &'a AtomicBool) -> Option<Self> {
        let begun = reloading.compare_exchange(false, true, Ordering::AcqRel, Ordering::Acquire);
        // Made only then: whoever drops one says that everything has been read.
        begun.is_ok().then(|| Self(reloading))
    }
}

impl Drop for Reloading<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}
