//! The way to the network, as settings and environment have it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use pith_config::{Diagnostic, Environment, Settings};
use pith_llm::Transport;
use pith_llm::transport::http::{ExtraRoots, Http, HttpOptions, check_proxy};

use crate::problem::Problem;

/// Connects to nothing yet. What cannot be used is told.
pub(crate) fn transport(
    settings: &Settings,
    environment: &Environment,
    told: &mut Vec<Diagnostic>,
) -> Arc<dyn Transport> {
    Arc::new(Http::new(options(settings, environment, told)))
}

/// How long a connection to a service of this machine may take: where there is none, nobody says so.
const NEARBY_CONNECT: Duration = Duration::from_secs(1);

/// How long such a service may think.
const NEARBY_IDLE: Duration = Duration::from_secs(3);

/// The way to services of the machine itself: no proxy reaches them.
pub(crate) fn nearby() -> Arc<dyn Transport> {
    let limits =
        HttpOptions { connect_timeout: NEARBY_CONNECT, idle_timeout: Some(NEARBY_IDLE), ..HttpOptions::default() };
    Arc::new(Http::new(limits))
}

/// Ways and limits of requests.
pub(crate) fn options(settings: &Settings, environment: &Environment, told: &mut Vec<Diagnostic>) -> HttpOptions {
    let proxy = |upper, lower| proxy(settings, environment, [upper, lower]).map(|(_, address)| address.to_owned());
    HttpOptions {
        idle_timeout: settings.http_idle_timeout_ms.0.map(Duration::from_millis),
        http_proxy: proxy("HTTP_PROXY", "http_proxy"),
        https_proxy: proxy("HTTPS_PROXY", "https_proxy"),
        no_proxy: environment.variable("NO_PROXY").or_else(|| environment.variable("no_proxy")).map(str::to_owned),
        proxy_loopback: settings.proxy_loopback,
        extra_roots: extra_roots(environment, told),
        ..HttpOptions::default()
    }
}

/// A proxy, and what names it: the setting, or the first of the variables.
fn proxy<'a>(settings: &'a Settings, environment: &'a Environment, names: [&'a str; 2]) -> Option<(&'a str, &'a str)> {
    let variable = |name: &&'a str| Some((*name, environment.variable(name)?));
    let setting = settings.http_proxy.as_deref().map(|address| ("httpProxy", address));
    setting.or_else(|| names.iter().find_map(variable))
}

/// Whether the proxies that are named can be ones, wherever requests go.
///
/// # Errors
/// When one cannot.
pub(crate) fn check_proxies(settings: &Settings, environment: &Environment) -> Result<(), Problem> {
    for names in [["HTTP_PROXY", "http_proxy"], ["HTTPS_PROXY", "https_proxy"]] {
        if let Some((name, address)) = proxy(settings, environment, names) {
            check_proxy(address).map_err(|reason| Problem::Proxy { name: name.to_owned(), reason })?;
        }
    }
    Ok(())
}

/// The certificates that variables name, as other programs read them; here it is only seen whether they can be read.
pub(crate) fn extra_roots(environment: &Environment, told: &mut Vec<Diagnostic>) -> Vec<ExtraRoots> {
    let mut find = |variable: &'static str| {
        let path = PathBuf::from(environment.variable(variable)?);
        match readable(&path) {
            Ok(()) => Some(ExtraRoots::new(variable, move || std::fs::read(&path))),
            Err(error) => {
                let path = path.display();
                told.push(Diagnostic::warning(format!(
                    "the certificates of `{variable}` are not used: `{path}`: {error}"
                )));
                None
            }
        }
    };
    ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"].into_iter().filter_map(&mut find).collect()
}

/// Whether a file is one and can be opened; a pipe would have to be waited for.
fn readable(path: &Path) -> io::Result<()> {
    if std::fs::metadata(path)?.is_file() {
        return std::fs::File::open(path).map(drop);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file"))
}
