//! The door to every model: finds a model's wire, prepares and sends.

use std::collections::BTreeSet;
use std::sync::Arc;

use futures::{StreamExt as _, stream};
use pith_types::{AssistantMessage, Model, StopReason};
use tokio_util::sync::CancellationToken;

use crate::estimate::estimate_context_tokens;
use crate::tap::{Tap, Tapped};
use crate::{Api, Call, Clock, EventStream, PrepareError, Request, StreamEvent, Transport, WireRequest};

/// Knows the wires and the way to the network. Cheap to clone.
#[derive(Clone)]
pub struct Client {
    apis: Arc<Vec<Arc<dyn Api>>>,
    more: Option<Arc<dyn MoreWires>>,
    transport: Arc<dyn Transport>,
    clock: Arc<dyn Clock>,
}

/// Wires that come and go while the program runs, each for models of its own.
pub trait MoreWires: Send + Sync {
    /// The wire that serves this model, whatever API it names; nothing when it is served as others are.
    fn wire(&self, model: &Model) -> Option<Arc<dyn Api>>;
}

impl Client {
    /// A client of the given wires. A later wire of the same name wins.
    pub fn new(apis: Vec<Arc<dyn Api>>, transport: Arc<dyn Transport>, clock: Arc<dyn Clock>) -> Self {
        Self { apis: Arc::new(apis), more: None, transport, clock }
    }

    /// The same, with wires that go before the others.
    #[must_use]
    pub fn with_more(self, more: Arc<dyn MoreWires>) -> Self {
        Self { more: Some(more), ..self }
    }

    /// The same without the wires that come and go.
    #[must_use]
    pub fn without_more(&self) -> Self {
        Self { more: None, ..self.clone() }
    }

    /// Builds the payload of a request; pure.
    ///
    /// # Errors
    /// When the model's wire is unknown, or cannot say the request.
    pub fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        let wire = self.api(&request.model)?.prepare(request)?;
        Ok(WireRequest { estimated_tokens: estimate_context_tokens(request.context.messages()).tokens, ..wire })
    }

    /// Sends a payload. Never fails: whatever goes wrong is the stream's last event.
    pub fn send(&self, wire: WireRequest, cancel: CancellationToken) -> EventStream {
        self.send_watched(wire, cancel, None)
    }

    /// The same, with somebody who watches what comes back.
    pub fn send_watched(&self, wire: WireRequest, cancel: CancellationToken, tap: Option<Arc<dyn Tap>>) -> EventStream {
        let transport = Arc::clone(&self.transport);
        let transport = match tap {
            Some(tap) => Arc::new(Tapped { transport, tap, model: Arc::clone(&wire.model) }),
            None => transport,
        };
        let call = Call { cancel, clock: Arc::clone(&self.clock), transport };
        match self.api(&wire.model) {
            Ok(api) => api.send(wire, call),
            Err(error) => self.failed(&wire.model, &error),
        }
    }

    /// The stream of a request that could not even be prepared: one error event, nothing before it (R5.19).
    pub fn failed(&self, model: &Model, error: &PrepareError) -> EventStream {
        let message = AssistantMessage {
            api: model.api.clone(),
            provider: model.provider.clone(),
            model: model.id.clone(),
            stop_reason: StopReason::Error,
            error_message: Some(error.to_string()),
            timestamp: self.clock.now_ms(),
            ..AssistantMessage::default()
        };
        stream::iter([StreamEvent::Error(Arc::new(message))]).boxed()
    }

    /// The time, as this client stamps its answers.
    pub fn clock(&self) -> &Arc<dyn Clock> {
        &self.clock
    }

    fn api(&self, model: &Model) -> Result<Arc<dyn Api>, PrepareError> {
        if let Some(wire) = self.more.as_ref().and_then(|more| more.wire(model)) {
            return Ok(wire);
        }
        let named = self.apis.iter().rev().find(|api| api.id() == model.api);
        named.map(Arc::clone).ok_or_else(|| PrepareError::UnknownApi {
            provider: model.provider.clone(),
            model: model.id.clone(),
            api: model.api.clone(),
            known: self.known(),
        })
    }

    /// The names of all wires, in their order.
    fn known(&self) -> String {
        let names: BTreeSet<&str> = self.apis.iter().map(|api| api.id()).collect();
        names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    }
}
