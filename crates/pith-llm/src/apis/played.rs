//! For the tests of the wires: asks a wire for the payload of a transcript, and plays it an answer.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use futures::{StreamExt as _, stream};
use pith_types::{AssistantMessage, Message, Model};
use serde_json::{Value, json};

use crate::{
    Api, Call, CallOptions, Clock, EventStream, HttpRequest, HttpResponse, PrepareError, Request, Secret, StreamEvent,
    Transport, TransportError, WireRequest, normalize_context,
};

struct Epoch;

impl Clock for Epoch {
    fn now_ms(&self) -> i64 {
        0
    }
}

struct Body(String);

#[async_trait]
impl Transport for Body {
    async fn send(&self, _: HttpRequest) -> Result<HttpResponse, TransportError> {
        let body = stream::iter([Ok(Bytes::from(self.0.clone()))]).boxed();
        Ok(HttpResponse { status: 200, headers: Vec::new(), body })
    }
}

impl Api for Arc<dyn Api> {
    fn id(&self) -> &str {
        (**self).id()
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        (**self).prepare(request)
    }

    fn send(&self, wire: WireRequest, call: Call) -> EventStream {
        (**self).send(wire, call)
    }
}

/// A wire with a model of an unknown host that has these fields over the usual ones.
pub(super) struct Played<A> {
    pub(super) api: A,
    pub(super) fields: Value,
}

impl<A: Api> Played<A> {
    pub(super) fn model(&self) -> Model {
        let mut fields = json!({"id": "m", "api": self.api.id(), "provider": "p", "baseUrl": "http://host/v1/",
            "input": ["text", "image"], "contextWindow": 200_000, "maxTokens": 64_000, "reasoning": true});
        for (key, value) in self.fields.as_object().into_iter().flatten() {
            fields[key] = value.clone();
        }
        serde_json::from_value(fields).unwrap_or_default()
    }

    pub(super) fn prepare(&self, messages: &Value, options: CallOptions) -> Result<WireRequest, PrepareError> {
        let messages: Vec<Message> = serde_json::from_value(messages.clone()).unwrap_or_default();
        let options = CallOptions { api_key: options.api_key.or_else(|| Some(Secret::new("key-123"))), ..options };
        self.api.prepare(&Request { model: Arc::new(self.model()), context: normalize_context(messages), options })
    }

    /// The payload, or null when there is none.
    pub(super) fn body(&self, messages: &Value, options: CallOptions) -> Value {
        let wire = self.prepare(messages, options).ok();
        wire.and_then(|wire| serde_json::from_slice(&wire.body).ok()).unwrap_or_default()
    }

    /// An earlier answer of the model, of these blocks.
    pub(super) fn answer(&self, content: Value) -> Value {
        let model = self.model();
        json!({"role": "assistant", "api": model.api, "provider": model.provider, "model": model.id,
            "content": content, "stopReason": "stop", "timestamp": 1})
    }

    /// The events of an answer whose frames hold these.
    pub(super) async fn play(&self, frames: &[Value]) -> Vec<StreamEvent> {
        let text = frames.iter().map(|frame| format!("data: {frame}\n\n")).collect();
        self.play_to(&json!([{"role": "user", "content": "hi", "timestamp": 1}]), text).await
    }

    /// The events of an answer to these messages, of this body.
    pub(super) async fn play_to(&self, messages: &Value, text: String) -> Vec<StreamEvent> {
        let Ok(wire) = self.prepare(messages, CallOptions::default()) else { return Vec::new() };
        let call = Call { cancel: Default::default(), clock: Arc::new(Epoch), transport: Arc::new(Body(text)) };
        self.api.send(wire, call).collect().await
    }

    /// The whole answer.
    pub(super) async fn message(&self, frames: &[Value]) -> AssistantMessage {
        let events = self.play(frames).await;
        events
            .last()
            .and_then(StreamEvent::finished)
            .map(|message| AssistantMessage::clone(message))
            .unwrap_or_default()
    }
}

/// The deltas among events, each with the block that it is for.
pub(super) fn deltas(events: &[StreamEvent]) -> Vec<(usize, &str)> {
    events
        .iter()
        .filter_map(|event| match event {
            StreamEvent::TextDelta { index, delta }
            | StreamEvent::ThinkingDelta { index, delta }
            | StreamEvent::ToolCallDelta { index, delta } => Some((*index, delta.as_str())),
            _ => None,
        })
        .collect()
}
