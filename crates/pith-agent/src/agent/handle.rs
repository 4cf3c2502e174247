//! A run that is under way.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};

use tokio::{runtime::Handle, task::JoinHandle};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{Cause, Door, Failure, RunEnd, RunOutcome};

/// A run that is under way: a future of its outcome. Dropping it aborts the run, which then ends in order by itself.
#[must_use = "dropping the handle aborts the run"]
pub struct RunHandle {
    task: JoinHandle<RunOutcome>,
    abort_when_dropped: DropGuard,
}

impl RunHandle {
    pub(super) fn spawn(
        runtime: &Handle,
        cancel: CancellationToken,
        run: impl Future<Output = RunOutcome> + Send + 'static,
    ) -> Self {
        Self { task: runtime.spawn(run), abort_when_dropped: cancel.drop_guard() }
    }

    /// Aborts the run; its outcome still comes.
    pub fn abort(&self) {
        self.abort_when_dropped.token().cancel();
    }
}

impl Future for RunHandle {
    type Output = RunOutcome;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<RunOutcome> {
        Pin::new(&mut self.task).poll(context).map(|joined| joined.unwrap_or_else(|error| lost(&error)))
    }
}

/// The outcome of a run whose task did not come to its end: the runtime was shut down.
fn lost(error: &tokio::task::JoinError) -> RunOutcome {
    let cause = Cause::Failed(error.to_string());
    RunOutcome { end: RunEnd::Failed(Failure { door: Door::Task, cause }), messages: Vec::new() }
}
