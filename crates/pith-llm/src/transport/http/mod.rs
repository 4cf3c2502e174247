//! The transport over HTTP/1.1 and HTTP/2, with TLS.
//!
//! Nothing is read from the environment: proxies and limits come in as [`HttpOptions`]. Errors name the host and the
//! innermost cause; they hold no header, no path and no query, since any of them may be secret. The machinery for `https`
//! is only built for the first request that needs it: a request to a server on the same machine loads no certificates.

mod exchange;
mod proxy;
mod roots;
#[cfg(test)]
mod tests;

use std::{error::Error as _, sync::OnceLock, time::Duration};

use async_trait::async_trait;
use bytes::Bytes;
use futures::{StreamExt as _, stream, stream::BoxStream};
use reqwest::Url;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue, USER_AGENT};

pub use super::Exchange;
use super::{HttpRequest, HttpResponse, Transport, TransportError, host_of};
pub use exchange::{Duplex, Upgraded};
use proxy::ProxyRules;
pub use proxy::check_proxy;
pub use roots::ExtraRoots;

/// Redirects that are followed for one request.
const MAX_REDIRECTS: usize = 5;

/// Limits and ways of the HTTP transport.
#[derive(Debug, Clone)]
pub struct HttpOptions {
    /// How long a connection may take to be made.
    pub connect_timeout: Duration,
    /// How long a server may send nothing: before the answer's head, and between two pieces of its body. No limit when
    /// absent.
    pub idle_timeout: Option<Duration>,
    /// Sent unless a request has its own.
    pub user_agent: String,
    /// The proxy for `http`, as in `HTTP_PROXY`.
    pub http_proxy: Option<String>,
    /// The proxy for `https`, as in `HTTPS_PROXY`.
    pub https_proxy: Option<String>,
    /// Hosts that are reached directly, as in `NO_PROXY`. The machine itself is too, unless the next says otherwise.
    pub no_proxy: Option<String>,
    /// Whether requests to the machine itself go through the proxy.
    pub proxy_loopback: bool,
    /// Certificates that are trusted beside the system's.
    pub extra_roots: Vec<ExtraRoots>,
}

impl Default for HttpOptions {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(30),
            idle_timeout: Some(Duration::from_secs(300)),
            user_agent: concat!("pith/", env!("CARGO_PKG_VERSION")).into(),
            http_proxy: None,
            https_proxy: None,
            no_proxy: None,
            proxy_loopback: false,
            extra_roots: Vec::new(),
        }
    }
}

/// Sends requests over HTTP. Connections are kept and used again.
#[derive(Debug)]
pub struct Http {
    options: HttpOptions,
    proxies: ProxyRules,
    /// Or which of them are not readable; read for the first connection that needs them.
    extra_roots: OnceLock<Result<Vec<reqwest::Certificate>, String>>,
    /// Speaks no TLS.
    plain: OnceLock<Result<reqwest::Client, String>>,
    secure: OnceLock<Result<reqwest::Client, String>>,
    /// Speaks TLS and follows no redirect.
    single: OnceLock<Result<reqwest::Client, String>>,
    /// The same, and speaks the older HTTP, in which a connection can become another.
    upgrading: OnceLock<Result<reqwest::Client, String>>,
}

/// What a client is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Redirects of the same server are followed.
    Follow,
    /// None is.
    Single,
    /// None is, and the connection may go on in another protocol.
    Upgrade,
}

impl Http {
    /// A transport that has not connected to anything yet.
    pub fn new(options: HttpOptions) -> Self {
        let proxies = ProxyRules::new(&options);
        let [plain, secure, single, upgrading] = [(); 4].map(|()| OnceLock::new());
        Self { options, proxies, extra_roots: OnceLock::new(), plain, secure, single, upgrading }
    }

    fn extra_roots(&self) -> &Result<Vec<reqwest::Certificate>, String> {
        self.extra_roots.get_or_init(|| {
            let lists = self.options.extra_roots.iter().map(ExtraRoots::certificates).collect::<Result<Vec<_>, _>>();
            lists.map(|lists| lists.into_iter().flatten().collect())
        })
    }

    fn client(&self, url: &Url, host: &str, to: Use) -> Result<&reqwest::Client, TransportError> {
        let proxy = self.proxies.proxy_for(url)?;
        let secure = url.scheme() == "https" || proxy.is_some_and(|proxy| proxy.scheme() == "https");
        let client = if secure {
            let invalid = |reason: &String| TransportError::Invalid { host: host.to_owned(), reason: reason.clone() };
            let extra = self.extra_roots().as_ref().map_err(invalid)?;
            let slot = match to {
                Use::Follow => &self.secure,
                Use::Single => &self.single,
                Use::Upgrade => &self.upgrading,
            };
            slot.get_or_init(|| {
                // Fails when the program has chosen a provider already, which is as well.
                _ = rustls::crypto::ring::default_provider().install_default();
                let policy = || if to == Use::Follow { same_origin() } else { reqwest::redirect::Policy::none() };
                let builder = || {
                    let builder = self.builder().redirect(policy());
                    if to == Use::Upgrade { builder.http1_only() } else { builder }
                };
                let system = builder().tls_certs_merge(extra.iter().cloned()).build();
                // A bare machine may have no roots at all: Mozilla's serve there.
                let mozilla = || builder().tls_certs_only(mozilla_roots().chain(extra.iter().cloned())).build();
                let built = system.or_else(|_| mozilla());
                built.map_err(|error| innermost(&error))
            })
        } else {
            self.plain.get_or_init(|| {
                _ = rustls::crypto::ring::default_provider().install_default();
                // Without roots nothing could be trusted, but nothing is asked to be: it follows no redirects.
                let builder = self.builder().tls_certs_only([]).redirect(reqwest::redirect::Policy::none());
                builder.build().map_err(|error| innermost(&error))
            })
        };
        client.as_ref().map_err(|reason| TransportError::Connect { host: host.to_owned(), reason: reason.clone() })
    }

    fn builder(&self) -> reqwest::ClientBuilder {
        let rules = self.proxies.clone();
        reqwest::Client::builder()
            .connect_timeout(self.options.connect_timeout)
            .no_proxy()
            .proxy(reqwest::Proxy::custom(move |url| rules.proxy_for(url).ok().flatten().cloned()))
    }

    fn headers(&self, request: &HttpRequest, host: &str) -> Result<HeaderMap, TransportError> {
        let mut headers = HeaderMap::new();
        for (name, value) in &request.headers {
            let invalid = |reason: &str| TransportError::Invalid { host: host.to_owned(), reason: reason.to_owned() };
            let header = HeaderName::from_bytes(name.as_bytes())
                .map_err(|_| invalid(&format!("`{name}` is not a header's name")))?;
            let mut value = HeaderValue::from_str(value.reveal())
                .map_err(|_| invalid(&format!("the header `{name}` holds characters that no header may have")))?;
            value.set_sensitive(true);
            headers.insert(header, value);
        }
        if !headers.contains_key(USER_AGENT)
            && let Ok(agent) = HeaderValue::from_str(&self.options.user_agent)
        {
            headers.insert(USER_AGENT, agent);
        }
        Ok(headers)
    }
}

fn mozilla_roots() -> impl Iterator<Item = reqwest::Certificate> {
    webpki_root_certs::TLS_SERVER_ROOT_CERTS.iter().filter_map(|root| reqwest::Certificate::from_der(root).ok())
}

impl Default for Http {
    fn default() -> Self {
        Self::new(HttpOptions::default())
    }
}

#[async_trait]
impl Transport for Http {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, TransportError> {
        let host = host_of(&request.url);
        let invalid = |reason: &str| TransportError::Invalid { host: host.clone(), reason: reason.to_owned() };
        let url = Url::parse(&request.url).map_err(|error| invalid(&format!("the address is not a URL: {error}")))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(invalid("the address must begin with `http://` or `https://`"));
        }
        let headers = self.headers(&request, &host)?;
        let sent = self.client(&url, &host, Use::Follow)?.post(url).headers(headers).body(request.body).send();
        let response = match self.options.idle_timeout {
            None => sent.await,
            Some(limit) => tokio::time::timeout(limit, sent)
                .await
                .map_err(|_| TransportError::Timeout { host: host.clone(), waited: limit })?,
        };
        let response = response.map_err(|error| failed(&error, &host))?;
        let head = response.headers().iter();
        let headers = head
            .filter_map(|(name, value)| Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned())))
            .collect();
        let status = response.status().as_u16();
        Ok(HttpResponse { status, headers, body: body(response, host, self.options.idle_timeout) })
    }

    async fn exchange(&self, exchange: Exchange) -> Result<HttpResponse, TransportError> {
        Http::exchange(self, exchange).await
    }
}

/// The body in pieces, each within the limit; an error ends it.
fn body(
    response: reqwest::Response,
    host: String,
    limit: Option<Duration>,
) -> BoxStream<'static, Result<Bytes, TransportError>> {
    stream::unfold(Some((response, host)), move |state| async move {
        let (mut response, host) = state?;
        let piece = match limit {
            None => response.chunk().await,
            Some(limit) => match tokio::time::timeout(limit, response.chunk()).await {
                Ok(piece) => piece,
                Err(_) => return Some((Err(TransportError::Timeout { host, waited: limit }), None)),
            },
        };
        match piece {
            Ok(Some(bytes)) => Some((Ok(bytes), Some((response, host)))),
            Ok(None) => None,
            Err(error) => Some((Err(failed(&error, &host)), None)),
        }
    })
    .boxed()
}

/// Follows a server to another path of its own, but nowhere else: the headers hold a key.
fn same_origin() -> reqwest::redirect::Policy {
    reqwest::redirect::Policy::custom(|attempt| {
        let same = attempt.previous().last().is_some_and(|before| before.origin() == attempt.url().origin());
        if same && attempt.previous().len() <= MAX_REDIRECTS { attempt.follow() } else { attempt.stop() }
    })
}

fn failed(error: &reqwest::Error, host: &str) -> TransportError {
    let (host, reason) = (host.to_owned(), innermost(error));
    if error.is_connect() { TransportError::Connect { host, reason } } else { TransportError::Broken { host, reason } }
}

/// The innermost cause: the outer ones only say that something failed, and may name the address.
fn innermost(error: &reqwest::Error) -> String {
    let mut cause = error.source();
    let mut text = None;
    while let Some(inner) = cause {
        text = Some(inner.to_string());
        cause = inner.source();
    }
    let mut text = text.unwrap_or_else(|| {
        if error.is_timeout() { "it took too long".into() } else { "the request could not be sent".into() }
    });
    // The system's own words begin with a capital.
    if let Some(first) = text.chars().next().filter(char::is_ascii_uppercase) {
        text.replace_range(..1, &first.to_ascii_lowercase().to_string());
    }
    text
}
