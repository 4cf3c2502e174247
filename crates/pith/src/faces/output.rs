//! Standard output, which may go away at any time.

use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

/// Writes to stdout until that fails, and then calls `gone`, once. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Output {
    state: Arc<Mutex<State>>,
}

struct State {
    failure: Option<io::Error>,
    gone: Box<dyn Fn() + Send>,
}

impl Output {
    pub(crate) fn new(gone: impl Fn() + Send + 'static) -> Self {
        Self { state: Arc::new(Mutex::new(State { failure: None, gone: Box::new(gone) })) }
    }

    /// Writes at once, unbuffered.
    pub(crate) fn write(&self, bytes: &[u8]) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.failure.is_some() {
            return;
        }
        let mut stdout = io::stdout().lock();
        if let Err(error) = stdout.write_all(bytes).and_then(|()| stdout.flush()) {
            state.failure = Some(error);
            (state.gone)();
        }
    }

    /// What went wrong, if anything did.
    pub(crate) fn failure(&self) -> Option<io::Error> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).failure.take()
    }
}
