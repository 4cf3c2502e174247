//! The handle of a runtime: begins it, calls into it, ends it. Cheap to copy, usable from every thread.

use std::{
    fmt, hint,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use tokio::sync::oneshot::{self, error::TryRecvError};

use super::{
    failure::{CallFailure, StopReason},
    given_up::GivenUp,
    inbox::{Sender, inbox},
    message::{Arguments, CallResult, Message},
    options::{Budget, RuntimeOptions},
    thread::run,
};

/// Stack that the engine's limit does not cover: native functions, the parser, the loop itself.
const NATIVE_STACK: usize = 12 << 20;

/// How long an answer is looked for before the caller goes to sleep.
const SOON: Duration = Duration::from_micros(50);

/// How often it is looked for before others may have the processor.
const LOOKS: usize = 64;

/// A runtime that is alive, or was.
#[derive(Clone)]
pub struct Runtime {
    shared: Arc<Shared>,
}

struct Shared {
    name: String,
    inbox: Sender,
    stop: Arc<AtomicBool>,
    /// Why it is gone, once it is.
    ended: Arc<OnceLock<StopReason>>,
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.inbox.send(Message::Stop);
    }
}

impl Runtime {
    /// Begins a runtime on a thread of its own. Returns at once; calls wait until it is ready.
    pub fn spawn(options: RuntimeOptions) -> Self {
        let (inbox, messages) = inbox();
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
    pub async fn call(&self, entry: &str, args: impl Into<Arguments>, budget: Budget) -> CallResult {
        let given_up = GivenUp::default();
        let waiting = given_up.unless_done();
        let mut answer = self.send(entry, args.into(), budget, given_up);
        let answer = match soon(&mut answer) {
            Err(TryRecvError::Empty) => answer.await.ok(),
            looked => looked.ok(),
        };
        waiting.done();
        answer.unwrap_or_else(|| Err(self.gone()))
    }

    /// The same for callers that can wait with their whole thread, also inside of a runtime.
    pub fn call_blocking(&self, entry: &str, args: impl Into<Arguments>, budget: Budget) -> CallResult {
        let answer = self.begin(entry, args, budget);
        futures::executor::block_on(answer).unwrap_or_else(|_| Err(self.gone()))
    }

    /// Calls without waiting; the answer comes on the channel.
    pub fn begin(&self, entry: &str, args: impl Into<Arguments>, budget: Budget) -> oneshot::Receiver<CallResult> {
        self.send(entry, args.into(), budget, GivenUp::default())
    }

    fn send(&self, entry: &str, args: Arguments, budget: Budget, given_up: GivenUp) -> oneshot::Receiver<CallResult> {
        let (reply, answer) = oneshot::channel();
        if self.shared.ended.get().is_none() {
            self.shared.inbox.send(Message::Call { entry: entry.to_owned(), args, budget, given_up, reply });
        }
        answer
    }

    /// Bytes in use after garbage was collected; nothing when the runtime is gone.
    pub async fn memory(&self) -> Option<usize> {
        let (reply, answer) = oneshot::channel();
        self.shared.inbox.send(Message::Measure { reply });
        answer.await.ok()
    }

    /// Ends the runtime, whatever its code does. Calls that are open fail.
    pub fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        self.shared.inbox.send(Message::Stop);
    }

    /// Why it is gone; nothing while it runs.
    pub fn stopped(&self) -> Option<StopReason> {
        self.shared.ended.get().cloned()
    }

    fn gone(&self) -> CallFailure {
        CallFailure::Stopped(self.stopped().unwrap_or(StopReason::Unloaded))
    }
}

/// The answer if it comes at once: most handlers are done sooner than a thread that has gone to sleep is awake again.
/// With one processor the runtime would not get it while it is waited for like this.
fn soon(answer: &mut oneshot::Receiver<CallResult>) -> Result<CallResult, TryRecvError> {
    static ALONE: OnceLock<bool> = OnceLock::new();
    if *ALONE.get_or_init(|| thread::available_parallelism().is_ok_and(|processors| processors.get() == 1)) {
        return Err(TryRecvError::Empty);
    }
    let began = Instant::now();
    loop {
        for _ in 0..LOOKS {
            match answer.try_recv() {
                Err(TryRecvError::Empty) => hint::spin_loop(),
                looked => return looked,
            }
        }
        if began.elapsed() > SOON {
            return Err(TryRecvError::Empty);
        }
        // Whoever has to run on this processor may.
        thread::yield_now();
    }
}

impl fmt::Debug for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runtime").field("name", &self.shared.name).finish_non_exhaustive()
    }
}
