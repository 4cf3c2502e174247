//! How long code may run without a pause. Asked by the engine every few thousand steps, also inside regular expressions.

use std::{
    cell::{Cell, RefCell},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use super::{failure::StopReason, given_up::GivenUp};

/// The present stretch of code, and whether the runtime is about to end.
pub(crate) struct Slice {
    began: Cell<Instant>,
    ends: Cell<Option<Instant>>,
    ending: RefCell<Option<StopReason>>,
    /// Whether anybody still waits for what runs.
    given_up: RefCell<Option<GivenUp>>,
    /// Set from other threads when the runtime is to end.
    stop: Arc<AtomicBool>,
}

impl Slice {
    pub(crate) fn new(stop: Arc<AtomicBool>) -> Self {
        Self {
            began: Cell::new(Instant::now()),
            ends: Cell::new(None),
            ending: RefCell::new(None),
            given_up: RefCell::new(None),
            stop,
        }
    }

    /// Code begins to run, for at most so long.
    pub(crate) fn begin(&self, most: Duration, given_up: Option<GivenUp>) {
        let now = Instant::now();
        self.began.set(now);
        self.ends.set(now.checked_add(most));
        self.given_up.replace(given_up);
    }

    /// Code has come back.
    pub(crate) fn end(&self) {
        self.ends.set(None);
        self.given_up.replace(None);
    }

    /// The thread stood still for the program that long: that is not the code's time.
    pub(crate) fn forgive(&self, time: Duration) {
        self.began.set(self.began.get() + time);
        self.ends.set(self.ends.get().map(|ends| ends + time));
    }

    /// Whether the code has to be broken off now.
    pub(crate) fn is_over(&self) -> bool {
        if self.ending.borrow().is_some() {
            return true;
        }
        if self.stop.load(Ordering::Relaxed) {
            self.stop_for(StopReason::Unloaded);
            return true;
        }
        let now = Instant::now();
        if self.ends.get().is_some_and(|ends| now > ends) {
            self.stop_for(StopReason::Hung { ran: now.saturating_duration_since(self.began.get()) });
            return true;
        }
        self.is_given_up()
    }

    /// Whether nobody waits any more for what runs: it is broken off, and the runtime goes on.
    pub(crate) fn is_given_up(&self) -> bool {
        self.given_up.borrow().as_ref().is_some_and(GivenUp::is_set)
    }

    /// Whether another thread wants the runtime, or what it runs, to end.
    pub(crate) fn is_told_to_end(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.is_given_up()
    }

    /// The runtime ends as soon as its code comes back. The first reason counts.
    pub(crate) fn stop_for(&self, reason: StopReason) {
        self.ending.borrow_mut().get_or_insert(reason);
    }

    /// Why the runtime is to end, if it is.
    pub(crate) fn ending(&self) -> Option<StopReason> {
        self.ending.borrow().clone()
    }
}
