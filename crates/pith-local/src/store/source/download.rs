//! One request for the bytes that a part lacks, through redirections, into the part.
//!
//! The key goes to the endpoint's own origin only: files are usually redirected to a storage host, which must not see it.

use std::future::Future;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use reqwest::header::{ACCEPT_ENCODING, AUTHORIZATION, CONTENT_RANGE, HeaderValue, LOCATION, RANGE};
use reqwest::{Client, Response, StatusCode, Url};

use super::client::{host, innermost};
use crate::store::error::FetchError;
use crate::store::part::Part;
use crate::store::{PullEvent, SourceError, Watch};

/// Redirections followed for one request.
const HOPS: usize = 10;
/// Bytes collected before they are written.
const BLOCK: usize = 1024 * 1024;

/// What is asked for, of whom, and where it goes.
pub(super) struct Download<'a> {
    pub(super) url: &'a Url,
    pub(super) client: Client,
    pub(super) authorization: Option<HeaderValue>,
    pub(super) idle_timeout: Duration,
    pub(super) part: &'a Part,
    pub(super) watch: &'a Watch,
}

impl Download<'_> {
    /// Asks once. What came before it broke off is in the part.
    pub(super) async fn run(&self) -> Result<(), FetchError> {
        let (response, asked) = self.ask().await?;
        self.place(&response, &asked)?;
        self.receive(response, &asked).await
    }

    /// Follows redirections to the answer, which may be a refusal.
    async fn ask(&self) -> Result<(Response, Asked), SourceError> {
        let from = self.part.len();
        let mut url = self.url.clone();
        for _ in 0..HOPS {
            let mut request = self.client.get(url.clone()).header(ACCEPT_ENCODING, "identity");
            if from > 0 {
                request = request.header(RANGE, format!("bytes={from}-"));
            }
            let at_home = url.origin() == self.url.origin();
            if let (true, Some(authorization)) = (at_home, &self.authorization) {
                request = request.header(AUTHORIZATION, authorization.clone());
            }
            let asked = Asked { host: host(&url), from, token_sent: at_home && self.authorization.is_some() };
            let response =
                self.patiently(&asked, request.send()).await?.map_err(|error| self.broken(&asked, &error))?;
            if !response.status().is_redirection() {
                return Ok((response, asked));
            }
            let target = response.headers().get(LOCATION).and_then(|target| target.to_str().ok());
            match target.and_then(|target| url.join(target).ok()) {
                Some(target) if target.has_host() => url = target,
                _ => return Err(SourceError::Redirect { host: asked.host }),
            }
        }
        Err(SourceError::Redirect { host: host(&url) })
    }

    /// Makes the part end where the answer begins.
    fn place(&self, response: &Response, asked: &Asked) -> Result<(), FetchError> {
        let total = self.part.total();
        let wrong_size = |found| FetchError::from(SourceError::WrongSize { expected: total, found });
        match response.status() {
            StatusCode::PARTIAL_CONTENT => {
                let range =
                    response.headers().get(CONTENT_RANGE).and_then(|range| ContentRange::parse(range.to_str().ok()?));
                match range {
                    Some(ContentRange { total: Some(found), .. }) if found != total => Err(wrong_size(found)),
                    Some(ContentRange { from, .. }) if from == asked.from => Ok(()),
                    // Other bytes than those asked for: the next try asks for all of them.
                    _ => {
                        self.part.truncate(0)?;
                        let reason = "it sent another range than the one asked for".to_owned();
                        Err(SourceError::Broken { host: asked.host.clone(), done: 0, total, reason }.into())
                    }
                }
            }
            status if status.is_success() => {
                if let Some(found) = response.content_length().filter(|found| *found != total) {
                    return Err(wrong_size(found));
                }
                // The whole file, though only the rest was asked for.
                Ok(self.part.truncate(0)?)
            }
            // The server has less than the part: whatever it has, the next try asks for all of it.
            StatusCode::RANGE_NOT_SATISFIABLE if asked.from > 0 => {
                self.part.truncate(0)?;
                let reason = "it does not have the rest".to_owned();
                Err(SourceError::Broken { host: asked.host.clone(), done: 0, total, reason }.into())
            }
            status => {
                let (host, token_sent) = (asked.host.clone(), asked.token_sent);
                Err(SourceError::Status { host, status: status.as_u16(), token_sent }.into())
            }
        }
    }

    /// Writes what comes, in blocks; on a break also what was not a block yet.
    async fn receive(&self, mut response: Response, asked: &Asked) -> Result<(), FetchError> {
        let mut block = BytesMut::with_capacity(BLOCK);
        loop {
            let chunk = match self.patiently(asked, response.chunk()).await {
                Ok(Ok(chunk)) => Ok(chunk),
                Ok(Err(error)) => Err(self.broken(asked, &error)),
                Err(silent) => Err(silent),
            };
            let ended = !matches!(chunk, Ok(Some(_)));
            if let Ok(Some(chunk)) = &chunk {
                block.extend_from_slice(chunk);
            }
            if ended || block.len() >= BLOCK {
                self.write(block.split().freeze()).await?;
            }
            match chunk {
                Ok(Some(_)) => {}
                Ok(None) if self.part.missing() == 0 => return Ok(()),
                Ok(None) => return Err(self.broke_off(asked, "the answer ended early".to_owned()).into()),
                Err(error) => return Err(self.counted(error).into()),
            }
        }
    }

    async fn write(&self, block: Bytes) -> Result<(), FetchError> {
        let (len, total) = (self.part.len().saturating_add(block.len() as u64), self.part.total());
        if len > total {
            self.part.truncate(0)?;
            return Err(SourceError::WrongSize { expected: total, found: len }.into());
        }
        self.part.append(block).await?;
        self.watch.tell(PullEvent::Progress { done: len, total });
        Ok(())
    }

    async fn patiently<T>(&self, asked: &Asked, future: impl Future<Output = T>) -> Result<T, SourceError> {
        let limit = self.idle_timeout;
        let silent = |_| SourceError::Idle { host: asked.host.clone(), seconds: limit.as_secs() };
        tokio::time::timeout(limit, future).await.map_err(silent)
    }

    fn broken(&self, asked: &Asked, error: &reqwest::Error) -> SourceError {
        if error.is_connect() {
            return SourceError::Connect { host: asked.host.clone(), reason: innermost(error) };
        }
        self.broke_off(asked, innermost(error))
    }

    fn broke_off(&self, asked: &Asked, reason: String) -> SourceError {
        SourceError::Broken { host: asked.host.clone(), done: self.part.len(), total: self.part.total(), reason }
    }

    /// The same error with the bytes that were written after it was noticed.
    fn counted(&self, error: SourceError) -> SourceError {
        match error {
            SourceError::Broken { host, total, reason, .. } => {
                SourceError::Broken { host, done: self.part.len(), total, reason }
            }
            other => other,
        }
    }
}

/// What was asked of whom.
struct Asked {
    host: String,
    from: u64,
    token_sent: bool,
}

/// `bytes FROM-TO/TOTAL`.
#[derive(Debug, PartialEq, Eq)]
struct ContentRange {
    from: u64,
    total: Option<u64>,
}

impl ContentRange {
    fn parse(text: &str) -> Option<Self> {
        let (range, total) = text.strip_prefix("bytes ")?.split_once('/')?;
        let (from, _) = range.split_once('-')?;
        Some(Self { from: from.trim().parse().ok()?, total: total.trim().parse().ok() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_content_range_tells_where_it_begins_and_how_much_there_is() {
        assert_eq!(ContentRange::parse("bytes 5-9/10"), Some(ContentRange { from: 5, total: Some(10) }));
        assert_eq!(ContentRange::parse("bytes 5-9/*"), Some(ContentRange { from: 5, total: None }));
        assert_eq!(ContentRange::parse("bytes */10"), None);
        assert_eq!(ContentRange::parse("lines 1-2/3"), None);
    }
}
