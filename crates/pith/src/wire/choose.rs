//! Which model a run starts with, and how much it is asked to reason (spec/coding-agent.md 6.1.5, 6.1.6).

use std::sync::Arc;

use pith_app::models::{Choice, Entry, ModelError, Registry, Scoped, Wanted, resolve, scope};
use pith_config::{Diagnostic, Settings};
use pith_llm::catalog::VENDORS;
use pith_llm::thinking::clamp_level;
use pith_session::Context;
use pith_types::{Model, ThinkingLevel};

use crate::flags::Args;
use crate::problem::Problem;
use crate::report::Report;
use crate::setup::Setup;

/// What the session that is continued had.
#[derive(Debug, Default)]
pub(crate) struct Recorded {
    /// Provider and id.
    pub model: Option<(String, String)>,
    pub thinking: Option<ThinkingLevel>,
}

impl Recorded {
    pub(crate) fn of(history: &Context) -> Self {
        let model = history.model.as_ref().map(|model| (model.provider.clone(), model.model.clone()));
        Self { model, thinking: history.thinking_level }
    }
}

/// A model, and how much to ask of it.
#[derive(Debug)]
pub(crate) struct Chosen {
    pub model: Arc<Model>,
    pub thinking: ThinkingLevel,
    /// Why it is another one than the session or the settings name.
    pub told: Vec<Diagnostic>,
}

/// Flags, then the session, then the settings, then whatever can be asked.
///
/// # Errors
/// When what was asked for does not exist, or nothing can be asked at all.
pub(crate) fn choose(
    wanted: Wanted<'_>,
    args: &Args,
    setup: &Setup,
    registry: &Registry,
    recorded: &Recorded,
    report: Report,
) -> anyhow::Result<Chosen> {
    let mut gone = Vec::new();
    let choice = match resolve(wanted, registry) {
        Ok(Some(choice)) => Ok(choice),
        Ok(None) => unasked(args, setup, registry, recorded, report, &mut gone).ok_or(ModelError::NoModels),
        Err(error) => Err(error),
    };
    let choice = choice.map_err(|error| explain(error, setup))?;
    setup.models_trouble.iter().for_each(|diagnostic| report.diagnostic(diagnostic));
    choice.warning.iter().for_each(|warning| report.warning(warning));
    let model = choice.model;
    let level = args
        .thinking
        .or(choice.thinking)
        .or(recorded.thinking)
        .unwrap_or_else(|| setup.settings.thinking_level(&model.provider, &model.id));
    let answers = |gone: String| Diagnostic::warning(format!("{gone}; `{}/{}` answers", model.provider, model.id));
    let told = gone.into_iter().map(answers).collect();
    Ok(Chosen { thinking: clamp_level(&model, level), model, told })
}

/// What answers when nothing was asked for. What was meant to answer and cannot goes into `gone`.
fn unasked(
    args: &Args,
    setup: &Setup,
    registry: &Registry,
    recorded: &Recorded,
    report: Report,
    gone: &mut Vec<String>,
) -> Option<Choice> {
    let (settings, known) = (&setup.settings, |provider: &str, id: &str| registry.find(provider, id));
    if let Some((provider, id)) = &recorded.model {
        match known(provider, id) {
            Some(entry) => return Some(plain(entry)),
            None => gone.push(format!("the session's model `{provider}/{id}` is not known any more")),
        }
    }
    let default = default(settings, registry).unwrap_or_else(|fault| {
        // Who names models on the command line does not mean the default.
        gone.extend(args.models.is_none().then_some(fault));
        None
    });
    let patterns = args.models.as_ref().or(settings.enabled_models.as_ref());
    let (scoped, told) = patterns.map(|patterns| scope(patterns, registry)).unwrap_or_default();
    told.iter().for_each(|warning| report.warning(warning));
    // The default where it is among those that were named, else the first of them; without a scope the default alone counts.
    let is_default = |one: &&Scoped| default.is_some_and(|default| default.is(&one.model));
    let in_scope = scoped.iter().find(is_default).or(scoped.first());
    let scoped = in_scope.map(|one| Choice { model: Arc::clone(&one.model), thinking: one.thinking, warning: None });
    let usual = || VENDORS.iter().filter_map(|vendor| known(vendor.id, vendor.usual_model)).find(|entry| entry.ready);
    scoped.or_else(|| default.or_else(usual).or_else(|| registry.ready().next()).map(plain))
}

/// The default of the settings, if there is one.
///
/// # Errors
/// When it cannot be asked, with the reason.
fn default<'a>(settings: &Settings, registry: &'a Registry) -> Result<Option<&'a Entry>, String> {
    let Some(id) = settings.default_model.as_deref() else { return Ok(None) };
    let provider = settings.default_provider.as_deref();
    let is_meant = |entry: &&Entry| entry.id() == id && provider.is_none_or(|provider| entry.provider() == provider);
    let name = provider.map_or_else(|| id.to_owned(), |provider| format!("{provider}/{id}"));
    match registry.ready().find(is_meant).or_else(|| registry.entries().iter().find(is_meant)) {
        Some(entry) if entry.ready => Ok(Some(entry)),
        Some(_) => Err(format!("the default model `{name}` of the settings cannot be asked, since it has no key")),
        None => Err(format!("the default model `{name}` of the settings is not known")),
    }
}

fn plain(entry: &Entry) -> Choice {
    Choice { model: entry.model(), thinking: None, warning: None }
}

/// A model that is not found because the file that defines it cannot be used is that file's fault.
fn explain(error: ModelError, setup: &Setup) -> anyhow::Error {
    match (setup.models_trouble.first(), error) {
        (Some(trouble), _) => Problem::ModelsFile { diagnostic: trouble.to_string() }.into(),
        (None, ModelError::NoModels) => Problem::NoModel { models_file: setup.paths.models_file() }.into(),
        (None, error) => error.into(),
    }
}
