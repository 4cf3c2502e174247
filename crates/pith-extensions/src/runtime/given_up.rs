//! Whether somebody still waits for a call. Code that runs for a call nobody waits for any more is broken off; the runtime
//! goes on.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Looked at by the runtime's thread while code runs.
#[derive(Debug, Clone, Default)]
pub(crate) struct GivenUp(Arc<AtomicBool>);

impl GivenUp {
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Sets it when the guard is dropped before the call is done.
    pub(super) fn unless_done(&self) -> UnlessDone {
        UnlessDone(Some(self.clone()))
    }
}

/// Held by whoever waits.
pub(super) struct UnlessDone(Option<GivenUp>);

impl UnlessDone {
    pub(super) fn done(mut self) {
        self.0 = None;
    }
}

impl Drop for UnlessDone {
    fn drop(&mut self) {
        if let Some(given_up) = &self.0 {
            given_up.0.store(true, Ordering::Relaxed);
        }
    }
}
