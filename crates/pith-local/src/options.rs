//! How models in the process are run.

use std::path::PathBuf;

/// States of system prompts take at most this much, unless told otherwise: 512 MiB.
const STATE_BYTES: u64 = 512 << 20;

/// What the caller decides; the crate reads no environment itself.
#[derive(Debug, Clone)]
pub struct LocalOptions {
    /// Threads that compute; physical cores less one, at least one, when absent.
    pub threads: Option<usize>,
    /// Where states of system prompts and requantised weights are kept; nothing is kept when absent.
    pub cache_folder: Option<PathBuf>,
    /// Bytes that the states may take together.
    pub state_bytes: u64,
}

impl Default for LocalOptions {
    fn default() -> Self {
        Self { threads: None, cache_folder: None, state_bytes: STATE_BYTES }
    }
}
