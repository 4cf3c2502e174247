//! Requests to models beside the conversation, as extensions make them: with the program's keys, or with their own.

use std::sync::Arc;

use futures::StreamExt as _;
use pith_llm::{CallOptions, Client, EventStream, Request, StreamEvent, Tap as _, normalize_context};
use pith_types::{AssistantMessage, Message, Model};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::authority::{Authority, AuthorityError};

/// The way to the models: who answers, and with whose keys. Cheap to copy.
#[derive(Clone)]
pub struct ModelAccess {
    /// Prepares and sends.
    pub client: Client,
    /// Gives requests their keys.
    pub authority: Arc<dyn Authority>,
}

impl ModelAccess {
    /// Asks a model. Nothing of it enters a conversation.
    ///
    /// # Errors
    /// When the model has no key, or the request cannot be formed.
    pub async fn ask(
        &self,
        model: Arc<Model>,
        messages: Vec<Message>,
        options: CallOptions,
        cancel: CancellationToken,
    ) -> Result<EventStream, AuthorityError> {
        let options = self.authority.authorize(&model, options).await?;
        send(&self.client, model, messages, options, cancel)
    }

    /// Asks a model as the caller describes it: at its address, with the key of `options`, in the wire that it names. Nobody's
    /// keys are added, and no extension answers in its place.
    ///
    /// # Errors
    /// When the request cannot be formed.
    pub fn ask_as_described(
        &self,
        model: Arc<Model>,
        messages: Vec<Message>,
        options: CallOptions,
        cancel: CancellationToken,
    ) -> Result<EventStream, AuthorityError> {
        send(&self.client.without_more(), model, messages, options, cancel)
    }

    /// Whether the model could be asked.
    pub fn can_ask(&self, model: &Model) -> bool {
        self.authority.check(model).is_ok()
    }

    /// The key and headers that a request to the model would have.
    ///
    /// # Errors
    /// When there are none, or a configured value cannot be made.
    pub async fn keys(&self, model: &Model) -> Result<CallOptions, AuthorityError> {
        self.authority.check(model)?;
        self.authority.authorize(model, CallOptions::default()).await
    }
}

fn send(
    client: &Client,
    model: Arc<Model>,
    messages: Vec<Message>,
    options: CallOptions,
    cancel: CancellationToken,
) -> Result<EventStream, AuthorityError> {
    let wire = client.prepare(&Request { model, context: normalize_context(messages), options })?;
    Ok(client.send(wire, cancel))
}

impl App {
    /// The way to the models that the conversation takes.
    pub fn model_access(&self) -> ModelAccess {
        ModelAccess { client: self.inner.agent.client(), authority: Arc::clone(&self.inner.authority) }
    }

    /// What the extensions make of the payload of a request that one of them sends.
    pub async fn offer_payload(&self, payload: Value) -> Value {
        self.inner.fanout.payload(payload).await.0
    }

    /// Tells the extensions how a request was answered that one of them sent.
    pub async fn tell_response(&self, status: u16, headers: &[(String, String)]) {
        self.inner.fanout.response(status, headers).await;
    }

    /// Tells the extensions of an event in the answer to such a request, as the provider sent it.
    pub async fn tell_provider_event(&self, model: &Model, data: &Value) {
        self.inner.fanout.event(model, data).await;
    }
}

/// Hears an answer to its end, with every step of it told.
pub async fn hear(mut events: EventStream, mut told: impl FnMut(&StreamEvent)) -> Option<Arc<AssistantMessage>> {
    while let Some(event) = events.next().await {
        told(&event);
        if let StreamEvent::Done(answer) | StreamEvent::Error(answer) = event {
            return Some(answer);
        }
    }
    None
}
