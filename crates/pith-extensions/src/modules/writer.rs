//! Writes what is kept for later starts when nobody is held up by it: on a thread of its own, after the loading is done.
//!
//! A program that ends says so first ([`finish`]), and waits for what is not written yet.

use std::{
    collections::VecDeque,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// What is to be done.
type Job = Box<dyn FnOnce() + Send>;

/// How long nothing new may have come before the writing begins: while extensions are loaded, others need the processor.
const QUIET: Duration = Duration::from_millis(3);

static WRITER: Writer = Writer { queue: Mutex::new(Queue::new()), changed: Condvar::new(), done: Condvar::new() };

struct Writer {
    queue: Mutex<Queue>,
    /// Something came, or it is waited for.
    changed: Condvar,
    /// Everything is written.
    done: Condvar,
}

struct Queue {
    jobs: VecDeque<Job>,
    /// Whether the thread is there.
    runs: bool,
    /// Whether somebody waits.
    hurry: bool,
}

impl Queue {
    const fn new() -> Self {
        Self { jobs: VecDeque::new(), runs: false, hurry: false }
    }
}

/// Has a piece of work done soon; at once where there is no thread for it.
pub(super) fn later(job: impl FnOnce() + Send + 'static) {
    let mut queue = locked();
    queue.jobs.push_back(Box::new(job));
    if !queue.runs {
        queue.runs = thread::Builder::new().name("cache".into()).spawn(run).is_ok();
    }
    if queue.runs {
        WRITER.changed.notify_one();
    } else {
        let jobs = std::mem::take(&mut queue.jobs);
        drop(queue);
        jobs.into_iter().for_each(|job| job());
    }
}

/// Waits until everything is written, but not longer than this.
pub(super) fn finish(limit: Duration) {
    let end = Instant::now() + limit;
    let mut queue = locked();
    queue.hurry = queue.runs;
    WRITER.changed.notify_one();
    while queue.runs {
        let Some(left) = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) else { return };
        queue = WRITER.done.wait_timeout(queue, left).unwrap_or_else(PoisonError::into_inner).0;
    }
}

/// Works until there is nothing left. The next that comes begins a new thread.
fn run() {
    let mut queue = locked();
    loop {
        if !queue.hurry {
            let waited = WRITER.changed.wait_timeout(queue, QUIET).unwrap_or_else(PoisonError::into_inner);
            queue = waited.0;
            if !waited.1.timed_out() {
                continue;
            }
        }
        let jobs = std::mem::take(&mut queue.jobs);
        if jobs.is_empty() {
            queue.runs = false;
            queue.hurry = false;
            WRITER.done.notify_all();
            return;
        }
        drop(queue);
        jobs.into_iter().for_each(|job| job());
        queue = locked();
    }
}

fn locked() -> MutexGuard<'static, Queue> {
    WRITER.queue.lock().unwrap_or_else(PoisonError::into_inner)
}
