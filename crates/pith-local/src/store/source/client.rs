//! The HTTP client of the sources, and what may be shown of addresses and errors.

use std::error::Error;
use std::time::Duration;

use pith_llm::transport::http::ExtraRoots;
use reqwest::{Certificate, Client, Url};

use crate::store::SourceError;

/// A client for `url` that follows no redirection by itself. It trusts the system's roots, or Mozilla's where there are
/// none: a bare machine may have no certificates at all. Those of `extra_roots` count beside them.
pub(super) fn build(url: &Url, connect_timeout: Duration, extra_roots: &[ExtraRoots]) -> Result<Client, SourceError> {
    // An error means that the program has installed a provider already, which serves as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let extra = extra_roots.iter().filter(|_| url.scheme() == "https").map(ExtraRoots::certificates);
    let extra = extra.collect::<Result<Vec<_>, _>>().map_err(|reason| SourceError::Client { reason })?.concat();
    let builder = || {
        let builder = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(connect_timeout)
            .no_gzip()
            .user_agent(concat!("pith/", env!("CARGO_PKG_VERSION")));
        if is_loopback(url) { builder.no_proxy() } else { builder }
    };
    builder()
        .tls_certs_merge(extra.iter().cloned())
        .build()
        .or_else(|_| {
            let mozilla = webpki_root_certs::TLS_SERVER_ROOT_CERTS.iter();
            let mozilla = mozilla.filter_map(|root| Certificate::from_der(root).ok());
            builder().tls_certs_only(mozilla.chain(extra.iter().cloned())).build()
        })
        .map_err(|error| SourceError::Client { reason: innermost(&error) })
}

/// Host, and port if unusual: all of an address that may be shown. The rest can hold a signature or a password.
pub(super) fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// The cause at the bottom, which names no address.
pub(super) fn innermost(error: &reqwest::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    // The outermost shows the address it was about.
    if std::ptr::addr_eq(cause, std::ptr::from_ref(error)) { "unknown cause".to_owned() } else { cause.to_string() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn an_address_is_shown_without_path_query_or_password() {
        let url = Url::parse("https://me:secret@mirror.example:8443/path?signature=x").unwrap();
        assert_eq!(host(&url), "mirror.example:8443");
    }

    #[test]
    fn certificates_of_ones_own_are_read_where_they_are_needed_and_told_of_when_they_are_none() {
        let roots = [ExtraRoots::new("NODE_EXTRA_CA_CERTS", || Ok(b"no certificate".to_vec()))];
        let wait = Duration::from_secs(1);
        let told = build(&Url::parse("https://mirror.example/").unwrap(), wait, &roots).unwrap_err().to_string();
        assert!(told.contains("no certificate in `NODE_EXTRA_CA_CERTS`"), "{told}");
        assert!(build(&Url::parse("http://127.0.0.1:80/").unwrap(), wait, &roots).is_ok());
    }

    #[test]
    fn only_this_machine_is_reached_without_a_proxy() {
        for (address, expected) in [
            ("http://127.0.0.1:80/", true),
            ("http://[::1]/", true),
            ("http://localhost:8080/", true),
            ("https://mirror.example/", false),
        ] {
            assert_eq!(is_loopback(&Url::parse(address).unwrap()), expected, "{address}");
        }
    }
}
