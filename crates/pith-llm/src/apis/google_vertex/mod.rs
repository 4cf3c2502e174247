//! Google's generated content at Vertex (spec/providers.md 3.4): the same payload and stream, another address, and a token
//! of Google Cloud instead of a key where there is one.

mod address;

use super::drive::drive;
use super::google_generative_ai::{Decoder, encode};
use super::head::Head;
use crate::{Api, Call, EventStream, PrepareError, Request, WireRequest};

/// The wire `google-vertex`.
#[derive(Debug, Clone, Copy, Default)]
pub struct GoogleVertex;

impl Api for GoogleVertex {
    fn id(&self) -> &str {
        "google-vertex"
    }

    fn prepare(&self, request: &Request) -> Result<WireRequest, PrepareError> {
        let mut head = Head::new();
        if let Some(key) = &request.options.api_key {
            head.set("x-goog-api-key", key.clone());
        }
        head.session(request, &[]);
        encode(request, address::endpoint(request)?, head.finish(request)?)
    }

    fn send(&self, wire: WireRequest, call: Call) -> EventStream {
        drive(wire, call, Decoder::default())
    }
}
