//! A point that is only passed when the test says so: to hold an answer without sleeping.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Closed until opened. Clones are one gate.
#[derive(Debug, Clone, Default)]
pub struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    /// A closed gate.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets everyone pass, now and later.
    pub fn open(&self) {
        let (open, changed) = &*self.0;
        *open.lock().unwrap_or_else(PoisonError::into_inner) = true;
        changed.notify_all();
    }

    /// Waits, blocking the thread, until it is open.
    pub fn wait(&self) {
        let (open, changed) = &*self.0;
        let mut is_open = open.lock().unwrap_or_else(PoisonError::into_inner);
        while !*is_open {
            is_open = changed.wait(is_open).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
