//! The thread that holds the model: one request after the other, from payload to last event.
//!
//! Comes in: jobs. Goes out: events. The model is loaded when first asked for and stays; so do the keys and values of
//! what was read last, and the state of each system prompt is kept on disk. Knows nothing of the async world but the
//! sending half of a channel and a cancellation token.

mod answer;
mod generate;
mod memory;
mod prefixes;
mod requantize;
mod resident;
mod worker;

pub(crate) use worker::{Job, start};

#[cfg(test)]
mod tests;
