//! The seam between a wire and the network.

use async_trait::async_trait;
use bytes::Bytes;
use futures::stream::BoxStream;

use crate::Secret;

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
    #[error("could not connect to `{host}`: {reason}")]
    Connect {
        /// Host and port, without path or query.
        host: String,
        /// The innermost cause.
        reason: String,
    },
    /// Nothing came for too long.
    #[error("no data from `{host}` for {seconds} s")]
    Timeout {
        /// Host and port.
        host: String,
        /// How long was waited.
        seconds: u64,
    },
    /// The connection broke.
    #[error("the connection to `{host}` broke: {reason}")]
    Broken {
        /// Host and port.
        host: String,
        /// The innermost cause.
        reason: String,
    },
    /// There is no way to any network.
    #[error("this program has no network transport; it cannot reach `{host}`")]
    None {
        /// Host and port.
        host: String,
    },
    /// The request could not even be formed.
    #[error("could not send to `{url}`: {reason}")]
    Invalid {
        /// The address as configured.
        url: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// Sends a POST and hands back the answer as it comes. Implemented over HTTP behind the feature `http`, and by tests.
#[async_trait]
pub trait Transport: Send + Sync {
    /// Sends the request; dropping the future, or the body, gives it up.
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, TransportError>;
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
