//! `pith model`: the local models on this machine.

use crate::problem::Problem;
use crate::report::Report;

/// Does what the words say; gives the exit code.
///
/// # Errors
/// When the words say nothing known, or what they say fails.
#[cfg(feature = "local")]
pub(super) fn run(words: &[String], report: Report) -> anyhow::Result<u8> {
    use pith_config::{Environment, Paths};
    use pith_local::store::ModelCommand;

    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let command = match words.as_slice() {
        ["list"] => ModelCommand::List,
        ["pull", name] => ModelCommand::Pull((*name).to_owned()),
        ["rm", name] => ModelCommand::Remove((*name).to_owned()),
        ["path", name] => ModelCommand::Path((*name).to_owned()),
        _ => return Err(Problem::ModelCommand.into()),
    };
    let environment = Environment::from_process()?;
    let store = crate::local::store(&Paths::new(&environment)?, &environment, environment.is_offline())?;
    crate::local::command(&command, &store, report)
}

/// A build without local models has none to speak of.
#[cfg(not(feature = "local"))]
pub(super) fn run(_: &[String], _: Report) -> anyhow::Result<u8> {
    Err(Problem::NoLocalModels.into())
}
