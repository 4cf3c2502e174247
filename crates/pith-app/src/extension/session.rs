//! What happens to sessions, as extensions are asked before it.

use std::path::PathBuf;

use pith_session::EntryId;
use pith_types::Usage;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

/// Why a session is in force no longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ShutdownReason {
    /// The program ends.
    #[default]
    Quit,
    /// Extensions and resources are read anew.
    Reload,
    /// Another was begun.
    New,
    /// Another was opened.
    Resume,
    /// A fork takes its place.
    Fork,
}

/// What an extension thinks of a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TrustVerdict {
    /// Nothing when undecided.
    pub trusted: Option<bool>,
    /// Whether to keep the decision.
    pub remember: bool,
}

/// Further places of resources.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Discovered {
    /// Skills: files or folders.
    pub skills: Vec<PathBuf>,
    /// Prompt templates.
    pub prompts: Vec<PathBuf>,
    /// Themes.
    pub themes: Vec<PathBuf>,
}

/// Another session is about to take this one's place.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BeforeSwitch {
    /// The file of the one that is opened; nothing for a new one.
    pub target: Option<PathBuf>,
}

/// On which side of an entry a fork begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ForkPosition {
    /// The entry is left out.
    #[default]
    Before,
    /// The entry is the last one.
    At,
}

/// The session is about to be forked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BeforeFork {
    /// The entry.
    pub entry: EntryId,
    /// The side of it.
    pub position: ForkPosition,
}

/// The conversation is about to be compacted.
#[derive(Debug, Clone)]
pub struct BeforeCompact {
    /// What was found out about it, in the form of 1.8.2: `preparation`.
    pub preparation: Value,
    /// The branch.
    pub branch: Vec<pith_session::Entry>,
    /// What the person wants of the summary.
    pub instructions: Option<String>,
    /// `manual`, `threshold` or `overflow`.
    pub reason: &'static str,
    /// Whether the run goes on afterwards.
    pub will_retry: bool,
    /// Fires when it is aborted.
    pub cancel: CancellationToken,
}

/// A summary that an extension brings.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CompactProposal {
    /// The summary.
    pub summary: String,
    /// The first entry that stays.
    pub first_kept_entry_id: EntryId,
    /// By estimate.
    #[serde(default)]
    pub tokens_before: Option<u64>,
    /// What making it cost.
    #[serde(default)]
    pub usage: Option<Usage>,
    /// For programs.
    #[serde(default)]
    pub details: Option<Value>,
}

/// What an extension makes of a compaction.
#[derive(Debug, Clone, PartialEq, Default)]
#[expect(clippy::large_enum_variant, reason = "one at a time, moved once")]
pub enum CompactVerdict {
    /// It may happen.
    #[default]
    Continue,
    /// It may not.
    Cancel,
    /// This is its result.
    Summary(CompactProposal),
}

/// The session is about to go on from another place of its tree.
#[derive(Debug, Clone)]
pub struct BeforeTree {
    /// What was found out about it, in the form of 1.8.2: `preparation`.
    pub preparation: Value,
    /// Fires when it is aborted.
    pub cancel: CancellationToken,
}

/// What an extension makes of that.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TreeVerdict {
    /// It may not happen.
    pub cancel: bool,
    /// The summary of the branch that is left; used only if one was asked for.
    pub summary: Option<TreeSummary>,
    /// In place of what the person wants of the summary.
    pub custom_instructions: Option<String>,
    /// Whether those replace the usual instructions.
    pub replace_instructions: Option<bool>,
    /// In place of the label.
    pub label: Option<String>,
}

/// A summary of a branch that an extension brings.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct TreeSummary {
    /// The text.
    pub summary: String,
    /// For programs.
    pub details: Option<Value>,
    /// What making it cost.
    pub usage: Option<Usage>,
}
