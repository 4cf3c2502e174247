//! A build without extensions: none is loaded, and what asks for one is refused.

use std::path::PathBuf;
use std::sync::Arc;

use pith_app::extension::{Dialogs, Discovered, Extension, ExtensionSource, Fixed};
use pith_app::input::Draft;

use crate::flags::{self, Args};
use crate::problem::Problem;
use crate::report::Report;
use crate::setup::Setup;

/// Nobody who could decide.
pub(super) async fn ask_about_trust(
    _: &Args,
    setup: Setup,
    _: &Arc<dyn Dialogs>,
    _: Report,
) -> anyhow::Result<(Setup, Option<()>)> {
    Ok((setup, None))
}

/// No extensions.
///
/// # Errors
/// When one was named, or a flag is nobody's.
pub(super) async fn gather(
    args: &Args,
    _: &Setup,
    _: Option<()>,
    _: (bool, &Arc<dyn Dialogs>),
    _: &mut Vec<Draft>,
    _: Report,
) -> anyhow::Result<(Vec<Arc<dyn Extension>>, Arc<dyn ExtensionSource>)> {
    if !args.extensions.is_empty() {
        return Err(Problem::NoExtensions.into());
    }
    match args.others.first() {
        Some(other) => Err(flags::unknown(&other.flag).into()),
        None => Ok((Vec::new(), Arc::new(Fixed))),
    }
}

/// Of extensions there are none.
pub(crate) struct Providers;

/// Nothing.
///
/// # Errors
/// When one was named.
pub(crate) async fn providers(named: &[String], _: &Setup, _: Report) -> anyhow::Result<Providers> {
    if named.is_empty() { Ok(Providers) } else { Err(Problem::NoExtensions.into()) }
}

/// Nothing: packages are refused.
pub(super) fn brought(_: &[PathBuf]) -> Discovered {
    Discovered::default()
}

/// Nothing was kept.
pub(crate) fn finish() {}
