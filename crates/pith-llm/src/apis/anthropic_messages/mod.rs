//! Anthropic's messages, as Anthropic and the hosts that copied its wire speak them (spec/providers.md 3.1).
//!
//! `encode` makes the payload, `decode` reads the stream, `compat` is what is known of hosts that differ, `rephrase` says
//! a request in another form when a server refuses it for its form.

mod compat;
mod decode;
mod encode;
mod error;
mod rephrase;
#[cfg(test)]
mod tests;
mod wire;

use crate::{Api, Call, EventStream, PrepareError, Request, WireRequest, apis::drive::drive};

use decode::Decoder;
use rephrase::Memory;

/// The wire `anthropic-messages`. Clones remember together what a server did not take.
#[derive(Debug, Clone, Default)]
pub struct AnthropicMessages {
    memory: Memory,
}

impl Api for AnthropicMessages {
    fn id(&self) -> &str {
        "anthropic-messages"
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        encode::encode(request)
    }

    fn send(&self, wire: WireRequest, call: Call) -> EventStream {
        let wire = self.memory.apply(wire);
        let decoder = Decoder::new(&wire, self.memory.clone());
        drive(wire, call, decoder)
    }
}
