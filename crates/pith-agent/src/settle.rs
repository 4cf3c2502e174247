//! Waits for code that is not the agent's own, but not for ever: it may fail, panic, take too long, or not heed an abort.

use std::{any::Any, future::Future, panic::AssertUnwindSafe, pin::pin, task::Poll, time::Duration};

use futures::{FutureExt as _, future::poll_fn};
use tokio_util::sync::CancellationToken;

use crate::Cause;

/// How long to wait, and whose abort cuts the wait short.
#[derive(Debug, Clone)]
pub(crate) struct Patience {
    /// For ever when absent.
    pub(crate) budget: Option<Duration>,
    /// Fires when the run is aborted.
    pub(crate) cancel: CancellationToken,
    /// What is left after an abort.
    pub(crate) grace: Duration,
}

impl Patience {
    /// Waits for work that cannot fail by itself.
    pub(crate) async fn wait<T>(&self, work: impl Future<Output = T>) -> Result<T, Cause> {
        let mut work = pin!(AssertUnwindSafe(work).catch_unwind());
        // Most work is done at once; then no timer is set up.
        if let Poll::Ready(done) = poll_fn(|context| Poll::Ready(work.as_mut().poll(context))).await {
            return done.map_err(|panic| Cause::of_panic(panic.as_ref()));
        }
        tokio::select! {
            biased;
            done = work => done.map_err(|panic| Cause::of_panic(panic.as_ref())),
            cause = self.lost() => Err(cause),
        }
    }

    /// Waits for work that may say that it failed.
    pub(crate) async fn settle<T, E: ToString>(&self, work: impl Future<Output = Result<T, E>>) -> Result<T, Cause> {
        self.wait(work).await?.map_err(|error| Cause::Failed(error.to_string()))
    }

    /// Ends when patience does.
    pub(crate) async fn lost(&self) -> Cause {
        let timed_out = async {
            match self.budget {
                Some(budget) => {
                    tokio::time::sleep(budget).await;
                    Cause::TimedOut(budget)
                }
                None => std::future::pending().await,
            }
        };
        let abandoned = async {
            self.cancel.cancelled().await;
            tokio::time::sleep(self.grace).await;
            Cause::Abandoned(self.grace)
        };
        tokio::select! {
            cause = timed_out => cause,
            cause = abandoned => cause,
        }
    }
}

/// Calls code that does not wait, and catches its panic.
pub(crate) fn catch<T>(call: impl FnOnce() -> T) -> Result<T, Cause> {
    std::panic::catch_unwind(AssertUnwindSafe(call)).map_err(|panic| Cause::of_panic(panic.as_ref()))
}

impl Cause {
    /// What a caught panic says.
    pub(crate) fn of_panic(panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Self::Panicked(text.unwrap_or_else(|| "no reason given".to_owned()))
    }
}
