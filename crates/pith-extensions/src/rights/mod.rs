//! What an extension may do beyond computing. Every effect passes one gate, with the right that it needs.

mod gate;
mod program;
mod rule;

pub use gate::{Denied, Gate, Usage};
pub use program::Program;
pub use rule::{RuleError, Rules};

use std::path::{Path, PathBuf};

/// A right, with what it is wanted for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Right {
    /// Read a file or list a folder.
    Read(PathBuf),
    /// Make, change or remove a file or folder.
    Write(PathBuf),
    /// Start a program.
    Run(Program),
    /// Send a request to a host, without port.
    Reach(String),
    /// Read a variable of the environment.
    Env(String),
}

impl Right {
    /// The kind, as settings name it.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Read(_) => "read",
            Self::Write(_) => "write",
            Self::Run(_) => "run",
            Self::Reach(_) => "reach",
            Self::Env(_) => "env",
        }
    }

    /// What it is wanted for, as text.
    pub fn object(&self) -> String {
        match self {
            Self::Read(path) | Self::Write(path) => path.to_string_lossy().into_owned(),
            Self::Run(program) => program.asked().to_owned(),
            Self::Reach(name) | Self::Env(name) => name.clone(),
        }
    }

    fn path(&self) -> Option<&Path> {
        match self {
            Self::Read(path) | Self::Write(path) => Some(path),
            _ => None,
        }
    }
}
