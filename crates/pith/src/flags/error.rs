//! What can be wrong with a command line.

/// Why a command line cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ArgsError {
    /// No flag of that name.
    #[error("unknown option: {flag}")]
    Unknown {
        /// As typed, with its dashes.
        flag: String,
        /// The flag that was probably meant.
        near: Option<String>,
    },
    /// A flag without the value it needs.
    #[error("option `{flag}` needs a value: {name}")]
    MissingValue {
        /// As typed.
        flag: String,
        /// What the value is.
        name: &'static str,
    },
    /// A value for a flag that takes none.
    #[error("option `{flag}` takes no value, got `{value}`")]
    UnexpectedValue {
        /// As typed.
        flag: String,
        /// What came with it.
        value: String,
    },
    /// A value outside the list.
    #[error("option `{flag}` does not know `{value}`; it takes {expected}")]
    BadValue {
        /// The flag.
        flag: String,
        /// What was given.
        value: String,
        /// What it takes.
        expected: String,
    },
    /// A subcommand of the reference that this version does not have.
    #[error("command `{command}` is not offered in this version: {instead}")]
    CommandNotOffered {
        /// Its name.
        command: &'static str,
        /// Why, or what to do.
        instead: &'static str,
    },
    /// A word that is nearly a command's, before a word that only that command takes.
    #[error("unknown command: {typed}")]
    CommandMistyped {
        /// As typed.
        typed: String,
        /// The command that was probably meant.
        near: &'static str,
    },
    /// Two flags that ask for different things.
    #[error("options `{first}` and `{second}` do not go together")]
    Conflict {
        /// The one.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
    /// Files on the command line of a program that is driven by another.
    #[error("`@{file}`: no files can be attached in the mode `rpc`; a `prompt` names them in its message")]
    FileForRpc {
        /// As named.
        file: String,
    },
    /// An argument that is no text.
    #[error("argument {position} is not valid UTF-8: `{shown}`")]
    NotText {
        /// Counted from one.
        position: usize,
        /// As far as it can be shown.
        shown: String,
    },
}

impl ArgsError {
    /// What to do about it.
    pub(crate) fn hint(&self) -> Option<String> {
        match self {
            Self::Unknown { near: Some(near), .. } => Some(format!("did you mean `{near}`?")),
            Self::CommandMistyped { near, .. } => {
                Some(format!("did you mean `pith {near}`? `-p` says the words to the model"))
            }
            Self::Unknown { .. } | Self::MissingValue { .. } | Self::UnexpectedValue { .. } => {
                Some("`pith --help` lists the options".to_owned())
            }
            Self::BadValue { .. }
            | Self::CommandNotOffered { .. }
            | Self::Conflict { .. }
            | Self::FileForRpc { .. }
            | Self::NotText { .. } => None,
        }
    }
}
