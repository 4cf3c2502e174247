//! GGUF files: the header with its metadata, and where the tensors lie.
//!
//! Comes in: a path. Goes out: a [`Header`], and the raw bytes of single tensors. The long arrays of a header (the
//! vocabulary) are skipped, so that asking a file for its context window costs milliseconds. Knows nothing of networks.

mod header;
mod identity;
mod source;

pub(crate) use header::{Header, TensorPlace};
pub(crate) use identity::{hex, identity};

#[cfg(test)]
pub(crate) mod synthetic;
