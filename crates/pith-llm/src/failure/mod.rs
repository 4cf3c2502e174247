//! What a failed answer means for what to do next: make the context smaller, try again, or give up (spec/core.md R5.12,
//! R5.13). Servers say it in words of their own; the words are lists in the files beside.

mod overflow;
mod phrases;
mod retry;

pub use overflow::{is_context_overflow, is_recoverable_length};
pub use retry::{RetryDelays, is_retryable};
