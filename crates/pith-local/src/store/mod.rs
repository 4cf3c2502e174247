//! The model store: which models Pith knows, where they lie on disk, and how they get there.
//!
//! In come a cache folder, options and a name; out come a checked file, events of the way there, and one error that says
//! what each source answered. The store knows bytes and hashes only: it never opens a model, prints nothing and reads no
//! environment.

mod catalog;
mod check;
mod command;
mod error;
mod event;
mod locate;
mod lock;
mod options;
mod part;
mod pull;
mod source;
mod space;
#[cfg(test)]
mod tests;

pub use catalog::{Catalog, CatalogModel, HuggingFaceFile, WheelPart};
pub use command::{ModelCommand, ModelReply};
pub use error::{Attempt, SourceError, StoreError};
pub use event::{Observer, PullEvent, Watch};
pub use locate::{Listed, Located, ModelState, Removed, Store};
pub use options::StoreOptions;
