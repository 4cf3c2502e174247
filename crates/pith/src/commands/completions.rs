//! `pith completions`: what makes a shell complete the command line.

use crate::completions::SHELLS;
use crate::problem::Problem;
use crate::report::Report;
use crate::show;

/// Prints the script of the shell; gives the exit code.
///
/// # Errors
/// When no such shell is known.
pub(super) fn run(words: &[String], _: Report) -> anyhow::Result<u8> {
    let named = |name: &String| SHELLS.iter().find(|shell| shell.name == name);
    match words {
        [name] => show(&named(name).map(|shell| (shell.script)()).ok_or(Problem::CompletionsCommand)?),
        _ => Err(Problem::CompletionsCommand.into()),
    }
}
