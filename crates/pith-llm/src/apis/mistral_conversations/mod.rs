//! Mistral's chat (spec/providers.md 3.6): close to OpenAI's completions, and different in most details.
//!
//! `encode` makes the payload, `decode` reads the stream.

mod decode;
mod encode;
mod error;
mod id;
#[cfg(test)]
mod tests;
mod wire;

use crate::apis::drive::drive;
use crate::{Api, Call, EventStream, PrepareError, Request, WireRequest};

use decode::Decoder;

/// The wire `mistral-conversations`.
#[derive(Debug, Clone, Copy, Default)]
pub struct MistralConversations;

impl Api for MistralConversations {
    fn id(&self) -> &str {
        "mistral-conversations"
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        encode::encode(request)
    }

    fn send(&self, wire: WireRequest, call: Call) -> EventStream {
        drive(wire, call, Decoder::default())
    }
}
