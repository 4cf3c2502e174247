//! The recorded server: the n-th answer for the n-th request.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering},
};
use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use bytes::Bytes;
use futures::{StreamExt as _, stream};
use pith_llm::{HttpRequest, HttpResponse, Transport, TransportError};
use serde_json::Value;

/// How the body of an answer is handed over.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Cut {
    Whole,
    /// In two pieces, cut at this byte.
    At(usize),
    ByteByByte,
    /// With CRLF and comments between the frames; only for server-sent events.
    Dressed,
}

pub(crate) struct Recorded {
    responses: Vec<Value>,
    cut: Cut,
    /// No answer comes before the caller's patience is over.
    late: bool,
    asked: AtomicUsize,
    /// Everything that was sent, for tests that look into it.
    pub(crate) sent: Mutex<Vec<HttpRequest>>,
}

impl Recorded {
    pub(crate) fn new(variant: &Value, cut: Cut) -> Self {
        let responses = variant["responses"].as_array().cloned().unwrap_or_default();
        let late = variant["delay_headers_ms"].is_number();
        Self { responses, cut, late, asked: AtomicUsize::new(0), sent: Mutex::default() }
    }

    pub(crate) fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

/// The bytes of an answer.
pub(crate) fn body(response: &Value) -> Vec<u8> {
    match response["body_base64"].as_str() {
        Some(encoded) => base64::engine::general_purpose::STANDARD.decode(encoded).unwrap_or_default(),
        None => response["body"].as_str().unwrap_or_default().as_bytes().to_vec(),
    }
}

fn pieces(mut bytes: Vec<u8>, response: &Value, cut: Cut) -> Vec<Vec<u8>> {
    match cut {
        Cut::Dressed if response["body_base64"].is_null() => {
            let text = String::from_utf8_lossy(&bytes).replace("\n\n", "\n\n: keep-alive\n\n").replace('\n', "\r\n");
            vec![text.into_bytes()]
        }
        Cut::Whole | Cut::Dressed => vec![bytes],
        Cut::At(at) => {
            let tail = bytes.split_off(at.min(bytes.len()));
            vec![bytes, tail]
        }
        Cut::ByteByByte => bytes.into_iter().map(|byte| vec![byte]).collect(),
    }
}

#[async_trait]
impl Transport for Recorded {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, TransportError> {
        let host = || "host".to_owned();
        if self.late {
            return Err(TransportError::Timeout { host: host(), waited: Duration::from_millis(80) });
        }
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).push(request);
        let number = self.asked.fetch_add(1, Ordering::SeqCst);
        let last = TransportError::None { host: host() };
        let response = self.responses.get(number).or(self.responses.last()).ok_or(last)?;
        let headers = response["headers"].as_object().into_iter().flatten();
        let headers =
            headers.map(|(name, value)| (name.to_ascii_lowercase(), value.as_str().unwrap_or_default().to_owned()));
        let pieces = stream::iter(pieces(body(response), response, self.cut)).map(|piece| Ok(Bytes::from(piece)));
        let body = match response["ends"].as_str() {
            Some("left open") => pieces.chain(stream::pending()).boxed(),
            Some("socket cut") => {
                let cut = TransportError::Broken { host: host(), reason: "connection reset by peer".into() };
                pieces.chain(stream::iter([Err(cut)])).boxed()
            }
            _ => pieces.boxed(),
        };
        let status = response["status"].as_u64().and_then(|status| u16::try_from(status).ok()).unwrap_or(0);
        Ok(HttpResponse { status, headers: headers.collect(), body })
    }
}
