//! What can go wrong with a session file.

use std::{io, path::PathBuf};

use crate::{EntryId, Owner};

/// Why a session could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file could not be read.
    #[error("session `{}` could not be read", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// The file holds something else.
    #[error("`{}` is not a valid session", path.display())]
    NotASession {
        /// The file.
        path: PathBuf,
    },
    /// The file is of a format that this version cannot write.
    #[error("session `{}` was written by a newer program (version {version})", path.display())]
    NewerVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u32,
    },
    /// Another process is writing to it.
    #[error("session `{}` is in use by {}", path.display(), describe(owner.as_ref()))]
    Locked {
        /// The file.
        path: PathBuf,
        /// That process, where it has said who it is.
        owner: Option<Owner>,
    },
    /// It could not be found out whether another process is writing to it.
    #[error("session `{}` could not be locked", path.display())]
    Lock {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
}

fn describe(owner: Option<&Owner>) -> String {
    owner.map_or_else(|| "another process".to_owned(), |owner| format!("process {} on `{}`", owner.pid, owner.host))
}

/// Why an entry is not in the file. It is in memory, and is written before the next one when that works.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The file could not be created.
    #[error("session `{}` could not be created; the conversation is kept in memory only", path.display())]
    Create {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// Writing failed. What had been written of the entry was taken back.
    #[error("session `{}` could not be written; the conversation is kept in memory", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// The file was removed, replaced or cut by another program; nothing more is written to it.
    #[error("session `{}` was changed by another program; the conversation is kept in memory only", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// Another process is writing to the file.
    #[error("session `{}` is in use by {}; the conversation is kept in memory only", path.display(), describe(owner.as_ref()))]
    Locked {
        /// The file.
        path: PathBuf,
        /// That process, where it has said who it is.
        owner: Option<Owner>,
    },
    /// A session was to be written elsewhere, and could not be.
    #[error("`{}` could not be written", path.display())]
    Export {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// A session was to be written over a session.
    #[error("`{}` is a session and is not written over; name another file", path.display())]
    IsSession {
        /// The file.
        path: PathBuf,
    },
    /// A session was to be written over a file that is no export.
    #[error(
        "`{}` is there already and is not written over; name one that ends in `.html` or `.jsonl`, or one that is not there",
        path.display()
    )]
    Occupied {
        /// The file.
        path: PathBuf,
    },
    /// The entry cannot be said in JSON.
    #[error("an entry could not be written as JSON")]
    Encode(#[source] serde_json::Error),
}

/// Why an entry could not be read back.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// There is no such entry.
    #[error("there is no entry `{id}` in this session")]
    NoSuchEntry {
        /// The name.
        id: String,
    },
    /// The file could not be read.
    #[error("the session file could not be read")]
    File(#[source] io::Error),
    /// The line is not of the form that its type asks for.
    #[error("entry `{id}` cannot be read")]
    Content {
        /// The entry.
        id: EntryId,
        /// What is wrong with it.
        #[source]
        source: serde_json::Error,
    },
}
