//! From a request to the payload of a local model.
//!
//! Comes in: a request's messages and tools. Goes out: a [`Payload`], plain JSON that says what the model is shown, in a
//! size that suits a small model: the long parts of the standard prompt are replaced by a few lines of our own, tools are
//! described in one sentence each, and what people wrote themselves stays as it is. Pure.

mod conversation;
mod examples;
mod payload;
mod system;
mod tools;
mod turns;

pub(crate) use conversation::{Conversation, Role, SaidCall, Turn};
pub(crate) use payload::Payload;

#[cfg(test)]
mod tests;
