//! Why an answer failed, as a program can decide on it.
//!
//! The wire that met the failure decides the kind once, from status and body. It lives only as long as the process: a
//! message that was read from a file has its text alone.

use std::time::Duration;

/// What a failed answer failed of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// HTTP status, where one came.
    pub status: Option<u16>,
    /// How long the server wants to be left alone.
    pub retry_after: Option<Duration>,
    /// The server's own word on whether the same request may succeed later.
    pub should_retry: Option<bool>,
}

/// The kinds that call for different things to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// The key is missing, wrong, or may not do this.
    Authentication,
    /// The account has nothing left; waiting a minute does not help.
    Quota,
    /// Too many requests in too short a time.
    RateLimit,
    /// The server cannot answer now.
    Overloaded,
    /// The context is too large for the model.
    ContextOverflow,
    /// The request is not one that the server takes.
    InvalidRequest,
    /// The model, or a filter, will not answer this.
    Refused,
    /// No connection, or no sign of life on it.
    Network,
    /// The answer broke off, or came damaged.
    Cut,
    /// The server does not speak this wire, or ended in a way that is not known.
    Protocol,
}

impl FailureKind {
    /// Whether the same request may well succeed a little later.
    pub fn passes(self) -> bool {
        matches!(self, Self::RateLimit | Self::Overloaded | Self::Network | Self::Cut)
    }
}

impl Failure {
    /// A failure of which nothing but the kind is known.
    pub fn of(kind: FailureKind) -> Self {
        Self { kind, status: None, retry_after: None, should_retry: None }
    }
}
