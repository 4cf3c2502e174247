//! Ids that are known beforehand.

use std::sync::atomic::{AtomicU64, Ordering};

/// Gives `PREFIX1`, `PREFIX2` and so on.
#[derive(Debug)]
pub struct SequentialIds {
    prefix: String,
    next: AtomicU64,
}

impl SequentialIds {
    /// Ids that begin with `prefix`.
    pub fn new(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned(), next: AtomicU64::new(1) }
    }

    /// The next id.
    pub fn next_id(&self) -> String {
        format!("{}{}", self.prefix, self.next.fetch_add(1, Ordering::SeqCst))
    }
}
