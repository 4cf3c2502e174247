//! What the caller decides about fetching: addresses, keys, programs and patience.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use pith_llm::transport::http::ExtraRoots;
use pith_types::Secret;

/// How models are fetched. The caller fills in what it read from the environment and the settings.
#[derive(Debug, Clone)]
pub struct StoreOptions {
    /// Only the cache folder may serve (`PI_OFFLINE`).
    pub offline: bool,
    /// The address that stands in for Hugging Face (`HF_ENDPOINT`).
    pub hf_endpoint: Option<String>,
    /// The key for that address (`HF_TOKEN`); sent to its own host only.
    pub hf_token: Option<Secret>,
    /// The Python interpreter whose pip asks the package index.
    pub python: PathBuf,
    /// The uv program, asked when pip cannot serve.
    pub uv: PathBuf,
    /// Environment variables that hold keys; package clients start without them. `HF_TOKEN` is always withheld.
    pub withheld: Vec<OsString>,
    /// Certificates that are trusted beside the system's, as for requests to models. Package clients read the variables
    /// themselves.
    pub extra_roots: Vec<ExtraRoots>,
    /// How long a connection may take to come about.
    pub connect_timeout: Duration,
    /// How long a server may send nothing.
    pub idle_timeout: Duration,
    /// How long a package client may bring nothing. Its own timeouts and retries are shorter, so this ends only a hang.
    pub client_timeout: Duration,
    /// The wait before the first new try after a broken download; doubled with each fruitless one.
    pub retry_delay: Duration,
}

impl Default for StoreOptions {
    fn default() -> Self {
        Self {
            offline: false,
            hf_endpoint: None,
            hf_token: None,
            python: PathBuf::from(if cfg!(windows) { "python" } else { "python3" }),
            uv: PathBuf::from("uv"),
            withheld: Vec::new(),
            extra_roots: Vec::new(),
            connect_timeout: Duration::from_secs(15),
            idle_timeout: Duration::from_secs(30),
            client_timeout: Duration::from_secs(600),
            retry_delay: Duration::from_secs(1),
        }
    }
}
