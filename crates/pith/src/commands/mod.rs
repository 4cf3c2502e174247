//! Words that are no message when they come first: one list, from which dispatch and help derive.

mod model;
mod settings;

use std::ffi::OsString;

use crate::flags::ArgsError;
use crate::report::Report;

/// A command of the program.
pub(crate) struct Command {
    name: &'static str,
    usage: &'static str,
    help: &'static str,
    run: fn(&[String], Report) -> anyhow::Result<u8>,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "model",
        usage: "model list | pull NAME | rm NAME | path NAME",
        help: "Local models: which there are, fetch one, remove one, where it is",
        run: model::run,
    },
    Command {
        name: "settings",
        usage: "settings [list] | get KEY | set KEY VALUE | unset KEY | schema",
        help: "Settings: what is set, change one (`--project` for the project's), their JSON Schema",
        run: settings::run,
    },
];

/// Commands of the reference that this version does not have.
const NOT_OFFERED: [&str; 8] = ["install", "remove", "uninstall", "update", "list", "config", "auth", "mcp"];

/// The command that the arguments begin with, and the arguments after it.
///
/// # Errors
/// When it is one that this version does not have.
pub(crate) fn find(arguments: &[OsString]) -> Result<Option<(&'static Command, Vec<String>)>, ArgsError> {
    let Some((first, rest)) = arguments.split_first() else { return Ok(None) };
    if let Some(command) = NOT_OFFERED.into_iter().find(|name| first == name) {
        return Err(ArgsError::CommandNotOffered { command: command.to_owned() });
    }
    let words = || rest.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    Ok(COMMANDS.iter().find(|command| first == command.name).map(|command| (command, words())))
}

impl Command {
    /// Runs it; gives the exit code.
    ///
    /// # Errors
    /// When it failed.
    pub(crate) fn run(&self, words: &[String], report: Report) -> anyhow::Result<u8> {
        (self.run)(words, report)
    }
}

/// Usage and explanation of every command, for help.
pub(crate) fn summaries() -> Vec<(String, String)> {
    COMMANDS.iter().map(|command| (command.usage.to_owned(), command.help.to_owned())).collect()
}
