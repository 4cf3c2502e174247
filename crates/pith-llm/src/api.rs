//! A wire API: how a request becomes bytes, and how an answer becomes events.

use std::sync::Arc;

use bytes::Bytes;
use futures::stream::BoxStream;
use pith_types::Model;
use tokio_util::sync::CancellationToken;

use crate::{Clock, Request, Secret, StreamEvent, Transport};

/// The events of one answer: what [`StreamEvent`] says of their order holds.
pub type EventStream = BoxStream<'static, StreamEvent>;

/// A wire API. Implemented by each folder of `apis/`, by the in-process models, and by the scripted provider.
pub trait Api: Send + Sync {
    /// The name that models carry in `api`, for example `openai-completions`.
    fn id(&self) -> &str;

    /// Builds the payload. Pure: the same request gives the same bytes.
    ///
    /// # Errors
    /// When the request cannot be said in this wire at all.
    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError>;

    /// Sends the payload. Never fails: whatever goes wrong is the stream's last event.
    fn send(&self, wire: WireRequest, call: Call) -> EventStream;
}

/// A request as it goes over the wire; whoever wants to see or change the payload does so here, before it is sent.
#[derive(Debug, Clone, Default)]
pub struct WireRequest {
    /// Whom it is for; its prices are used to cost the answer.
    pub model: Arc<Model>,
    /// Where it goes; empty for models in the process.
    pub url: String,
    /// Lower-case names. Values are secret throughout, since any of them may hold a key.
    pub headers: Vec<(String, Secret)>,
    /// The exact payload.
    pub body: Bytes,
    /// Tools whose calls come as plain text, each with the argument that the text stands for.
    pub text_arguments: Vec<(String, String)>,
    /// The provider's own word for how much to think, where later requests have to repeat it; noted on the answer.
    pub effort: Option<String>,
    /// How many tokens the context has by estimate; 0 when nobody has estimated it.
    pub estimated_tokens: u64,
    /// What the request is signed with. A signature holds the time, so it is made when the request is sent.
    pub signing: Option<Signing>,
    /// What was asked, for wires that are code and take it as it is; their body is empty.
    pub asked: Option<Arc<Request>>,
}

/// The identity of a signed request (AWS Signature Version 4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signing {
    /// Where the service runs.
    pub region: String,
    /// Names the secret key.
    pub access_key: Secret,
    /// Makes the signature.
    pub secret_key: Secret,
    /// Says that the keys are temporary ones.
    pub session_token: Option<Secret>,
}

/// What sending takes besides the payload.
#[derive(Clone)]
pub struct Call {
    /// Ends the answer with `aborted` as soon as it fires.
    pub cancel: CancellationToken,
    /// For the answer's timestamps.
    pub clock: Arc<dyn Clock>,
    /// The network.
    pub transport: Arc<dyn Transport>,
}

/// Why a request could not be prepared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PrepareError {
    /// No wire of that name is known.
    #[error("model `{provider}/{model}` uses the API `{api}`, which is not available; known are {known}")]
    UnknownApi {
        /// Provider of the model.
        provider: String,
        /// Id of the model.
        model: String,
        /// The API it names.
        api: String,
        /// The ones that there are.
        known: String,
    },
    /// The provider needs a key and none was given.
    #[error("no API key for provider `{provider}`")]
    MissingKey {
        /// The provider.
        provider: String,
    },
    /// The base URL is missing or malformed.
    #[error("the base URL of provider `{provider}` is not usable: `{url}`")]
    BaseUrl {
        /// The provider.
        provider: String,
        /// What is configured.
        url: String,
    },
    /// The payload could not be built.
    #[error("the request for `{provider}/{model}` could not be built: {reason}")]
    Payload {
        /// Provider of the model.
        provider: String,
        /// Id of the model.
        model: String,
        /// What is in the way.
        reason: String,
    },
}
