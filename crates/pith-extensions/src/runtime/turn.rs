//! Engines that begin at the same time take turns, as many at once as there are processors: each has what it works on to
//! itself, and the first of many is ready soon.

use std::{
    num::NonZero,
    sync::{Condvar, Mutex, OnceLock, PoisonError},
    thread,
};

static FREE: OnceLock<Mutex<usize>> = OnceLock::new();
static CHANGED: Condvar = Condvar::new();

/// Given back when it is dropped.
pub(super) struct Turn(());

/// Waits for a turn. Whoever has one waits for nothing else.
pub(super) fn take() -> Turn {
    let mut free = free().lock().unwrap_or_else(PoisonError::into_inner);
    while *free == 0 {
        free = CHANGED.wait(free).unwrap_or_else(PoisonError::into_inner);
    }
    *free -= 1;
    Turn(())
}

impl Drop for Turn {
    fn drop(&mut self) {
        *free().lock().unwrap_or_else(PoisonError::into_inner) += 1;
        CHANGED.notify_one();
    }
}

fn free() -> &'static Mutex<usize> {
    FREE.get_or_init(|| Mutex::new(thread::available_parallelism().map_or(2, NonZero::get)))
}
