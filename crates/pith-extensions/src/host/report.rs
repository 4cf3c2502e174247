//! Why an extension was not loaded.

use std::path::PathBuf;

/// An extension that could not be loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the extension `{}` could not be loaded: {reason}", path.display())]
pub struct LoadError {
    /// Where it is, or should be.
    pub path: PathBuf,
    /// Why, with file and line where they are known.
    pub reason: String,
}
