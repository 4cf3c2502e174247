//! The network itself: the llama and qwen2 families, computed over buffers of our own.
//!
//! Comes in: a GGUF file, then tokens in chunks. Goes out: the logits after the last token. The keys and values of what
//! was read stay in a [`KvCache`] that can be cut, copied, saved and loaded. Knows nothing of text.

mod attention;
mod forward;
mod kv;
mod load;
mod math;
mod rope;
mod shape;

pub(crate) use forward::Pass;
pub(crate) use kv::KvCache;
pub(crate) use load::Network;
pub(crate) use shape::{Family, Shape};

#[cfg(test)]
mod tests;
