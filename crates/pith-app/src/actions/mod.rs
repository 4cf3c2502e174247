//! What extensions may have the app do, besides [`Command`](crate::Command)s: messages and entries of their own, the tools
//! that are offered, the extensions themselves.

mod ask;
mod entry;
mod extensions;
mod message;
mod routed;
mod run;
mod tools;

pub use ask::{ModelAccess, hear};
pub use message::{CustomDraft, DeliverAs, SendOptions};
pub use run::WindowUse;
