//! What happens on the way to a model file, as numbers and names for whoever draws it.

use std::path::PathBuf;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::SourceError;

/// One step of a pull. Speed and time left follow from `done` over the time since [`PullEvent::Started`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum PullEvent {
    /// Another process fetches the same model; this one waits for it.
    Waiting,
    /// A source is asked.
    Started {
        /// The source's name for people.
        source: String,
        /// Bytes that were there already.
        done: u64,
        /// Bytes of the whole file.
        total: u64,
    },
    /// More has come. `done` falls only when a source has to begin again.
    Progress {
        /// Bytes there so far.
        done: u64,
        /// Bytes of the whole file.
        total: u64,
    },
    /// The source broke off and is asked again for the rest.
    Retrying {
        /// The source's name.
        source: String,
        /// Why it broke off.
        error: Arc<SourceError>,
    },
    /// The source cannot serve; the next one is tried, if there is one.
    Failed {
        /// The source's name.
        source: String,
        /// Why it cannot.
        error: Arc<SourceError>,
    },
    /// The file's hash is computed.
    Verifying {
        /// Bytes read so far.
        done: u64,
        /// Bytes of the whole file.
        total: u64,
    },
    /// The model is in place.
    Done {
        /// Where.
        path: PathBuf,
    },
}

/// Is told what happens. Called from several threads, never at the same time by one pull; it should return at once.
pub trait Observer: Send + Sync {
    /// Takes one event.
    fn observe(&self, event: PullEvent);
}

impl<F: Fn(PullEvent) + Send + Sync> Observer for F {
    fn observe(&self, event: PullEvent) {
        self(event);
    }
}

/// Who watches an operation, and who may end it.
#[derive(Clone)]
pub struct Watch {
    observer: Arc<dyn Observer>,
    cancel: CancellationToken,
}

impl Watch {
    /// Reports to the observer until the token is canceled.
    pub fn new(observer: impl Observer + 'static, cancel: CancellationToken) -> Self {
        Self { observer: Arc::new(observer), cancel }
    }

    /// Nobody looks and nobody interrupts.
    pub fn unattended() -> Self {
        Self::new(|_| {}, CancellationToken::new())
    }

    pub(super) fn tell(&self, event: PullEvent) {
        self.observer.observe(event);
    }

    pub(super) fn cancel(&self) -> &CancellationToken {
        &self.cancel
    }
}
