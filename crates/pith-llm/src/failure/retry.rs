//! Whether, and when, a failed answer is worth another request (spec/core.md R5.13, spec/providers.md 4.2).

use std::time::Duration;

use pith_types::{AssistantMessage, StopReason};

use super::phrases::{any, has_number};

/// Statuses of servers that may do better soon.
const TRANSIENT_STATUSES: [&str; 7] = ["429", "500", "502", "503", "504", "520", "524"];

/// Whether the failure is of a kind that passes, rather than a limit of the account or a fault of the request.
pub fn is_retryable(message: &AssistantMessage) -> bool {
    let Some(text) = message.error_message.as_ref().filter(|_| message.stop_reason == StopReason::Error) else {
        return false;
    };
    let text = text.to_lowercase();
    if any(include_str!("limit_phrases.txt"), &text) {
        return false;
    }
    any(include_str!("transient_phrases.txt"), &text)
        || TRANSIENT_STATUSES.iter().any(|status| has_number(&text, status))
}

/// How long to wait before each further request: twice as long each time, up to a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryDelays {
    /// Before the first.
    pub base: Duration,
    /// At most.
    pub longest: Duration,
}

impl Default for RetryDelays {
    fn default() -> Self {
        Self { base: Duration::from_secs(2), longest: Duration::from_secs(60) }
    }
}

impl RetryDelays {
    /// The wait before the retry of that number, from 1.
    pub fn before(&self, attempt: u32) -> Duration {
        let factor = 2_u32.checked_pow(attempt.saturating_sub(1));
        factor.and_then(|factor| self.base.checked_mul(factor)).unwrap_or(self.longest).min(self.longest)
    }
}
