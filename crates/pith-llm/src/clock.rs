//! Time, passed in: the crate never reads the system's clock itself.

/// Tells the time. Implemented by the binary over the system's clock, by tests over a fixed one, and by closures.
pub trait Clock: Send + Sync {
    /// Unix milliseconds, for timestamps.
    fn now_ms(&self) -> i64;
}

/// A closure that gives Unix milliseconds.
impl<F: Fn() -> i64 + Send + Sync> Clock for F {
    fn now_ms(&self) -> i64 {
        self()
    }
}
