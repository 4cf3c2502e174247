//! Why an extension failed, and how that is told.

use std::fmt;

/// Why an extension failed, in its own words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct ExtensionError {
    text: String,
    /// Where in its code, for its author.
    pub stack: Option<String>,
    /// How it failed.
    pub fault: Fault,
}

/// How an extension failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fault {
    /// It said so.
    #[default]
    Threw,
    /// It did not answer in time.
    NoAnswer,
    /// It was stopped, which was told then.
    Stopped,
}

impl ExtensionError {
    /// A failure with its text.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), stack: None, fault: Fault::Threw }
    }

    /// A failure to answer.
    pub fn no_answer(text: impl Into<String>) -> Self {
        Self { fault: Fault::NoAnswer, ..Self::new(text) }
    }

    /// There is nobody any more who could answer.
    pub fn stopped(text: impl Into<String>) -> Self {
        Self { fault: Fault::Stopped, ..Self::new(text) }
    }

    /// The same, with the place in the extension's code.
    #[must_use]
    pub fn with_stack(self, stack: Option<String>) -> Self {
        Self { stack, ..self }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Threw => "failed",
            Self::NoAnswer => "gave no answer",
            Self::Stopped => "cannot answer",
        })
    }
}
