//! One request shape to many model wires, one stream of events back.
//!
//! A [`Request`] is prepared into a [`WireRequest`] (pure: the same input gives the same bytes), which is then sent; what
//! comes back is a stream of [`StreamEvent`]s (spec/core.md R5.1). After the request has been sent a failure is an event,
//! never an `Err`. The crate knows no files, no environment and no policy such as retries.

pub mod api;
pub mod apis;
pub mod catalog;
pub mod client;
pub mod clock;
pub mod cost;
pub mod estimate;
pub mod event;
pub mod event_stream;
pub mod failure;
pub mod json;
pub mod normalize;
pub mod partial;
pub mod queue;
pub mod request;
pub mod sampling;
pub mod scripted;
pub mod signature;
pub mod sse;
pub mod tap;
pub mod thinking;
pub mod transport;

pub use api::{Api, Call, EventStream, PrepareError, Signing, WireRequest};
pub use client::{Client, MoreWires};
pub use clock::Clock;
pub use event::StreamEvent;
pub use partial::Partial;
pub use pith_types::Secret;
pub use request::{CacheRetention, CallOptions, Context, Request, ToolChoice, normalize_context};
pub use tap::Tap;
pub use transport::{Exchange, HttpRequest, HttpResponse, Offline, Transport, TransportError};
