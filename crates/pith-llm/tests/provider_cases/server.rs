//! The recorded server: the n-th answer for the n-th request.

use std::sync::{
    Arc,
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

/// A recorded answer.
struct Response {
    status: u16,
    headers: Vec<(String, String)>,
    body: Bytes,
    binary: bool,
    ends: String,
}

/// The recorded answers of a variant.
#[derive(Clone)]
pub(crate) struct Responses(Arc<Vec<Response>>);

impl Responses {
    pub(crate) fn of(variant: &Value) -> Self {
        let responses = variant["responses"].as_array().into_iter().flatten();
        Self(Arc::new(responses.map(response).collect()))
    }
}

fn response(recorded: &Value) -> Response {
    let headers = recorded["headers"].as_object().into_iter().flatten();
    let header =
        |(name, value): (&String, &Value)| (name.to_ascii_lowercase(), value.as_str().unwrap_or_default().to_owned());
    Response {
        status: recorded["status"].as_u64().and_then(|status| u16::try_from(status).ok()).unwrap_or(0),
        headers: headers.map(header).collect(),
        body: body(recorded).into(),
        binary: recorded["body_base64"].is_string(),
        ends: recorded["ends"].as_str().unwrap_or_default().to_owned(),
    }
}

pub(crate) struct Recorded {
    responses: Responses,
    cut: Cut,
    /// No answer comes before the caller's patience is over.
    late: bool,
    asked: AtomicUsize,
}

impl Recorded {
    /// `late` is for a server that says nothing before the caller's patience is over.
    pub(crate) fn new(responses: Responses, late: bool, cut: Cut) -> Self {
        Self { responses, cut, late, asked: AtomicUsize::new(0) }
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

fn pieces(response: &Response, cut: Cut) -> Vec<Bytes> {
    let body = &response.body;
    match cut {
        Cut::Dressed if !response.binary => {
            let text = String::from_utf8_lossy(body).replace("\n\n", "\n\n: keep-alive\n\n").replace('\n', "\r\n");
            vec![text.into_bytes().into()]
        }
        Cut::Whole | Cut::Dressed => vec![body.clone()],
        Cut::At(at) => {
            let at = at.min(body.len());
            vec![body.slice(..at), body.slice(at..)]
        }
        Cut::ByteByByte => (0..body.len()).map(|at| body.slice(at..=at)).collect(),
    }
}

#[async_trait]
impl Transport for Recorded {
    async fn send(&self, _request: HttpRequest) -> Result<HttpResponse, TransportError> {
        let host = || "host".to_owned();
        if self.late {
            return Err(TransportError::Timeout { host: host(), waited: Duration::from_millis(80) });
        }
        let number = self.asked.fetch_add(1, Ordering::SeqCst);
        let responses = &self.responses.0;
        let none = TransportError::None { host: host() };
        let response = responses.get(number).or(responses.last()).ok_or(none)?;
        let pieces = stream::iter(pieces(response, self.cut)).map(Ok);
        let body = match response.ends.as_str() {
            "left open" => pieces.chain(stream::pending()).boxed(),
            "socket cut" => {
                let cut = TransportError::Broken { host: host(), reason: "connection reset by peer".into() };
                pieces.chain(stream::iter([Err(cut)])).boxed()
            }
            _ => pieces.boxed(),
        };
        Ok(HttpResponse { status: response.status, headers: response.headers.clone(), body })
    }
}
