//! Models behind a proxy of one's own (spec/core.md R5.21): the program holds no provider's key, the proxy does.
//!
//! Comes in: a request for any model. Goes out: the events that the proxy passes on. `payload` is what the proxy is sent,
//! `passed` the form in which events come back: they name what was added, and the message is put together here.

mod passed;
mod payload;

use std::sync::Arc;

use bytes::Bytes;
use futures::{StreamExt as _, stream, stream::BoxStream};
use pith_types::{AssistantMessage, StopReason};
use tokio::time::Instant;

use crate::{
    Api, Call, EventStream, HttpRequest, Partial, PrepareError, Request, Secret, StreamEvent, TransportError,
    WireRequest,
    sse::{Frame, SseDecoder},
};

use passed::Passed;

/// Bytes that are read of an answer that the proxy refused.
const MAX_REFUSAL: usize = 64 * 1024;

/// Stands in the place of a wire: every model that names it is asked through the proxy.
pub struct Proxy {
    api: String,
    url: String,
    token: Secret,
}

impl Proxy {
    /// The proxy at `url`, without the path; it is asked for the models whose wire is called `api`.
    pub fn new(api: impl Into<String>, url: &str, token: Secret) -> Self {
        Self { api: api.into(), url: format!("{}/api/stream", url.trim_end_matches('/')), token }
    }
}

impl Api for Proxy {
    fn id(&self) -> &str {
        &self.api
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        let headers = vec![
            ("authorization".to_owned(), Secret::new(format!("Bearer {}", self.token.reveal()))),
            ("content-type".to_owned(), Secret::new("application/json")),
        ];
        let (model, url, body) = (Arc::clone(&request.model), self.url.clone(), payload::encode(request)?);
        Ok(WireRequest { model, url, headers, body, ..WireRequest::default() })
    }

    fn send(&self, wire: WireRequest, call: Call) -> EventStream {
        let mut partial = Partial::default();
        partial.apply(&StreamEvent::Start(Arc::new(AssistantMessage {
            api: wire.model.api.clone(),
            provider: wire.model.provider.clone(),
            model: wire.model.id.clone(),
            timestamp: call.clock.now_ms(),
            ..AssistantMessage::default()
        })));
        let reading =
            Reading { partial, call, source: Source::Sending(wire), frames: Vec::new(), began: Instant::now() };
        stream::unfold(Some(Box::new(reading)), |reading| async move {
            let mut reading = reading?;
            let event = reading.event().await;
            let goes_on = event.finished().is_none();
            Some((event, goes_on.then_some(reading)))
        })
        .boxed()
    }
}

/// An answer that is coming through.
struct Reading {
    partial: Partial,
    call: Call,
    source: Source,
    /// Newest first.
    frames: Vec<Frame>,
    began: Instant,
}

type Body = BoxStream<'static, Result<Bytes, TransportError>>;

/// Where the next frame comes from.
enum Source {
    Sending(WireRequest),
    Reading(Body, SseDecoder),
    Ended,
}

impl Reading {
    async fn event(&mut self) -> StreamEvent {
        let cancel = self.call.cancel.clone();
        let event = tokio::select! {
            biased;
            () = cancel.cancelled() => Err((StopReason::Aborted, "the request was aborted".to_owned())),
            event = self.next() => event.map_err(|text| (StopReason::Error, text)),
        };
        let event = event.unwrap_or_else(|(reason, text)| self.failed(reason, text));
        self.partial.apply(&event);
        event
    }

    /// The next event.
    ///
    /// # Errors
    /// With the words for whoever asked, when there is none.
    async fn next(&mut self) -> Result<StreamEvent, String> {
        loop {
            if let Some(frame) = self.frames.pop() {
                let passed: Passed = pith_types::parse_json(&frame.data)
                    .map_err(|error| format!("the proxy sent an event that could not be read: {error}"))?;
                let mut event = passed.into_event(self.partial.message())?;
                self.stamp(&mut event);
                return Ok(event);
            }
            match &mut self.source {
                Source::Sending(wire) => {
                    let request =
                        HttpRequest { url: wire.url.clone(), headers: wire.headers.clone(), body: wire.body.clone() };
                    let response = self.call.transport.send(request).await.map_err(|error| error.to_string())?;
                    if !(200..300).contains(&response.status) {
                        return Err(payload::refusal(response.status, &beginning(response.body).await));
                    }
                    self.source = Source::Reading(response.body, SseDecoder::default());
                }
                Source::Reading(body, sse) => match body.next().await {
                    Some(Ok(bytes)) => self.frames = sse.push(&bytes).into_iter().rev().collect(),
                    Some(Err(error)) => return Err(error.to_string()),
                    None => {
                        self.frames.extend(sse.finish());
                        self.source = Source::Ended;
                    }
                },
                Source::Ended => return Err("the proxy ended the answer before it was complete".to_owned()),
            }
        }
    }

    /// The last event says how long the answer took.
    fn stamp(&self, event: &mut StreamEvent) {
        if let StreamEvent::Done(message) | StreamEvent::Error(message) = event {
            Arc::make_mut(message).duration_ms = u64::try_from(self.began.elapsed().as_millis()).ok();
        }
    }

    /// What came of the answer, and why no more of it did.
    fn failed(&self, stop_reason: StopReason, text: String) -> StreamEvent {
        let message = AssistantMessage { stop_reason, error_message: Some(text), ..self.partial.message().clone() };
        let mut event = StreamEvent::Error(Arc::new(message));
        self.stamp(&mut event);
        event
    }
}

async fn beginning(mut body: Body) -> String {
    let mut kept = Vec::new();
    while kept.len() < MAX_REFUSAL
        && let Some(Ok(bytes)) = body.next().await
    {
        kept.extend_from_slice(&bytes);
    }
    String::from_utf8_lossy(&kept).into_owned()
}
