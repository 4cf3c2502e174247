//! OpenAI's responses, as OpenAI and a few other hosts speak them (spec/providers.md 3.3).
//!
//! `encode` makes the payload, `decode` reads the stream, `compat` is what is known of hosts that differ. Azure's dialect of
//! it stands in a folder of its own and differs in the address and the key alone.

pub(in crate::apis) mod compat;
mod decode;
mod encode;
mod error;
mod id;
#[cfg(test)]
mod tests;
mod wire;

use crate::apis::address;
use crate::apis::drive::drive;
use crate::apis::head::Head;
use crate::{Api, Call, EventStream, PrepareError, Request, WireRequest};

use compat::{Compat, SessionHeaders};
pub(in crate::apis) use decode::Decoder;
pub(in crate::apis) use encode::{Place, encode};

/// The wire `openai-responses`.
#[derive(Debug, Clone, Copy, Default)]
pub struct OpenAiResponses;

impl Api for OpenAiResponses {
    fn id(&self) -> &str {
        "openai-responses"
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        let compat = Compat::of(request);
        let url = format!("{}/responses", address::base_url(request)?);
        let mut head = Head::new();
        head.bearer(request);
        head.session(
            request,
            match compat.session_headers {
                SessionHeaders::Openai => &["session-id", "x-client-request-id"],
                SessionHeaders::OpenaiNosession => &["x-client-request-id"],
                SessionHeaders::Openrouter => &["x-session-id"],
            },
        );
        let place = Place { url, headers: head.finish(request)?, model: request.model.id.clone() };
        encode(request, &compat, place)
    }

    fn send(&self, wire: WireRequest, call: Call) -> EventStream {
        let decoder = Decoder::new(&wire);
        drive(wire, call, decoder)
    }
}
