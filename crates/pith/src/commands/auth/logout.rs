//! `pith auth logout`: what is stored for a provider is forgotten.

use pith_app::PersonalKeys;

use super::options::Options;
use crate::problem::Problem;
use crate::show;

/// Takes it out of `auth.json`; says what became of it.
///
/// # Errors
/// When no provider is named, or the file cannot be changed.
pub(super) async fn run(options: &Options, keys: &PersonalKeys) -> anyhow::Result<u8> {
    let [provider] = options.words.as_slice() else { return Err(Problem::AuthCommand.into()) };
    show(&format!("{}\n", forget(provider, keys).await?))
}

/// Forgets it; the sentence that says so.
///
/// # Errors
/// When the file cannot be changed.
pub(crate) async fn forget(provider: &str, keys: &PersonalKeys) -> anyhow::Result<String> {
    let forgotten = keys.forget(provider).await?;
    // What is not stored here is not taken away either.
    let left =
        keys.key_source(provider).map(|source| format!(" A key from {source} is still in force.")).unwrap_or_default();
    Ok(match forgotten {
        true => format!("What was stored for `{provider}` is forgotten.{left}"),
        false => format!("Nothing is stored for `{provider}`.{left}"),
    })
}
