//! Which proxy a request goes through, if any.

use std::net::IpAddr;

use reqwest::Url;

use super::{HttpOptions, TransportError};
use crate::transport::host_of;

/// The configured proxies and what is reached without them.
#[derive(Debug, Clone)]
pub(super) struct ProxyRules {
    http: Option<Result<Url, TransportError>>,
    https: Option<Result<Url, TransportError>>,
    direct: Vec<String>,
    loopback: bool,
}

impl ProxyRules {
    pub(super) fn new(options: &HttpOptions) -> Self {
        let direct = options.no_proxy.as_deref().unwrap_or_default().split([',', ' ']);
        Self {
            http: options.http_proxy.as_deref().and_then(parse),
            https: options.https_proxy.as_deref().and_then(parse),
            loopback: options.proxy_loopback,
            direct: direct.map(|entry| entry.trim().to_ascii_lowercase()).filter(|entry| !entry.is_empty()).collect(),
        }
    }

    /// The proxy for a URL. A proxy that cannot be used is an error for every request that would need it.
    pub(super) fn proxy_for(&self, url: &Url) -> Result<Option<&Url>, TransportError> {
        let Some(host) = url.host_str() else { return Ok(None) };
        let host = host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        if (!self.loopback && is_loopback(&host)) || self.is_direct(&host, url.port_or_known_default()) {
            return Ok(None);
        }
        let proxy = if url.scheme() == "https" { &self.https } else { &self.http };
        match proxy {
            None => Ok(None),
            Some(Ok(proxy)) => Ok(Some(proxy)),
            Some(Err(error)) => Err(error.clone()),
        }
    }

    fn is_direct(&self, host: &str, port: Option<u16>) -> bool {
        self.direct.iter().any(|entry| {
            let entry = match entry.rsplit_once(':').map(|(name, digits)| (name, digits.parse::<u16>())) {
                // An address of IPv6 has colons and no port here.
                Some((name, Ok(wanted))) if !name.contains(':') => {
                    if port != Some(wanted) {
                        return false;
                    }
                    name
                }
                _ => entry,
            };
            let name = entry.trim_start_matches('*').trim_start_matches('.');
            if name.is_empty() {
                return entry == "*";
            }
            host == name || host.strip_suffix(name).is_some_and(|before| before.ends_with('.'))
        })
    }
}

/// Whether an address can be a proxy's. An empty one names none.
///
/// # Errors
/// When it cannot.
pub fn check_proxy(address: &str) -> Result<(), TransportError> {
    parse(address).transpose().map(|_| ())
}

fn parse(text: &str) -> Option<Result<Url, TransportError>> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let with_scheme = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
    let proxy = || host_of(text);
    Some(match Url::parse(&with_scheme) {
        Err(error) => Err(TransportError::Proxy { proxy: proxy(), reason: error.to_string() }),
        Ok(url) if !matches!(url.scheme(), "http" | "https") => {
            Err(TransportError::Proxy { proxy: proxy(), reason: format!("`{}` is not supported", url.scheme()) })
        }
        Ok(url) => Ok(url),
    })
}

fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.ends_with(".localhost") || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}
