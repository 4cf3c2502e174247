//! What was found while resources were read: each of them with its source and what became of it, and what is doubtful.

use std::path::{Path, PathBuf};

use pith_config::Diagnostic;

/// Everything that was found.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    /// What a person should be told, whatever the mode.
    pub diagnostics: Vec<Diagnostic>,
    /// Every resource that was looked at, in the order it was.
    pub resources: Vec<Finding>,
}

/// A resource that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What kind of thing it is, for people: `skill`, `prompt template`, `context file`.
    pub kind: &'static str,
    /// Its name; a context file has none but its path.
    pub name: Option<String>,
    /// Its file.
    pub path: PathBuf,
    /// Who brought it, for people.
    pub source: &'static str,
    /// Size of the file in bytes, when it could be read.
    pub bytes: Option<u64>,
    /// What became of it.
    pub outcome: Outcome,
}

/// What became of a resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is in force.
    Loaded,
    /// Another of its name is.
    Shadowed {
        /// The other's file.
        by: PathBuf,
    },
    /// It cannot be used, or is not wanted.
    Skipped {
        /// Why.
        reason: String,
    },
}

impl Findings {
    /// Keeps something to tell.
    pub(crate) fn tell(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Keeps something to tell about a file, at a line if one is known.
    pub(crate) fn warn(&mut self, path: &Path, line: Option<usize>, message: impl Into<String>) {
        self.tell(Diagnostic { line, ..Diagnostic::warning(message).at(path) });
    }
}
