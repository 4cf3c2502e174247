//! A clock that stands still.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use pith_llm::Clock;

/// Tells the same time until it is moved. Clones are one clock.
#[derive(Debug, Clone)]
pub struct FixedClock(Arc<AtomicI64>);

impl FixedClock {
    /// Where it stands unless told otherwise, in Unix milliseconds.
    pub const START: i64 = 1_700_000_000_000;

    /// A clock that stands at this many Unix milliseconds.
    pub fn at(now_ms: i64) -> Self {
        Self(Arc::new(AtomicI64::new(now_ms)))
    }

    /// Moves it by this many milliseconds.
    pub fn advance(&self, ms: i64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }
}

impl Default for FixedClock {
    fn default() -> Self {
        Self::at(Self::START)
    }
}

impl Clock for FixedClock {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}
