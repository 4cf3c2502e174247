//! What an extension's JavaScript may ask of the program.
//!
//! The runtime carries calls over as they are; what they mean is in `host`.

use async_trait::async_trait;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

/// Partial results of a call, in order.
pub type Events = Box<dyn Fn(Value) + Send + Sync>;

/// Why the program did not do what was asked. Thrown in JavaScript as an `Error`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct HostError {
    /// Words for people.
    pub message: String,
}

impl HostError {
    /// An error of these words.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

/// Answers what `pith:native/host` asks. One for each extension package, so that the asker is known.
#[async_trait]
pub trait HostCalls: Send + Sync {
    /// Answers at once. Called on the extension's thread, which stands still meanwhile.
    fn call(&self, method: &str, args: Value) -> Result<Value, HostError>;
    /// Answers later. `events` takes partial results; `cancel` says that nobody waits any more.
    async fn start(
        &self,
        method: &str,
        args: Value,
        events: Events,
        cancel: CancellationToken,
    ) -> Result<Value, HostError>;
}

/// A program that has nothing to offer: for tests, and for `check` without a session.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoHost;

#[async_trait]
impl HostCalls for NoHost {
    fn call(&self, method: &str, _args: Value) -> Result<Value, HostError> {
        Err(HostError::new(format!("there is no session that could do `{method}`")))
    }

    async fn start(&self, method: &str, args: Value, _: Events, _: CancellationToken) -> Result<Value, HostError> {
        self.call(method, args)
    }
}
