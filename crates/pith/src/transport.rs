//! The way to the network, as settings and environment have it.

use std::sync::Arc;
use std::time::Duration;

use pith_config::{Diagnostic, Environment, Settings};
use pith_llm::Transport;
use pith_llm::transport::http::{ExtraRoots, Http, HttpOptions};

/// Connects to nothing yet. What cannot be used is told.
pub(crate) fn transport(
    settings: &Settings,
    environment: &Environment,
    told: &mut Vec<Diagnostic>,
) -> Arc<dyn Transport> {
    let proxy = |upper: &str, lower: &str| {
        let variable = environment.variable(upper).or_else(|| environment.variable(lower));
        settings.http_proxy.clone().or_else(|| variable.map(str::to_owned))
    };
    Arc::new(Http::new(HttpOptions {
        idle_timeout: settings.http_idle_timeout_ms.0.map(Duration::from_millis),
        http_proxy: proxy("HTTP_PROXY", "http_proxy"),
        https_proxy: proxy("HTTPS_PROXY", "https_proxy"),
        no_proxy: environment.variable("NO_PROXY").or_else(|| environment.variable("no_proxy")).map(str::to_owned),
        extra_roots: extra_roots(environment, told),
        ..HttpOptions::default()
    }))
}

/// The certificates that variables name, as other programs read them.
fn extra_roots(environment: &Environment, told: &mut Vec<Diagnostic>) -> Vec<ExtraRoots> {
    let mut read = |variable: &str| {
        let path = environment.variable(variable)?;
        match std::fs::read(path) {
            Ok(pem) => Some(ExtraRoots { source: variable.to_owned(), pem }),
            Err(error) => {
                told.push(Diagnostic::warning(format!(
                    "the certificates of `{variable}` are not used: `{path}`: {error}"
                )));
                None
            }
        }
    };
    ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"].into_iter().filter_map(&mut read).collect()
}
