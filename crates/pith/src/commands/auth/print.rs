//! `pith auth print-api-key` and `print-bearer-token`: what a request would carry, for other programs.

use pith_app::Authority as _;
use pith_llm::CallOptions;
use pith_types::Model;

use super::options::Options;
use super::provider;
use crate::problem::Problem;
use crate::report::Report;
use crate::setup::Setup;
use crate::show;

/// The header that a token stands in.
const AUTHORIZATION: &str = "authorization";

/// Prints the key alone.
///
/// # Errors
/// When there is none.
pub(super) async fn api_key(options: &Options, setup: &Setup, report: Report) -> anyhow::Result<u8> {
    let provider = provider(options, setup, report)?.ok_or(Problem::AuthWhom)?;
    let key = setup.keys.key(&provider).await.map_err(anyhow::Error::from_boxed)?;
    let key = key.ok_or_else(|| Problem::NoKey { provider: provider.clone() })?;
    show(&format!("{}\n", key.reveal()))
}

/// Prints the token alone.
///
/// # Errors
/// When the provider takes a key instead of one, or none can be had.
pub(super) async fn bearer_token(options: &Options, setup: &Setup, report: Report) -> anyhow::Result<u8> {
    let provider = provider(options, setup, report)?.ok_or(Problem::AuthWhom)?;
    let model = Model { provider: provider.clone(), ..Model::default() };
    let call = setup.keys.authorize(&model, CallOptions::default()).await;
    let call = call.map_err(anyhow::Error::from_boxed)?;
    let header = call.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case(AUTHORIZATION));
    let token = header.and_then(|(_, value)| value.reveal().strip_prefix("Bearer "));
    show(&format!("{}\n", token.ok_or(Problem::NoToken { provider })?))
}
