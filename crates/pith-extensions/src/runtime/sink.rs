//! Where a runtime's lines and reports go.

use super::failure::Report;

/// How serious a line of `console` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// `console.debug`
    Debug,
    /// `console.log` and `console.info`
    Info,
    /// `console.warn`
    Warn,
    /// `console.error`
    Error,
}

/// Takes what an extension prints and what happens to it. Called from the extension's own thread; must not block.
pub trait Sink: Send + Sync {
    /// Something was written with `console`, without a line end.
    fn console(&self, level: Level, text: &str);
    /// Bytes were written to `process.stdout` (1) or `process.stderr` (2).
    fn output(&self, stream: u8, bytes: &[u8]);
    /// Something happened that no call returns.
    fn report(&self, report: Report);
}
