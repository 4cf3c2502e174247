//! OpenAI's chat completions, as OpenAI and about thirty other hosts speak them (spec/providers.md 3.2).
//!
//! `encode` makes the payload, `decode` reads the stream, `compat` is what is known of hosts that differ.

mod compat;
mod decode;
mod encode;
mod error;
#[cfg(test)]
mod tests;
mod wire;

use crate::{Api, Call, EventStream, PrepareError, Request, WireRequest, apis::drive::drive};

use compat::Compat;
use decode::Decoder;

/// The wire `openai-completions`.
#[derive(Debug, Clone, Copy, Default)]
pub struct OpenAiCompletions;

impl Api for OpenAiCompletions {
    fn id(&self) -> &str {
        "openai-completions"
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        encode::encode(request)
    }

    fn send(&self, wire: WireRequest, call: Call) -> EventStream {
        let decoder = Decoder::new(&wire, &Compat::of(&wire.model));
        drive(wire, call, decoder)
    }
}
