//! `pith auth`: whether a provider can be asked, its key for other programs, and what is stored for it
//! (spec/coding-agent.md 5.8.2).

mod check;
mod login;
mod logout;
mod options;
mod print;

use pith_app::PersonalKeys;
use pith_app::models::{ModelError, Wanted, resolve};
use pith_config::Environment;

use crate::flags::Args;
use crate::problem::Problem;
use crate::report::Report;
use crate::setup::Setup;
use crate::wire;
use options::Options;

/// The words that can follow.
pub(super) const WORDS: &[&str] = &["login", "logout", "check", "print-api-key", "print-bearer-token"];

/// Exit code of a command that cannot be followed, apart from "not ready".
const MISUSED: u8 = 2;

/// Does what the words say; gives the exit code.
///
/// # Errors
/// When the words say nothing known, or what they ask for is not there.
pub(super) fn run(words: &[String], report: Report) -> anyhow::Result<u8> {
    let Some((word, rest)) = words.split_first() else { return Err(Problem::AuthCommand.into()) };
    let options = match Options::read(rest) {
        Ok(options) => options,
        Err(problem) if word == "check" => {
            report.error(&problem.into());
            return Ok(MISUSED);
        }
        Err(problem) => return Err(problem.into()),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let setup = Setup::read(&Args::default(), Environment::from_process()?)?;
    let done = runtime.block_on(follow(word, options, &setup, report));
    // What extensions have begun is not waited for.
    runtime.shutdown_background();
    done
}

async fn follow(word: &str, options: Options, setup: &Setup, report: Report) -> anyhow::Result<u8> {
    let _providers = wire::extensions::providers(&options.extensions, setup, report).await?;
    match word {
        "check" => check::run(&options, setup, report).await,
        "print-api-key" => print::api_key(&options, setup, report).await,
        "print-bearer-token" => print::bearer_token(&options, setup, report).await,
        "login" => login::run(options, setup).await,
        "logout" => logout::run(&options, &setup.keys).await,
        _ => Err(Problem::AuthCommand.into()),
    }
}

/// The provider that is meant: named, or that of the model that is.
fn provider(options: &Options, setup: &Setup, report: Report) -> anyhow::Result<Option<String>> {
    let Some(model) = &options.model else { return Ok(options.provider.clone()) };
    let wanted = Wanted { model: Some(model), provider: options.provider.as_deref() };
    let choice = resolve(wanted, &wire::registry(setup, report))?.ok_or(ModelError::NoModels)?;
    Ok(Some(choice.model.provider.clone()))
}

/// The key of a provider; nothing when there is none, or it cannot be made.
async fn key(provider: &str, keys: &PersonalKeys) -> Option<pith_types::Secret> {
    keys.key(provider).await.ok().flatten()
}
