//! Whether, and when, a failed answer is worth another request (spec/core.md R5.13, spec/providers.md 4.2). Pure: whoever
//! waits brings the clock and the chance.

use std::time::Duration;

use pith_types::{AssistantMessage, StopReason};

use super::phrases::{any, has_number};

/// Statuses of servers that may do better soon.
pub(super) const TRANSIENT_STATUSES: [&str; 7] = ["429", "500", "502", "503", "504", "520", "524"];

/// Whether the failure is of a kind that passes, rather than a limit of the account or a fault of the request. Of a
/// message that was read from a file only the words are left to judge by.
pub fn is_retryable(message: &AssistantMessage) -> bool {
    let Some(text) = message.error_message.as_ref().filter(|_| message.stop_reason == StopReason::Error) else {
        return false;
    };
    if let Some(failure) = &message.failure {
        return failure.kind.passes();
    }
    let text = text.to_lowercase();
    if any(include_str!("limit_phrases.txt"), &text) {
        return false;
    }
    any(include_str!("transient_phrases.txt"), &text)
        || TRANSIENT_STATUSES.iter().any(|status| has_number(&text, status))
}

/// How often a request is repeated, and how long is waited before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryPolicy {
    /// Repetitions at most.
    pub retries: u32,
    /// The waits of our own choice.
    pub delays: RetryDelays,
    /// A server that asks for a longer wait than this is not waited for; no limit when absent.
    pub longest_asked: Option<Duration>,
}

/// What to do about a failed answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// Ask again after this wait.
    After(Duration),
    /// The same would happen again.
    Pointless,
    /// It was repeated as often as is allowed.
    Spent,
    /// The server asks for more patience than there is.
    TooLong(Duration),
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self { retries: 3, delays: RetryDelays::default(), longest_asked: Some(Duration::from_secs(60)) }
    }
}

impl RetryPolicy {
    /// What to do about a failed answer after so many repetitions. `chance`, from 0 to 1, spreads the waits of many
    /// clients: up to a quarter is taken off. What the server asked for is waited in full.
    pub fn decide(&self, message: &AssistantMessage, retried: u32, chance: f64) -> Retry {
        let failure = message.failure.as_ref();
        if !is_retryable(message) || failure.and_then(|failure| failure.should_retry) == Some(false) {
            return Retry::Pointless;
        }
        if retried >= self.retries {
            return Retry::Spent;
        }
        let asked = failure.and_then(|failure| failure.retry_after).unwrap_or_default();
        if self.longest_asked.is_some_and(|longest| asked > longest) {
            return Retry::TooLong(asked);
        }
        let own = self.delays.before(retried + 1).mul_f64(1.0 - 0.25 * chance.clamp(0.0, 1.0));
        Retry::After(own.max(asked))
    }
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

#[cfg(test)]
mod tests {
    use pith_types::{Failure, FailureKind};

    use super::*;

    fn failed(failure: Failure) -> AssistantMessage {
        AssistantMessage {
            stop_reason: StopReason::Error,
            error_message: Some("no".into()),
            failure: Some(failure),
            ..AssistantMessage::default()
        }
    }

    #[test]
    fn waits_double_and_spread_and_the_server_has_the_last_word() {
        let policy = RetryPolicy::default();
        let busy = failed(Failure::of(FailureKind::Overloaded));
        assert_eq!(policy.decide(&busy, 0, 0.0), Retry::After(Duration::from_secs(2)));
        assert_eq!(policy.decide(&busy, 2, 1.0), Retry::After(Duration::from_secs(6)));
        assert_eq!(policy.decide(&busy, 3, 0.0), Retry::Spent);
        let asks = |seconds| {
            failed(Failure { retry_after: Some(Duration::from_secs(seconds)), ..Failure::of(FailureKind::RateLimit) })
        };
        assert_eq!(policy.decide(&asks(59), 0, 1.0), Retry::After(Duration::from_secs(59)));
        assert_eq!(policy.decide(&asks(61), 0, 0.0), Retry::TooLong(Duration::from_secs(61)));
        let patient = RetryPolicy { longest_asked: None, ..policy };
        assert_eq!(patient.decide(&asks(61), 0, 0.0), Retry::After(Duration::from_secs(61)));
    }

    #[test]
    fn what_would_fail_again_is_not_repeated() {
        let policy = RetryPolicy::default();
        for kind in [
            FailureKind::Authentication,
            FailureKind::Quota,
            FailureKind::ContextOverflow,
            FailureKind::InvalidRequest,
            FailureKind::Refused,
            FailureKind::Protocol,
        ] {
            assert_eq!(policy.decide(&failed(Failure::of(kind)), 0, 0.0), Retry::Pointless, "{kind:?}");
        }
        let told = Failure { should_retry: Some(false), ..Failure::of(FailureKind::Overloaded) };
        assert_eq!(policy.decide(&failed(told), 0, 0.0), Retry::Pointless);
    }
}
