//! Why an input did not reach the agent.

use std::io;
use std::path::PathBuf;

/// Where an input's way ended.
#[derive(Debug, thiserror::Error)]
pub enum Stop {
    /// An extension dealt with it.
    #[error("handled by an extension")]
    Handled,
    /// An extension does not let it through.
    #[error("blocked: {reason}")]
    Blocked {
        /// In the extension's words.
        reason: String,
    },
    /// It cannot be used.
    #[error(transparent)]
    Refused(#[from] InputError),
}

/// Why an input cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// Nothing of that name.
    #[error("no such file: `{path}`")]
    MissingFile {
        /// Absolute.
        path: PathBuf,
    },
    /// A folder cannot be attached.
    #[error("`{path}` is a folder; name the files in it")]
    Folder {
        /// Absolute.
        path: PathBuf,
    },
    /// Neither a file nor a folder: reading it could wait for ever.
    #[error("`{path}` is no regular file but a {kind}")]
    SpecialFile {
        /// Absolute.
        path: PathBuf,
        /// What it is instead.
        kind: &'static str,
    },
    /// The file cannot be read.
    #[error("could not read `{path}`")]
    UnreadableFile {
        /// Absolute.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// The file would leave no room for an answer.
    #[error("`{path}` is too large to attach: {size} bytes are more than half of what the model takes in")]
    TooLarge {
        /// Absolute.
        path: PathBuf,
        /// In bytes.
        size: u64,
    },
    /// A command cannot wait in a queue.
    #[error("the command `/{command}` cannot be queued; run it as a prompt")]
    CommandQueued {
        /// Without the slash.
        command: String,
    },
    /// A run is active.
    #[error("a run is active; send the message as steering or as a follow-up")]
    Busy,
    /// The model cannot be asked.
    #[error("model `{provider}/{model}` cannot be asked")]
    NotReady {
        /// Its provider.
        provider: String,
        /// Its id.
        model: String,
        /// Why not.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}
