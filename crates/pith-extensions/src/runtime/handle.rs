//! The handle of a runtime: begins it, calls into it, ends it. Cheap to copy, usable from every thread.

use std::{
    fmt,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
};

use tokio::sync::oneshot;

use super::{
    failure::{CallFailure, StopReason},
    given_up::GivenUp,
    message::{CallResult, Message},
    options::{Budget, RuntimeOptions},
    thread::run,
};

/// Stack that the engine's limit does not cover: native functions, the parser, the loop itself.
const NATIVE_STACK: usize = 12 << 20;

/// A runtime that is alive, or was.
#[derive(Clone)]
pub struct Runtime {
    shared: Arc<Shared>,
}

struct Shared {
    name: String,
    inbox: mpsc::Sender<Message>,
    stop: Arc<AtomicBool>,
    /// Why it is gone, once it is.
    ended: Arc<OnceLock<StopReason>>,
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        _ = self.inbox.send(Message::Stop);
    }
}

impl Runtime {
    /// Begins a runtime on a thread of its own. Returns at once; calls wait until it is ready.
    pub fn spawn(options: RuntimeOptions) -> Self {
        let (inbox, messages) = mpsc::channel();
        let stop = Arc::new(AtomicBool::new(false));
        let ended = Arc::new(OnceLock::new());
        let name = options.name.clone();
        let stack = options.limits.stack.saturating_add(NATIVE_STACK);
        let body = {
            let (inbox, stop, ended) = (inbox.clone(), Arc::clone(&stop), Arc::clone(&ended));
            move || run(options, inbox, &messages, stop, &ended)
        };
        let shared = Shared { name, inbox, stop, ended };
        if let Err(error) = thread::Builder::new().name("extension".into()).stack_size(stack).spawn(body) {
            _ = shared.ended.set(StopReason::Broken { reason: error.to_string() });
        }
        Self { shared: Arc::new(shared) }
    }

    /// Who it is.
    pub fn name(&self) -> &str {
        &self.shared.name
    }

    /// Calls a function that JavaScript has exposed. `args` is a JSON array; so is nothing of the answer unless the
    /// function returned something. Giving up the future breaks off what the function runs at that moment; what it waits
    /// for goes on, unheard.
    pub async fn call(&self, entry: &str, args: impl Into<String>, budget: Budget) -> CallResult {
        let given_up = GivenUp::default();
        let waiting = given_up.unless_done();
        let answer = self.send(entry, args.into(), budget, given_up).await;
        waiting.done();
        answer.unwrap_or_else(|_| Err(self.gone()))
    }

    /// The same for callers that can wait with their whole thread, also inside of a runtime.
    pub fn call_blocking(&self, entry: &str, args: impl Into<String>, budget: Budget) -> CallResult {
        let answer = self.begin(entry, args.into(), budget);
        futures::executor::block_on(answer).unwrap_or_else(|_| Err(self.gone()))
    }

    /// Calls without waiting; the answer comes on the channel.
    pub fn begin(&self, entry: &str, args: String, budget: Budget) -> oneshot::Receiver<CallResult> {
        self.send(entry, args, budget, GivenUp::default())
    }

    fn send(&self, entry: &str, args: String, budget: Budget, given_up: GivenUp) -> oneshot::Receiver<CallResult> {
        let (reply, answer) = oneshot::channel();
        if self.shared.ended.get().is_none() {
            _ = self.shared.inbox.send(Message::Call { entry: entry.to_owned(), args, budget, given_up, reply });
        }
        answer
    }

    /// Bytes in use after garbage was collected; nothing when the runtime is gone.
    pub async fn memory(&self) -> Option<usize> {
        let (reply, answer) = oneshot::channel();
        self.shared.inbox.send(Message::Measure { reply }).ok()?;
        answer.await.ok()
    }

    /// Ends the runtime, whatever its code does. Calls that are open fail.
    pub fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        _ = self.shared.inbox.send(Message::Stop);
    }

    /// Why it is gone; nothing while it runs.
    pub fn stopped(&self) -> Option<StopReason> {
        self.shared.ended.get().cloned()
    }

    fn gone(&self) -> CallFailure {
        CallFailure::Stopped(self.stopped().unwrap_or(StopReason::Unloaded))
    }
}

impl fmt::Debug for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runtime").field("name", &self.shared.name).finish_non_exhaustive()
    }
}
