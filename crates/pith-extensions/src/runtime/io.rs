//! The one thread on which the asynchronous work of all extensions is done: network, children, the program's answers.
//!
//! It begins with the first work and ends with the last handle. Nothing of it depends on the program's own thread, so
//! an extension's request goes on while the program draws.

use std::{
    fmt,
    future::Future,
    sync::{Arc, OnceLock},
    thread,
};

use tokio::{
    runtime::{Builder, Handle},
    sync::oneshot,
    task::AbortHandle,
};

/// A handle on the thread; copies share it.
#[derive(Clone, Default)]
pub struct Io {
    thread: Arc<OnceLock<Option<Thread>>>,
}

struct Thread {
    handle: Handle,
    /// Dropped with the last handle, which ends the thread.
    _alive: oneshot::Sender<()>,
}

impl Io {
    /// A thread that has not begun yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Does the work there. Nothing happens when the system gives no thread; the caller then waits for its deadline.
    pub(crate) fn spawn<F>(&self, work: F) -> Option<AbortHandle>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        Some(self.handle()?.spawn(work).abort_handle())
    }

    /// The handle of the runtime, for what must be made inside one.
    pub(crate) fn handle(&self) -> Option<&Handle> {
        self.thread.get_or_init(start).as_ref().map(|thread| &thread.handle)
    }
}

fn start() -> Option<Thread> {
    let runtime = Builder::new_current_thread().enable_all().build().ok()?;
    let handle = runtime.handle().clone();
    let (alive, ended) = oneshot::channel();
    let body = move || {
        _ = runtime.block_on(ended);
        runtime.shutdown_background();
    };
    thread::Builder::new().name("extensions-io".into()).spawn(body).ok()?;
    Some(Thread { handle, _alive: alive })
}

impl fmt::Debug for Io {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Io").finish_non_exhaustive()
    }
}
