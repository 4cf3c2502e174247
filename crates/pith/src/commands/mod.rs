//! Words that are no message when they come first: one list, from which dispatch, help, completions and manual derive.

mod auth;
mod completions;
#[cfg(feature = "extensions")]
mod ext;
mod man;
mod model;
pub(crate) mod session;
mod settings;

use std::ffi::{OsStr, OsString};

use pith_app::nearest::nearest;

use crate::flags::ArgsError;
use crate::report::Report;
use crate::show;

/// A command of the program.
pub(crate) struct Command {
    /// The word that it is.
    pub name: &'static str,
    /// How it is written.
    pub usage: &'static str,
    /// The words that can follow it, for completions.
    pub words: &'static [&'static str],
    /// One line for people.
    pub help: &'static str,
    run: fn(&[String], Report) -> anyhow::Result<u8>,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "model",
        usage: "model list | pull NAME | rm NAME | path NAME",
        words: &["list", "pull", "rm", "path"],
        help: "Local models: which there are, fetch one, remove one, where it is",
        run: model::run,
    },
    Command {
        name: "session",
        usage: "session [list|search WORDS] | show | rename | rm | repair | export | import",
        words: session::WORDS,
        help: "Sessions: list and search (`--all`, `--json`), show, mend, export and import",
        run: session::run,
    },
    Command {
        name: "settings",
        usage: "settings [list] | get KEY | set KEY VALUE | unset KEY | schema",
        words: &["list", "get", "set", "unset", "schema"],
        help: "Settings: what is set, change one (`--project` for the project's), their JSON Schema",
        run: settings::run,
    },
    Command {
        name: "auth",
        usage: "auth login | logout PROVIDER | check | print-api-key | print-bearer-token",
        words: auth::WORDS,
        help: "Keys: store, forget, print one; `check --provider ID` says whether a provider is ready",
        run: auth::run,
    },
    #[cfg(feature = "extensions")]
    Command {
        name: "ext",
        usage: "ext list [--json] | check FILE [--json] | new NAME",
        words: ext::WORDS,
        help: "Extensions: which there are and what they do, try one, begin one",
        run: ext::run,
    },
    Command {
        name: "completions",
        usage: "completions bash | zsh | fish | powershell",
        words: &["bash", "zsh", "fish", "powershell"],
        help: "Print what makes a shell complete the command line",
        run: completions::run,
    },
    Command { name: "man", usage: "man", words: &[], help: "Print the manual page", run: man::run },
];

/// Commands of the reference that this version does not have, and what to do instead.
const NOT_OFFERED: [(&str, &str); 7] = [
    ("install", "packages are not offered yet"),
    ("remove", "packages are not offered yet"),
    ("uninstall", "packages are not offered yet"),
    ("list", "packages are not offered yet; `pith --list-models` lists models"),
    ("update", "what installed pith also brings its next version"),
    ("config", "`pith settings` shows and changes settings"),
    ("mcp", "servers of tools are not offered yet"),
];

/// The command that the arguments begin with, and the arguments after it.
///
/// # Errors
/// When it is one that this version does not have, or is a mistyped one before a word that only that command takes.
pub(crate) fn find(arguments: &[OsString]) -> Result<Option<(&'static Command, Vec<String>)>, ArgsError> {
    let Some((first, rest)) = arguments.split_first() else { return Ok(None) };
    if let Some((command, instead)) = NOT_OFFERED.into_iter().find(|(name, _)| first == name) {
        return Err(ArgsError::CommandNotOffered { command, instead });
    }
    let words = || rest.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let found = COMMANDS.iter().find(|command| first == command.name);
    if let (None, Some(near), Some(next)) = (found, near(first), rest.first())
        && near.words.iter().any(|word| next == word)
    {
        let typed = first.to_string_lossy().into_owned();
        return Err(ArgsError::CommandMistyped { typed, near: near.name });
    }
    Ok(found.map(|command| (command, words())))
}

/// The command that a word was probably meant to be. Alone such a word may be a message all the same.
pub(crate) fn near(word: &OsStr) -> Option<&'static Command> {
    let near = nearest(word.to_str()?, COMMANDS.iter().map(|command| command.name))?;
    COMMANDS.iter().find(|command| command.name == near)
}

impl Command {
    /// Runs it, or says how it is used; gives the exit code.
    ///
    /// # Errors
    /// When it failed.
    pub(crate) fn run(&self, words: &[String], report: Report) -> anyhow::Result<u8> {
        if words.iter().any(|word| word == "--help" || word == "-h") {
            return show(&format!("Usage: pith {}\n\n{}\n", self.usage, self.help));
        }
        (self.run)(words, report)
    }
}

/// `--export`, as `pith session export` does it; gives the exit code.
///
/// # Errors
/// When there is no such session, or the file cannot be written.
pub(crate) fn export(name: &str, to: Option<&str>, report: Report) -> anyhow::Result<u8> {
    let words: Vec<String> = ["export", name].into_iter().chain(to).map(str::to_owned).collect();
    session::run(&words, report)
}

/// The words that can follow `pith auth`, for people.
pub(crate) fn auth_words() -> String {
    auth::WORDS.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// Every command, in the order help shows them.
pub(crate) fn all() -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter()
}
