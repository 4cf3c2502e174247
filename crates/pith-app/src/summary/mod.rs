//! Summaries of conversations: what is said to the model that makes one, and what is kept beside its words.
//!
//! In come messages, out come texts. Who wants a summary, and what becomes of it, is decided in `compaction/` and `branch/`.

mod ask;
mod chunks;
mod files;
mod paragraphs;
mod verbatim;

pub use ask::SummaryError;
pub(crate) use ask::{Asked, SYSTEM, Told};
pub(crate) use chunks::chunks;
pub(crate) use files::Files;
pub(crate) use paragraphs::paragraphs;
pub(crate) use verbatim::{Kept, bare};
