//! A model in this process, behind the same stream of events as any provider.
//!
//! [`LocalApi`] is a wire like any other: a request is prepared into a payload (pure), and sending it gives the stream of
//! events of spec/core.md R5.1. Behind it stands a thread with the model of a GGUF file of the llama and qwen2 families:
//! own forward pass, keys and values that can be kept, the file's own chat template, and calls that are bound to the
//! declared tools while they are written. [`local_model`] tells what a file is without loading it.
//!
//! The crate reads no environment and prints nothing; threads and folders are passed in as [`LocalOptions`].

mod api;
mod decode;
mod error;
mod gguf;
mod model;
mod net;
mod options;
mod prompt;
mod run;
pub mod store;
mod template;
mod tokens;
mod weights;

pub use api::LocalApi;
pub use error::LocalError;
pub use model::{API, PROVIDER, local_model};
pub use options::LocalOptions;
