//! Values of keys and headers (spec/coding-agent.md 6.3): a literal, `$NAME` and `${NAME}` in a text, or `!command`.
//!
//! The result may be a key, so it is a [`Secret`]. A failure names the variable or the command, never what came out.

mod command;
mod template;

use std::time::Duration;

use pith_types::Secret;

use crate::Environment;

/// How long a command may take.
const COMMAND_LIMIT: Duration = Duration::from_secs(10);

/// How long a program may take that may have to ask a person, or somebody far away.
const PATIENT_LIMIT: Duration = Duration::from_secs(60);

/// Why a value could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// A variable that the text names is not set.
    #[error("the variable `{name}` is not set")]
    MissingVariable {
        /// Its name.
        name: String,
    },
    /// The command could not be started.
    #[error("the command `{command}` could not be started: {reason}")]
    CommandStart {
        /// The command as configured, without the leading `!`.
        command: String,
        /// What the system said.
        reason: String,
    },
    /// The command took too long and was ended.
    #[error("the command `{command}` did not end within {seconds} s")]
    CommandTimeout {
        /// The command as configured.
        command: String,
        /// How long was waited.
        seconds: u64,
    },
    /// The command failed.
    #[error("the command `{command}` failed ({status})")]
    CommandFailed {
        /// The command as configured.
        command: String,
        /// Its exit status.
        status: String,
    },
    /// The command succeeded and said nothing, or no text.
    #[error("the command `{command}` printed no text")]
    CommandSilent {
        /// The command as configured.
        command: String,
    },
}

/// Makes a value from its configured form. Variables are looked up by `lookup`; commands run with the variables and in
/// the directory of `environment`, block the thread, and are ended after ten seconds.
///
/// # Errors
/// When a variable is missing or a command gives nothing.
pub fn resolve(
    text: &str,
    environment: &Environment,
    lookup: &dyn Fn(&str) -> Option<String>,
) -> Result<Secret, ValueError> {
    match text.strip_prefix('!') {
        Some(command) => command::output(command.trim(), environment, COMMAND_LIMIT).map(Secret::new),
        None => template::fill(text, lookup).map(Secret::new),
    }
}

/// What a command prints that may take a minute.
pub(crate) fn patient_output(command: &str, environment: &Environment) -> Result<Secret, ValueError> {
    command::output(command.trim(), environment, PATIENT_LIMIT).map(Secret::new)
}

/// The form in which a value stands for itself.
pub(crate) fn literal(value: &str) -> String {
    let escaped = value.replace('$', "$$");
    match escaped.strip_prefix('!') {
        Some(rest) => format!("$!{rest}"),
        None => escaped,
    }
}

/// The variables that a value names.
pub(crate) fn variables(text: &str) -> Vec<String> {
    if text.starts_with('!') { Vec::new() } else { template::names(text) }
}

/// Whether the value is a command.
pub(crate) fn is_command(text: &str) -> bool {
    text.starts_with('!')
}
