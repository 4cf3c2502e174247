//! Time, passed in: the crate never reads the system's clock itself.

/// Tells the time. Implemented by the binary over the system's clock, and by tests over a fixed one.
pub trait Clock: Send + Sync {
    /// Unix milliseconds, for timestamps.
    fn now_ms(&self) -> i64;
}
