//! Hugging Face, or what stands in for it, by plain HTTPS with range requests.
//!
//! A broken download is continued where it broke off, in this pull or a later one; this file decides how often.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use pith_llm::transport::http::ExtraRoots;
use pith_types::Secret;
use reqwest::Url;
use reqwest::header::HeaderValue;

use super::Source;
use super::client::{self, host};
use super::download::Download;
use crate::store::error::FetchError;
use crate::store::part::Part;
use crate::store::{HuggingFaceFile, PullEvent, SourceError, StoreOptions, Watch};

/// Where files are when nothing else is configured.
const ENDPOINT: &str = "https://huggingface.co";
/// Consecutive tries that may bring next to nothing.
const FRUITLESS: u32 = 3;
/// Bytes that make a try a fruitful one.
const FRUIT: u64 = 1024 * 1024;

/// One file there.
#[derive(Debug)]
pub(super) struct HuggingFace {
    /// `None` if the configured endpoint is no address.
    url: Option<Url>,
    token: Option<Secret>,
    extra_roots: Vec<ExtraRoots>,
    connect_timeout: Duration,
    idle_timeout: Duration,
    retry_delay: Duration,
}

impl HuggingFace {
    pub(super) fn new(file: &HuggingFaceFile, options: &StoreOptions) -> Self {
        let endpoint = options.hf_endpoint.as_deref().filter(|endpoint| !endpoint.is_empty()).unwrap_or(ENDPOINT);
        Self {
            url: address(endpoint, file),
            token: options.hf_token.clone(),
            extra_roots: options.extra_roots.clone(),
            connect_timeout: options.connect_timeout,
            idle_timeout: options.idle_timeout,
            retry_delay: options.retry_delay,
        }
    }
}

#[async_trait]
impl Source for HuggingFace {
    fn name(&self) -> String {
        self.url.as_ref().map_or_else(|| "Hugging Face".to_owned(), |url| format!("Hugging Face (`{}`)", host(url)))
    }

    async fn fetch(&self, part: &Part, watch: &Watch) -> Result<(), FetchError> {
        let url = self.url.as_ref().ok_or(SourceError::Endpoint)?;
        let client = client::build(url, self.connect_timeout, &self.extra_roots)?;
        let download = Download {
            url,
            client,
            authorization: self.authorization()?,
            idle_timeout: self.idle_timeout,
            part,
            watch,
        };
        let (mut fruitless, mut reached) = (0, false);
        loop {
            let before = part.len();
            let error = match download.run().await {
                Err(FetchError::Source(error)) if passes(&error) => error,
                settled => return settled,
            };
            // A host that was never reached is most likely no host here; one that broke off is worth asking again.
            reached |= !matches!(error, SourceError::Connect { .. });
            fruitless = if part.len().saturating_sub(before) >= FRUIT { 0 } else { fruitless + 1 };
            if !reached || fruitless >= FRUITLESS {
                return Err(error.into());
            }
            watch.tell(PullEvent::Retrying { source: self.name(), error: Arc::new(error) });
            tokio::time::sleep(self.retry_delay * 2_u32.pow(fruitless)).await;
        }
    }
}

impl HuggingFace {
    fn authorization(&self) -> Result<Option<HeaderValue>, SourceError> {
        let Some(token) = &self.token else { return Ok(None) };
        let mut value =
            HeaderValue::from_str(&format!("Bearer {}", token.reveal().trim())).map_err(|_| SourceError::Token)?;
        value.set_sensitive(true);
        Ok(Some(value))
    }
}

/// `ENDPOINT/REPO/resolve/main/FILE`, if the endpoint is a web address.
fn address(endpoint: &str, file: &HuggingFaceFile) -> Option<Url> {
    let mut url = Url::parse(endpoint).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    let path = file.repo.split('/').chain(["resolve", "main"]).chain(file.file.split('/'));
    url.path_segments_mut().ok()?.pop_if_empty().extend(path);
    Some(url)
}

/// Whether the same request may succeed a moment later.
fn passes(error: &SourceError) -> bool {
    match error {
        SourceError::Connect { .. } | SourceError::Idle { .. } | SourceError::Broken { .. } => true,
        SourceError::Status { status, .. } => matches!(status, 408 | 429 | 500..=599),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    fn file() -> HuggingFaceFile {
        HuggingFaceFile { repo: "owner/name".to_owned(), file: "file.gguf".to_owned() }
    }

    #[test]
    fn a_mirror_may_lie_below_a_path() {
        for endpoint in ["https://mirror.example/hub", "https://mirror.example/hub/"] {
            let url = address(endpoint, &file()).unwrap();
            assert_eq!(url.as_str(), "https://mirror.example/hub/owner/name/resolve/main/file.gguf");
        }
    }

    #[test]
    fn an_endpoint_that_is_no_web_address_is_no_endpoint() {
        for endpoint in ["mirror", "ftp://mirror.example", "https://"] {
            assert_eq!(address(endpoint, &file()), None, "{endpoint}");
        }
    }
}
