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

impl LoadError {
    /// What may be done where nothing was found to load; what was found says itself what is wrong with it.
    pub fn hint(&self) -> Option<&'static str> {
        if !self.path.exists() {
            return Some("look at the path; `pith ext new NAME` writes a first extension");
        }
        let is_empty = self.path.is_dir() && !self.reason.contains("package.json");
        is_empty.then_some("a folder is loaded by `pi.extensions` of its `package.json`, by its `index.ts`, or as a folder `extensions` in it")
    }
}
