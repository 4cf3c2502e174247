//! `pith auth logout`: what is stored for a provider is forgotten.

use pith_app::PersonalKeys;

use super::options::Options;
use crate::problem::Problem;
use crate::show;
use crate::sign_in::forget;

/// Takes it out of `auth.json`; says what became of it.
///
/// # Errors
/// When no provider is named, or the file cannot be changed.
pub(super) async fn run(options: &Options, keys: &PersonalKeys) -> anyhow::Result<u8> {
    let [provider] = options.words.as_slice() else { return Err(Problem::AuthCommand.into()) };
    show(&format!("{}\n", forget(provider, keys).await?))
}
