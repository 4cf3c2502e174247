//! What is wrong with a session file, and what was made of it. The file itself is left as it is.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::EntryId;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Damage {
    /// The line, from 1, where there is one.
    pub line: Option<u64>,
    /// What it is.
    pub kind: DamageKind,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum DamageKind {
    /// The first line is no header; one was made of the file's name.
    HeaderRebuilt,
    /// The line is no entry.
    BrokenLine {
        /// Whether an entry was found at the end of the line, behind the broken part.
        recovered: bool,
    },
    /// An entry follows one that is not there.
    MissingParent {
        /// The entry.
        id: EntryId,
        /// The one that is missing.
        parent: EntryId,
        /// What it follows now.
        joined_to: Option<EntryId>,
    },
    /// An entry follows, over others, itself.
    Cycle {
        /// The entry that was cut off.
        id: EntryId,
        /// What it follows now.
        joined_to: Option<EntryId>,
    },
    /// An entry is not of the form that its type asks for; the model is not given it.
    UnreadableEntry {
        /// The entry.
        id: EntryId,
        /// What is wrong with it.
        reason: String,
    },
    /// A compaction keeps entries from one on that is not before it; only its summary is left of what came before.
    FirstKeptMissing {
        /// The compaction.
        id: EntryId,
    },
    /// The program ended while an answer came in; what there was of it is an aborted message now.
    AnswerRecovered {
        /// That message's entry.
        id: EntryId,
    },
    /// Another program has written to the file; this conversation goes on beside what it wrote.
    ForeignEntries {
        /// How many entries it wrote.
        count: usize,
    },
}

impl Damage {
    pub(crate) fn at(line: u64, kind: DamageKind) -> Self {
        Self { line: Some(line), kind }
    }
}

impl From<DamageKind> for Damage {
    fn from(kind: DamageKind) -> Self {
        Self { line: None, kind }
    }
}

impl fmt::Display for DamageKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |f: &mut fmt::Formatter<'_>, to: &Option<EntryId>| match to {
            Some(to) => write!(f, "; it now follows `{to}`"),
            None => write!(f, "; it is now a root"),
        };
        match self {
            Self::HeaderRebuilt => f.write_str("the header was missing or broken; one was made of the file's name"),
            Self::BrokenLine { recovered: false } => f.write_str("the line is broken and was skipped"),
            Self::BrokenLine { recovered: true } => {
                f.write_str("the beginning of the line is broken and was skipped; the entry behind it was kept")
            }
            Self::MissingParent { id, parent, joined_to } => {
                write!(f, "entry `{id}` follows `{parent}`, which is not there")?;
                joined(f, joined_to)
            }
            Self::Cycle { id, joined_to } => {
                write!(f, "entry `{id}` follows itself")?;
                joined(f, joined_to)
            }
            Self::UnreadableEntry { id, reason } => {
                write!(f, "entry `{id}` cannot be read and is left out: {reason}")
            }
            Self::FirstKeptMissing { id } => {
                write!(f, "compaction `{id}` keeps entries from one on that is not before it; only its summary is used")
            }
            Self::AnswerRecovered { id } => {
                write!(f, "an answer was cut off when the program ended; what came of it was kept as entry `{id}`")
            }
            Self::ForeignEntries { count } => {
                write!(f, "another program wrote {count} entries to this session; the conversation goes on beside them")
            }
        }
    }
}
