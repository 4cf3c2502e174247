//! What became of a command.

use std::path::PathBuf;
use std::sync::Arc;

use pith_session::{Entry, EntryId};
use pith_tools::CommandRun;
use pith_types::{AgentMessage, Model, ThinkingLevel};
use serde::Serialize;

use super::{AppState, SlashCommand, Stats};
use crate::branch::Navigated;
use crate::compaction::Compacted;

/// What a command gave. A prompt's answer comes as events.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// It was done; there is nothing to say.
    Done,
    /// A run began.
    Started,
    /// The input waits for its turn.
    Queued,
    /// An extension dealt with it.
    Handled,
    /// The texts that waited, and do no longer.
    Cleared {
        /// Those that were to steer.
        steering: Vec<String>,
        /// Those for the run's end.
        follow_up: Vec<String>,
    },
    /// How things stand.
    State(Box<AppState>),
    /// The conversation.
    Messages(Vec<AgentMessage>),
    /// A text, if there is one.
    Text(Option<String>),
    /// What a leading slash may stand for.
    Commands(Vec<SlashCommand>),
    /// Counts and sums.
    Stats(Box<Stats>),
    /// Models.
    Models(Vec<Arc<Model>>),
    /// The model that is asked from now on.
    Model(Arc<Model>),
    /// What cycling led to; nothing when there is no other model.
    Cycled(Option<Box<Cycled>>),
    /// Thinking levels.
    Levels(Vec<ThinkingLevel>),
    /// The level that is asked for from now on; nothing when the model has no other.
    Level(Option<ThinkingLevel>),
    /// The command in the shell has ended.
    Ran(CommandRun),
    /// What the conversation was summarized to.
    Compacted(Box<Compacted>),
    /// Whether another session is in force.
    Replaced(Replaced),
    /// The session as a tree.
    Tree {
        /// An array in JSON, each root `{entry, children, label?, labelTimestamp?}`. As deep as the conversation is long.
        roots: String,
        /// The entry that the next one will follow.
        leaf: Option<EntryId>,
    },
    /// Where the conversation goes on from.
    Navigated(Box<Navigated>),
    /// The file that was written.
    Exported(PathBuf),
    /// Where the session can be forked.
    ForkPoints(Vec<ForkPoint>),
    /// Entries of the session.
    Entries {
        /// In the order of the file.
        entries: Vec<Entry>,
        /// The entry that the next one will follow.
        leaf: Option<EntryId>,
    },
}

/// Another session is in force, or not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Replaced {
    /// Whether an extension did not want it.
    pub cancelled: bool,
    /// What was said where the new session ends, to be said anew.
    pub text: Option<String>,
}

impl Replaced {
    pub(crate) fn cancelled() -> Self {
        Self { cancelled: true, text: None }
    }
}

/// The model that cycling led to.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Cycled {
    /// It.
    pub model: Arc<Model>,
    /// How much it is asked to reason.
    pub thinking_level: ThinkingLevel,
    /// Whether it is one of a list that the person made.
    pub is_scoped: bool,
}

/// A message of the person from which the session can be forked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ForkPoint {
    /// The message's entry.
    pub entry_id: String,
    /// Its text.
    pub text: String,
}
