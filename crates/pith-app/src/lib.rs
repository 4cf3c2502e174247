//! The coding agent without a face: commands in, events out.
//!
//! An [`App`] is put together from parts: a client, a model, a session, tools, a prompt. A face sends it [`Command`]s and
//! is shown [`AppEvent`](event::AppEvent)s; everything between is decided here. The crate prints nothing, reads no
//! environment, and knows no terminal.
//!
#![doc = include_str!("example.md")]

mod actions;
mod app;
mod authority;
mod branch;
pub mod command;
mod commands;
mod compaction;
mod convert;
mod doors;
pub mod event;
pub mod extension;
mod fanout;
mod hooks;
mod images;
pub mod input;
mod life;
pub mod lookup;
pub mod models;
pub mod nearest;
mod note;
mod policy;
pub mod prompt;
mod prompter;
mod queued;
mod record;
pub mod resources;
mod selection;
mod shell;
mod summary;
pub mod tools;
mod turn;
mod ui_prompts;
mod weak;
pub mod wording;

pub use actions::{CustomDraft, DeliverAs, ModelAccess, SendOptions, WindowUse, hear};
pub use app::{App, AppParts};
pub use authority::{Authority, AuthorityError, NoKeys, PersonalKeys, sign_in};
pub use branch::{Navigated, Navigation};
pub use command::{Command, CommandError, Replaced, Reply};
pub use compaction::{Compacted, CompactionError};
pub use convert::convert;
pub use fanout::Face;
pub use policy::{Policy, PolicySource};
pub use record::CloseError;
pub use selection::ModelSource;
pub use shell::ShellCommand;
pub use summary::SummaryError;
pub use weak::WeakApp;
