//! The model that answers: chosen, and, when it runs in this process, brought here.

use pith_app::models::Wanted;

use super::choose::{Chosen, Recorded, choose};
use super::registry;
use crate::flags::Args;
use crate::report::Report;
use crate::setup::Setup;
use crate::terminal::Terminal;

/// Chooses the model and makes sure that it can be asked.
///
/// # Errors
/// When there is no such model, or its file cannot be had.
#[cfg(feature = "local")]
pub(super) async fn model(
    args: &Args,
    setup: &Setup,
    recorded: &Recorded,
    terminal: Terminal,
    report: Report,
) -> anyhow::Result<Chosen> {
    use crate::local;

    let mut registry = registry(setup, report);
    let store = local::store(&setup.paths, &setup.environment, setup.offline)?;
    let provider = args.provider.as_deref();
    let mut named = match &args.model {
        Some(text) => local::meant(text, provider, &store, setup, &mut registry)?,
        None => None,
    };
    let nothing = args.model.is_none() && provider.is_none() && registry.ready().next().is_none();
    if nothing && setup.models_trouble.is_empty() && !setup.offline && terminal.can_ask() {
        named = local::offer(&store).map(|id| format!("{}/{id}", pith_local::PROVIDER));
    }
    let wanted = match &named {
        Some(name) => Wanted { model: Some(name), provider: None },
        None => Wanted { model: args.model.as_deref(), provider },
    };
    let chosen = choose(wanted, args, setup, &registry, recorded, report)?;
    if !local::is_local(&chosen.model) {
        return Ok(chosen);
    }
    // To name a model is to want it fetched; one that a session or a setting names has to be here.
    let model = local::bring(&chosen.model, named.is_some(), &store, terminal, report).await?;
    Ok(Chosen { model, ..chosen })
}

/// Chooses the model; this build has none in the process.
///
/// # Errors
/// When there is no such model.
#[cfg(not(feature = "local"))]
pub(super) async fn model(
    args: &Args,
    setup: &Setup,
    recorded: &Recorded,
    _: Terminal,
    report: Report,
) -> anyhow::Result<Chosen> {
    let wanted = Wanted { model: args.model.as_deref(), provider: args.provider.as_deref() };
    let is_local = |text: &str| text == "local" || text.starts_with("local/");
    if wanted.model.is_some_and(is_local) || wanted.provider == Some("local") {
        return Err(crate::problem::Problem::NoLocalModels.into());
    }
    choose(wanted, args, setup, &registry(setup, report), recorded, report)
}
