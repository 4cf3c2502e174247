//! Makes a conversation smaller that has outgrown its model: what is old becomes a summary, what is recent stays
//! (spec/extensions-sessions-screen.md 3.8).
//!
//! `plan` decides, without effects, what is summarized; `summarize` asks the model; `store` puts the result in force; `trim`
//! is what is left when there is nothing to summarize. `make_room` is the whole of it, for all who need room.

mod cut;
mod estimate;
mod make_room;
mod plan;
mod store;
mod summarize;
mod trim;

use pith_session::EntryId;
use pith_types::Usage;
use serde::Serialize;
use serde_json::Value;

use crate::summary::SummaryError;

pub(crate) use estimate::{context_tokens, counted_from, has_count, text_tokens};
pub(crate) use make_room::CompactionWish;
pub(crate) use plan::{Limits, limits};
pub(crate) use summarize::{history, prefix};

/// What a compaction came to.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Compacted {
    /// What stands for the part that is left out.
    pub summary: String,
    /// The first entry that stays as it is.
    #[serde(serialize_with = "id")]
    pub first_kept_entry_id: EntryId,
    /// Tokens of the context before.
    pub tokens_before: u64,
    /// Tokens of the context now, by estimate.
    pub estimated_tokens_after: u64,
    /// What the summary cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// The files that were read and changed, or what an extension stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Value>,
}

/// Why a conversation was not made smaller.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CompactionError {
    /// All of it is recent.
    #[error("nothing to compact: the session is too small")]
    TooSmall,
    /// Nothing was said since the last time.
    #[error("already compacted")]
    Already,
    /// An extension does not want it.
    #[error("an extension has cancelled the compaction")]
    Cancelled,
    /// There is no summary.
    #[error(transparent)]
    Summary(#[from] SummaryError),
}

fn id<S: serde::Serializer>(id: &EntryId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(id.as_str())
}
