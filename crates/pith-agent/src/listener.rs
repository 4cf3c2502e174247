//! Who is told of a run's events, and waited for (spec/core.md R3.10).

use std::future::Future;

use async_trait::async_trait;
use tokio_util::sync::CancellationToken;

use crate::{AgentEvent, ListenerError};

/// Hears every event of an agent's runs. Listeners are awaited one after another in the order of subscription, and form a
/// barrier: nothing further happens in the run until they are done.
///
/// Implemented by every `Fn(&AgentEvent, &CancellationToken)` that needs no waiting; [`waiting`] makes a listener of an
/// asynchronous closure.
#[async_trait]
pub trait Listener: Send + Sync {
    /// Takes an event in. The agent's own state has already taken it in.
    ///
    /// # Errors
    /// The run ends with [`RunEnd::Failed`](crate::RunEnd::Failed); the other listeners still hear its end.
    async fn hear(&self, event: &AgentEvent, cancel: &CancellationToken) -> Result<(), ListenerError>;
}

#[async_trait]
impl<F> Listener for F
where
    F: Fn(&AgentEvent, &CancellationToken) + Send + Sync,
{
    async fn hear(&self, event: &AgentEvent, cancel: &CancellationToken) -> Result<(), ListenerError> {
        self(event, cancel);
        Ok(())
    }
}

/// A listener of an asynchronous closure, which is given its own copy of each event.
pub fn waiting<F, R>(hear: F) -> impl Listener
where
    F: Fn(AgentEvent, CancellationToken) -> R + Send + Sync,
    R: Future<Output = Result<(), ListenerError>> + Send,
{
    Waiting(hear)
}

struct Waiting<F>(F);

#[async_trait]
impl<F, R> Listener for Waiting<F>
where
    F: Fn(AgentEvent, CancellationToken) -> R + Send + Sync,
    R: Future<Output = Result<(), ListenerError>> + Send,
{
    async fn hear(&self, event: &AgentEvent, cancel: &CancellationToken) -> Result<(), ListenerError> {
        self.0(event.clone(), cancel.clone()).await
    }
}
