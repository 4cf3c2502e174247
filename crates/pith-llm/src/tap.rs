//! Watching what a provider sends back, as it comes and before it is decoded.
//!
//! A transport around the transport: it tells of the answer's head and of each event of its stream, and hands everything on
//! unchanged. Whoever watches is waited for, so that what is told is told in order.

use std::{collections::VecDeque, sync::Arc};

use async_trait::async_trait;
use bytes::Bytes;
use futures::{StreamExt as _, stream, stream::BoxStream};
use pith_types::Model;
use serde_json::{Map, Value};

use crate::event_stream::EventStreamDecoder;
use crate::sse::{Frame, SseDecoder};
use crate::{HttpRequest, HttpResponse, Transport, TransportError};

/// Watches answers. Must not fail; what it does is waited for.
#[async_trait]
pub trait Tap: Send + Sync {
    /// The head of an answer is there, its body is not.
    async fn response(&self, status: u16, headers: &[(String, String)]);

    /// Whether [`event`](Self::event) does anything, so that a stream is not read for nobody.
    fn hears_events(&self) -> bool;

    /// An event of the stream, as the provider sent it.
    async fn event(&self, model: &Model, data: &Value);
}

/// A transport whose answers are watched.
pub(crate) struct Tapped {
    pub(crate) transport: Arc<dyn Transport>,
    pub(crate) tap: Arc<dyn Tap>,
    pub(crate) model: Arc<Model>,
}

#[async_trait]
impl Transport for Tapped {
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, TransportError> {
        let response = self.transport.send(request).await?;
        self.tap.response(response.status, &response.headers).await;
        let Some(frames) = Frames::of(&response).filter(|_| self.tap.hears_events()) else { return Ok(response) };
        let watched =
            Watched { body: response.body, frames, tap: Arc::clone(&self.tap), model: Arc::clone(&self.model) };
        let body = stream::unfold(watched, |mut watched| async move {
            let piece = watched.body.next().await;
            watched.tell(&piece).await;
            piece.map(|piece| (piece, watched))
        });
        Ok(HttpResponse { body: body.boxed(), ..response })
    }
}

struct Watched {
    body: BoxStream<'static, Result<Bytes, TransportError>>,
    frames: Frames,
    tap: Arc<dyn Tap>,
    model: Arc<Model>,
}

impl Watched {
    async fn tell(&mut self, piece: &Option<Result<Bytes, TransportError>>) {
        let mut frames: VecDeque<Frame> = match piece {
            Some(Ok(bytes)) => self.frames.push(bytes),
            Some(Err(_)) => return,
            None => self.frames.finish().into_iter().collect(),
        };
        while let Some(frame) = frames.pop_front() {
            if let Some(data) = self.frames.data(frame) {
                self.tap.event(&self.model, &data).await;
            }
        }
    }
}

enum Frames {
    Sse(SseDecoder),
    EventStream(EventStreamDecoder),
}

impl Frames {
    /// How the body is cut; nothing for one that is no stream of events.
    fn of(response: &HttpResponse) -> Option<Self> {
        let kind = response.headers.iter().find(|(name, _)| name == "content-type").map(|(_, value)| value.as_str())?;
        if kind.starts_with("text/event-stream") {
            Some(Self::Sse(SseDecoder::default()))
        } else if kind.starts_with("application/vnd.amazon.eventstream") {
            Some(Self::EventStream(EventStreamDecoder::default()))
        } else {
            None
        }
    }

    fn push(&mut self, bytes: &[u8]) -> VecDeque<Frame> {
        match self {
            Self::Sse(sse) => sse.push(bytes),
            // What is wrong with the stream is told by whoever decodes it.
            Self::EventStream(stream) => stream.push(bytes).0,
        }
        .into()
    }

    fn finish(&mut self) -> Option<Frame> {
        match self {
            Self::Sse(sse) => sse.finish(),
            Self::EventStream(_) => None,
        }
    }

    /// What an event says; nothing for one that is not JSON, as the mark of a stream's end is not.
    fn data(&self, frame: Frame) -> Option<Value> {
        let data: Value = serde_json::from_str(&frame.data).ok()?;
        match self {
            Self::Sse(_) => Some(data),
            // AWS names an event beside its data.
            Self::EventStream(_) => Some(Value::Object(Map::from_iter([(frame.event.unwrap_or_default(), data)]))),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::sync::Mutex;

    use super::*;

    #[derive(Default)]
    struct Keeps(Mutex<Vec<String>>);

    #[async_trait]
    impl Tap for Keeps {
        async fn response(&self, status: u16, headers: &[(String, String)]) {
            self.0.lock().unwrap().push(format!("{status} {}", headers.len()));
        }

        fn hears_events(&self) -> bool {
            true
        }

        async fn event(&self, model: &Model, data: &Value) {
            self.0.lock().unwrap().push(format!("{} {data}", model.id));
        }
    }

    struct Pieces;

    #[async_trait]
    impl Transport for Pieces {
        async fn send(&self, _: HttpRequest) -> Result<HttpResponse, TransportError> {
            let pieces = ["data: {\"a\":1}\n\nda", "ta: {\"a\":2}\n\ndata: [DONE]\n\n"];
            let body = stream::iter(pieces.map(|piece| Ok(Bytes::from_static(piece.as_bytes())))).boxed();
            Ok(HttpResponse { status: 200, headers: vec![("content-type".into(), "text/event-stream".into())], body })
        }
    }

    #[tokio::test]
    async fn head_and_events_are_told_in_order_and_the_bytes_stay() {
        let keeps = Arc::new(Keeps::default());
        let model = Arc::new(Model { id: "m".into(), ..Model::default() });
        let tapped = Tapped { transport: Arc::new(Pieces), tap: keeps.clone(), model };
        let request = HttpRequest { url: "http://x".into(), headers: Vec::new(), body: Bytes::new() };
        let response = tapped.send(request).await.unwrap();
        let bytes: Vec<Bytes> = response.body.map(Result::unwrap).collect().await;
        assert_eq!(bytes.concat(), b"data: {\"a\":1}\n\ndata: {\"a\":2}\n\ndata: [DONE]\n\n");
        assert_eq!(*keeps.0.lock().unwrap(), ["200 1", "m {\"a\":1}", "m {\"a\":2}"]);
    }
}
