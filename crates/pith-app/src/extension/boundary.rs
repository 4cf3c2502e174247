//! Where a turn or an activity ends, and what extensions propose there (spec/extensions-sessions-screen.md 1.8.5).

use pith_session::{ContextEdit, Custom, CustomMessageEntry, EntryId};
use pith_types::{AgentMessage, StopReason, Usage};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A place where something ends.
#[derive(Debug, Clone)]
pub struct Boundary {
    /// What ends.
    pub place: BoundaryPlace,
    /// How it went.
    pub outcome: BoundaryOutcome,
    /// The conversation as a model would be given it.
    pub messages: Vec<AgentMessage>,
}

/// What ends.
#[derive(Debug, Clone)]
pub enum BoundaryPlace {
    /// A turn.
    Turn {
        /// From 0 within the run.
        index: u64,
        /// The answer.
        message: AgentMessage,
        /// The results of its calls.
        tool_results: Vec<AgentMessage>,
        /// The answer's entry.
        message_entry: Option<EntryId>,
        /// The results' entries.
        result_entries: Vec<EntryId>,
    },
    /// The activity; nothing is left to do unless an extension wants it.
    Activity,
}

/// How it went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BoundaryOutcome {
    /// As it should.
    #[default]
    Completed,
    /// It was aborted.
    Aborted,
    /// It failed.
    Error,
}

impl BoundaryOutcome {
    /// What an answer's end means.
    pub(crate) fn of(reason: StopReason) -> Self {
        match reason {
            StopReason::Aborted => Self::Aborted,
            StopReason::Error => Self::Error,
            _ => Self::Completed,
        }
    }
}

/// What the extensions before this one propose.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Proposal {
    /// To be kept, all or none, in this order.
    pub entries: Vec<Draft>,
    /// Whether one further request is made, unless natural work causes it anyway.
    #[serde(rename = "continue")]
    pub goes_on: bool,
}

/// An entry that is proposed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Draft {
    /// Data.
    Custom(Custom),
    /// A message.
    CustomMessage(CustomMessageEntry),
    /// A change of an earlier entry.
    ContextEdit(ContextEdit),
    /// A summary in place of what came before.
    Compaction {
        /// The summary.
        summary: String,
        /// The first entry that stays; nothing when none does.
        first_kept_entry_id: Option<EntryId>,
        /// For programs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        details: Option<Value>,
        /// What making it cost.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        usage: Option<Usage>,
    },
}

impl Draft {
    /// The entry that it names, which must be there.
    pub(crate) fn target(&self) -> Option<&EntryId> {
        match self {
            Self::ContextEdit(edit) => Some(&edit.target_id),
            Self::Compaction { first_kept_entry_id, .. } => first_kept_entry_id.as_ref(),
            Self::Custom(_) | Self::CustomMessage(_) => None,
        }
    }
}
