//! The wire of models in the process: a payload becomes a job for the thread that holds the model.

use std::sync::{Arc, OnceLock, mpsc};

use bytes::Bytes;
use futures::{StreamExt as _, channel::mpsc as events, stream};
use pith_llm::{Api, Call, EventStream, PrepareError, Request, StreamEvent, WireRequest};
use pith_types::{AssistantMessage, StopReason};

use crate::{
    LocalError, LocalOptions,
    model::API,
    prompt::Payload,
    run::{self, Job},
};

/// Runs models in this process. The thread starts, and a model is loaded, with the first request.
pub struct LocalApi {
    options: LocalOptions,
    jobs: OnceLock<Result<mpsc::Sender<Job>, LocalError>>,
}

impl LocalApi {
    /// A wire that runs models as the options say.
    pub fn new(options: LocalOptions) -> Self {
        Self { options, jobs: OnceLock::new() }
    }
}

impl Api for LocalApi {
    fn id(&self) -> &str {
        API
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        let body = serde_json::to_vec(&Payload::of(request)).map_err(|error| PrepareError::Payload {
            provider: request.model.provider.clone(),
            model: request.model.id.clone(),
            reason: error.to_string(),
        })?;
        Ok(WireRequest { model: Arc::clone(&request.model), body: Bytes::from(body), ..WireRequest::default() })
    }

    fn send(&self, wire: WireRequest, call: Call) -> EventStream {
        let jobs = self.jobs.get_or_init(|| run::start(self.options.clone()));
        let (sender, events) = events::unbounded();
        let reason = match jobs {
            Ok(jobs) => {
                let job = Job { model: Arc::clone(&wire.model), body: wire.body, call: call.clone(), events: sender };
                match jobs.send(job) {
                    Ok(()) => return events.boxed(),
                    Err(_) => "the thread of the local model has ended".to_owned(),
                }
            }
            Err(error) => error.to_string(),
        };
        let message = AssistantMessage {
            api: wire.model.api.clone(),
            provider: wire.model.provider.clone(),
            model: wire.model.id.clone(),
            stop_reason: StopReason::Error,
            error_message: Some(reason),
            timestamp: call.clock.now_ms(),
            ..AssistantMessage::default()
        };
        stream::iter([StreamEvent::Error(Arc::new(message))]).boxed()
    }
}
