//! Why a command was not done.

use std::path::PathBuf;

use pith_session::{ForkError, ImportError, OpenError, ReadError};

use crate::compaction::CompactionError;
use crate::input::{InputError, Stop};
use crate::summary::SummaryError;

/// Why a command was not done.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// An extension does not let the input through.
    #[error("blocked: {reason}")]
    Blocked {
        /// In the extension's words.
        reason: String,
    },
    /// The input cannot be used.
    #[error(transparent)]
    Refused(#[from] InputError),
    /// There is no such model.
    #[error("there is no model `{provider}/{id}`")]
    NoModel {
        /// As asked for.
        provider: String,
        /// As asked for.
        id: String,
    },
    /// A name of only blanks.
    #[error("a session's name cannot be empty")]
    EmptyName,
    /// The conversation was not summarized.
    #[error(transparent)]
    Compaction(#[from] CompactionError),
    /// The branch was not summarized.
    #[error(transparent)]
    Summary(#[from] SummaryError),
    /// A session could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A session's file could not be imported.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// A session could not be made of this one.
    #[error(transparent)]
    Fork(#[from] ForkError),
    /// A session works in another folder.
    #[error("session `{}` works in `{}`, and this program does not; start it there", path.display(), cwd.display())]
    Elsewhere {
        /// Its file.
        path: PathBuf,
        /// Its folder.
        cwd: PathBuf,
    },
    /// Something cannot be said in JSON.
    #[error("the session could not be written as JSON")]
    Json(#[source] serde_json::Error),
    /// An entry that was named does not exist, or cannot be read.
    #[error(transparent)]
    Entry(#[from] ReadError),
}

impl CommandError {
    /// The error of an input that was stopped; nothing when an extension has dealt with it.
    pub(crate) fn of(stop: Stop) -> Option<Self> {
        match stop {
            Stop::Handled => None,
            Stop::Blocked { reason } => Some(Self::Blocked { reason }),
            Stop::Refused(error) => Some(error.into()),
        }
    }
}
