//! The chat template of a model's file: a conversation becomes the pieces of a prompt.
//!
//! Comes in: the [`Conversation`](crate::prompt::Conversation) of a payload. Goes out: pieces that tell the template's own
//! text from what was said. Models whose template knows no tools get them, and their calls, as text in a form of our own.

mod functions;
mod json;
mod plain;
mod render;

pub(crate) use render::Template;
