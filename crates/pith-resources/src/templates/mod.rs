//! Prompt templates: texts that a slash and a name stand for (spec/coding-agent.md 2.5).
//!
//! In come places and flags, out come templates by name; [`Template::fill`] puts arguments in. A template is a macro of the
//! input: what comes out is not looked at again.

mod arguments;
mod fill;
mod places;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use crate::Scope;

pub use fill::Filled;
pub use places::{TemplateOptions, templates};

/// A prompt template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// The file's name without `.md`.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// What arguments it takes, for people.
    pub argument_hint: Option<String>,
    /// Its file, absolute.
    pub path: PathBuf,
    /// Who brought it.
    pub scope: Scope,
    /// The text with its placeholders.
    pub body: String,
}

impl Template {
    /// The text for these arguments, as they were typed behind the name.
    pub fn fill(&self, arguments: &str) -> Filled {
        fill::fill(&self.body, &arguments::split(arguments))
    }
}

/// The name and the arguments of an input that begins with a slash; nothing when it does not.
pub fn call(text: &str) -> Option<(&str, &str)> {
    let line = text.strip_prefix('/')?;
    let end = line.find(char::is_whitespace).unwrap_or(line.len());
    let (name, rest) = line.split_at_checked(end)?;
    (!name.is_empty()).then(|| (name, rest.trim_start()))
}
