//! Google's generated content, as Google and gateways to it speak it (spec/providers.md 3.4).
//!
//! `encode` makes the payload, `decode` reads the stream, `family` is what a model can by its name. Vertex stands in a folder
//! of its own and differs in the address and the key alone.

mod decode;
mod encode;
mod error;
mod family;
mod id;
#[cfg(test)]
mod tests;
mod wire;

use crate::apis::address;
use crate::apis::drive::drive;
use crate::apis::head::Head;
use crate::{Api, Call, EventStream, PrepareError, Request, WireRequest};

pub(in crate::apis) use decode::Decoder;
pub(in crate::apis) use encode::encode;

/// The wire `google-generative-ai`.
#[derive(Debug, Clone, Copy, Default)]
pub struct GoogleGenerativeAi;

impl Api for GoogleGenerativeAi {
    fn id(&self) -> &str {
        "google-generative-ai"
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        let (base, model) = (address::base_url(request)?, request.model.id.trim_start_matches("models/"));
        let mut head = Head::new();
        if let Some(key) = &request.options.api_key {
            head.set("x-goog-api-key", key.clone());
        }
        head.session(request, &[]);
        encode(request, format!("{base}/models/{model}:streamGenerateContent?alt=sse"), head.finish(request)?)
    }

    fn send(&self, wire: WireRequest, call: Call) -> EventStream {
        drive(wire, call, Decoder::default())
    }
}
