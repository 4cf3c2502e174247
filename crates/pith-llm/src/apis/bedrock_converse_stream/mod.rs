//! Amazon Bedrock's Converse API (spec/providers.md 3.5): one wire for the models of many makers.
//!
//! `encode` makes the payload, `decode` reads the event stream, `family` is what is known of a model by its name. The
//! signature is made when a request is sent.

mod address;
mod decode;
mod encode;
mod error;
mod family;
#[cfg(test)]
mod tests;

use crate::{Api, Call, EventStream, PrepareError, Request, WireRequest, apis::drive::drive};

use decode::Decoder;

/// The wire `bedrock-converse-stream`.
#[derive(Debug, Clone, Copy, Default)]
pub struct BedrockConverseStream;

impl Api for BedrockConverseStream {
    fn id(&self) -> &str {
        "bedrock-converse-stream"
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        encode::encode(request)
    }

    fn send(&self, wire: WireRequest, call: Call) -> EventStream {
        drive(wire, call, Decoder::default())
    }
}
