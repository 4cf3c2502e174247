//! What people are shown of the extensions: what was loaded, what it uses, what went wrong.

use std::path::PathBuf;
use std::time::Duration;

use serde_json::Value;

use crate::rights::Usage;

use super::registered::Registered;

/// One extension that is loaded.
#[derive(Debug, Clone)]
pub struct ExtensionReport {
    /// Where it was found.
    pub path: PathBuf,
    /// `{path, source, scope, origin, baseDir}`.
    pub source: Value,
    /// What it has registered.
    pub registered: Registered,
    /// How long loading took.
    pub load_time: Duration,
    /// How long its handlers took, all together, waiting included.
    pub time_spent: Duration,
    /// How many events it was given.
    pub events: u64,
    /// What it asked for, and whether it was granted.
    pub rights: Vec<Usage>,
    /// What went wrong, the last hundred.
    pub errors: Vec<String>,
}

/// An extension that could not be loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the extension `{}` could not be loaded: {reason}", path.display())]
pub struct LoadError {
    /// Where it is, or should be.
    pub path: PathBuf,
    /// Why, with file and line where they are known.
    pub reason: String,
}
