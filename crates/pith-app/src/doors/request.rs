//! The payload and the headers of a request, just before it is sent.

use bytes::Bytes;
use pith_agent::HookError;
use pith_llm::{Secret, WireRequest};
use serde_json::Value;

use crate::fanout::Fanout;
use crate::models::VIRTUAL_API;

impl Fanout {
    /// Headers first, then the payload.
    ///
    /// # Errors
    /// When the payload that an extension wants cannot be written.
    pub(crate) async fn request(&self, mut wire: WireRequest) -> Result<WireRequest, HookError> {
        let extensions = self.extensions();
        // Nothing of this one is sent: the request of the model it is routed to comes by on its own.
        if wire.model.api == VIRTUAL_API {
            return Ok(wire);
        }
        if !extensions.iter().any(|extension| extension.looks_at_requests()) {
            return Ok(wire);
        }
        let mut headers: Vec<(String, String)> =
            wire.headers.iter().map(|(name, value)| (name.clone(), value.reveal().to_owned())).collect();
        for extension in extensions.iter() {
            let mut tried = headers.clone();
            let verdict = extension.before_provider_headers(&mut tried).await;
            if self.passed(&**extension, "before_provider_headers", verdict).await.is_some() {
                headers = tried;
            }
        }
        wire.headers = headers.into_iter().map(|(name, value)| (name.to_lowercase(), Secret::new(value))).collect();
        // A wire in this process has a payload that is not JSON; nobody can be shown it.
        let Ok(payload) = serde_json::from_slice::<Value>(&wire.body) else { return Ok(wire) };
        let (payload, changed) = self.payload(payload).await;
        if changed {
            let body = serde_json::to_vec(&payload).map_err(|error| HookError::new(error.to_string()))?;
            wire.body = Bytes::from(body);
        }
        Ok(wire)
    }

    /// The payload as the extensions leave it, and whether it is another one.
    pub(crate) async fn payload(&self, mut payload: Value) -> (Value, bool) {
        let mut changed = false;
        for extension in self.extensions().iter() {
            let verdict = extension.before_provider_request(&payload).await;
            if let Some(Some(answer)) = self.passed(&**extension, "before_provider_request", verdict).await {
                changed = true;
                payload = answer;
            }
        }
        (payload, changed)
    }
}
