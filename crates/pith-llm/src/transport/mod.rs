//! The seam between a wire and the network.

#[cfg(feature = "http")]
pub mod http;

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures::stream::BoxStream;

use crate::{Secret, failure::FailureKind};

/// A request on its way out.
#[derive(Debug, Clone)]
pub struct HttpRequest {
    /// Absolute.
    pub url: String,
    /// Lower-case names. Values are secret throughout, since any of them may hold a key.
    pub headers: Vec<(String, Secret)>,
    /// The exact bytes.
    pub body: Bytes,
}

/// An answer whose body is still coming.
pub struct HttpResponse {
    /// HTTP status.
    pub status: u16,
    /// Lower-case names.
    pub headers: Vec<(String, String)>,
    /// The body, in the pieces it arrives in.
    pub body: BoxStream<'static, Result<Bytes, TransportError>>,
}

/// Why no answer, or no more of it, came.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TransportError {
    /// No connection was made.
    #[error("connection error: could not connect to `{host}`: {reason}")]
    Connect {
        /// Host and port, without path or query.
        host: String,
        /// The innermost cause.
        reason: String,
    },
    /// Nothing came for too long.
    #[error("timed out: no data from `{host}` for {waited:?}")]
    Timeout {
        /// Host and port.
        host: String,
        /// How long was waited.
        waited: Duration,
    },
    /// The connection broke.
    #[error("connection lost: `{host}` broke off: {reason}")]
    Broken {
        /// Host and port.
        host: String,
        /// The innermost cause.
        reason: String,
    },
    /// A proxy that is configured cannot be used.
    #[error("the proxy `{proxy}` is not usable: {reason}; it must be an address like `http://host:port`")]
    Proxy {
        /// Host and port of it, or what stands there, without user and password.
        proxy: String,
        /// What is wrong with it.
        reason: String,
    },
    /// There is no way to any network.
    #[error("this program has no network transport; it cannot reach `{host}`")]
    None {
        /// Host and port.
        host: String,
    },
    /// The request could not even be formed.
    #[error("could not send to `{host}`: {reason}")]
    Invalid {
        /// Host and port, or what stands in their place.
        host: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl TransportError {
    /// What kind of failure it is.
    pub fn kind(&self) -> FailureKind {
        match self {
            Self::Connect { .. } | Self::Timeout { .. } => FailureKind::Network,
            Self::Broken { .. } => FailureKind::Cut,
            Self::Proxy { .. } | Self::None { .. } => FailureKind::Protocol,
            Self::Invalid { .. } => FailureKind::InvalidRequest,
        }
    }
}

/// A request of any method, for callers that are no model's wire: redirects are theirs to follow.
#[derive(Debug, Clone, Default)]
pub struct Exchange {
    /// `GET` and the like.
    pub method: String,
    /// Absolute, `http` or `https`.
    pub url: String,
    /// In order; a name may come again. A value's characters are its bytes.
    pub headers: Vec<(String, String)>,
    /// The exact bytes, if there are any.
    pub body: Option<Bytes>,
}

/// Sends a POST and hands back the answer as it comes. Implemented over HTTP behind the feature `http`, and by tests.
#[async_trait]
pub trait Transport: Send + Sync {
    /// Sends the request; dropping the future, or the body, gives it up.
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, TransportError>;

    /// Sends a request of any method, and follows no redirect. A transport that only knows models has no way for it.
    async fn exchange(&self, exchange: Exchange) -> Result<HttpResponse, TransportError> {
        Err(TransportError::None { host: host_of(&exchange.url) })
    }
}

/// No network at all: for programs whose models all run in the process, and for tests.
#[derive(Debug, Clone, Copy, Default)]
pub struct Offline;

#[async_trait]
impl Transport for Offline {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, TransportError> {
        Err(TransportError::None { host: host_of(&request.url) })
    }
}

/// Host and port of a URL, as errors name it: without user, path and query, any of which may hold a secret.
pub(crate) fn host_of(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    authority.rsplit('@').next().unwrap_or_default().to_owned()
}
