//! The append-only session tree and its file, format 3 (spec/extensions-sessions-screen.md §3).
//!
//! In come entries, one at a time; out come branches, and the messages that a model is given of one. A file is read once,
//! line by line, for the little that the tree needs; the rest stays on disk until somebody asks for it. The crate is the
//! only writer of session files, knows nothing of agents or faces, and takes time, randomness and the process's name
//! from its caller.

mod context;
mod damage;
mod entry;
mod error;
mod file;
pub mod find;
mod header;
mod html;
mod id;
mod images;
pub mod listing;
mod load;
mod session;
mod stamps;
mod tree;

pub use context::{Context, ModelRef};
pub use damage::{Damage, DamageKind};
pub use entry::{
    BranchSummary, Compaction, ContextEdit, Custom, CustomMessageEntry, Entry, EntryKind, Label, MessageEntry,
    ModelChange, Replacement, SessionInfo, ThinkingLevelChange, UnknownEntry, UsageRecord,
};
pub use error::{OpenError, ReadError, WriteError};
pub use file::{Claim, Owner};
pub use header::{Header, VERSION};
pub use html::DrawnCalls;
pub use id::{EntryId, is_valid_session_id};
pub use session::{
    AnswerPiece, Appended, ForkError, ForkPosition, Forked, ImportError, LabelOf, ModelUsage, NewSession, Session,
    Stats, TreeNode, TreeView, Written,
};
pub use stamps::Stamps;
pub(crate) use tree::LEAF_RECORD;
pub use tree::{NodeKind, Role, Tree};
