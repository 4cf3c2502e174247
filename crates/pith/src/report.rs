//! The one place that tells people what went wrong: message, causes, and what to do.
//!
//! In comes an error with its sources, out go lines on stderr: `Error: …`, then `  caused by: …`, then `hint: …`.

use std::io::Write as _;

use anyhow::Error;
use pith_app::models::ModelError;
use pith_config::{Diagnostic, Level};
use pith_tui::{Color, Style, printable};

use crate::flags::ArgsError;
use crate::problem::Problem;

/// Writes reports to stderr.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Report {
    style: Style,
}

impl Report {
    pub(crate) fn new(style: Style) -> Self {
        Self { style }
    }

    /// What ended the program.
    pub(crate) fn error(self, error: &Error) {
        self.told(error).lines().for_each(write);
    }

    /// An error as lines: message, causes, hint.
    pub(crate) fn told(self, error: &Error) -> String {
        let mut lines = self.say(Color::Red, "Error", &error.to_string());
        let causes = causes(error).into_iter().map(|cause| format!("  caused by: {cause}"));
        let hint = hint(error).map(|hint| format!("hint: {hint}"));
        for line in causes.chain(hint) {
            lines.push('\n');
            lines.push_str(&printable(&line));
        }
        lines
    }

    /// What failed without an error value, such as an answer of the model.
    pub(crate) fn failure(self, message: &str) {
        write(&self.say(Color::Red, "Error", message));
    }

    /// What did not end the program.
    pub(crate) fn warning(self, message: &str) {
        write(&self.say(Color::Yellow, "Warning", message));
    }

    /// Something worth knowing.
    pub(crate) fn note(self, message: &str) {
        write(&printable(message));
    }

    /// A finding of any room.
    pub(crate) fn diagnostic(self, diagnostic: &Diagnostic) {
        match diagnostic.level {
            Level::Warning => self.warning(&diagnostic.to_string()),
            Level::Error => self.failure(&diagnostic.to_string()),
        }
    }

    fn say(self, color: Color, word: &str, message: &str) -> String {
        format!("{}: {}", self.style.paint(color, word), printable(message))
    }
}

/// A report that nobody can read is dropped: there is nowhere left to say so.
fn write(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The causes below the message, each once: a cause that its parent already quotes is left out.
fn causes(error: &Error) -> Vec<String> {
    let mut told = error.to_string();
    let mut causes = Vec::new();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !told.contains(&cause) {
            told.clone_from(&cause);
            causes.push(cause);
        }
    }
    causes
}

fn hint(error: &Error) -> Option<String> {
    error.chain().find_map(|cause| {
        let args = cause.downcast_ref::<ArgsError>().and_then(ArgsError::hint);
        let model = || cause.downcast_ref::<ModelError>().and_then(ModelError::hint);
        let problem = || cause.downcast_ref::<Problem>().and_then(Problem::hint);
        args.or_else(model).or_else(problem)
    })
}
