//! What extensions may have the app do, besides [`Command`](crate::Command)s: messages and entries of their own, the tools
//! that are offered, the extensions themselves.

mod entry;
mod extensions;
mod message;
mod tools;

pub use message::{CustomDraft, DeliverAs, SendOptions};
