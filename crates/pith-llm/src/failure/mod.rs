//! What a failed answer means for what to do next: make the context smaller, try again, or give up (spec/core.md R5.12,
//! R5.13). [`classify`] decides the kind once, when the failure is met; of a message from a file only its words are left.
//! Servers say it in words of their own; the words are lists in the files beside.

mod classify;
mod overflow;
mod phrases;
mod retry;
mod wait;

pub use classify::{Said, classify};
pub(crate) use classify::{classify_text, is_strict_limit};
pub use overflow::{is_context_overflow, is_recoverable_length};
pub use pith_types::{Failure, FailureKind};
pub use retry::{Retry, RetryDelays, RetryPolicy, is_retryable};
pub use wait::wait_asked;
