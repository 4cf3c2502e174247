//! Why a command was not done.

use pith_session::ReadError;

use crate::input::{InputError, Stop};

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
