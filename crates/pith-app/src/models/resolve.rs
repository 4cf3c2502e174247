//! `[provider/]pattern[:thinking]` → a model (spec/coding-agent.md 6.1.1–6.1.3).

use std::sync::Arc;

use pith_llm::catalog::vendor;
use pith_types::{Model, ThinkingLevel};

use super::pick::pick;
use super::{Entry, ModelError, Registry};
use crate::nearest::nearest;

/// What was asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted<'a> {
    /// The model's text.
    pub model: Option<&'a str>,
    /// The provider, when it is given apart.
    pub provider: Option<&'a str>,
}

/// The model that is meant.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// The model.
    pub model: Arc<Model>,
    /// The level that the text ended with.
    pub thinking: Option<ThinkingLevel>,
    /// What the person should be told about the choice.
    pub warning: Option<String>,
}

/// Finds the model that is meant; nothing when none was asked for.
///
/// # Errors
/// When the name leads to no model, or to several.
pub fn resolve(wanted: Wanted<'_>, registry: &Registry) -> Result<Option<Choice>, ModelError> {
    match (wanted.provider, wanted.model) {
        (None, None) => Ok(None),
        (Some(provider), None) => {
            let provider = known_provider(provider, registry)?;
            Err(ModelError::ProviderAlone { known: ids(registry, Some(provider)) })
        }
        (Some(provider), Some(text)) => {
            let provider = known_provider(provider, registry)?;
            within(provider, without_provider(text, provider).unwrap_or(text), registry).map(Some)
        }
        (None, Some(text)) => match leading_provider(text, registry) {
            // An id may itself begin like a provider, as those of routers do.
            Some(provider) if find(text, None, registry)?.is_none() => {
                within(provider, without_provider(text, provider).unwrap_or(text), registry).map(Some)
            }
            _ => anywhere(text, registry).map(Some),
        },
    }
}

/// A model of one provider; an unknown id without a near neighbour is taken as new.
fn within(provider: &str, text: &str, registry: &Registry) -> Result<Choice, ModelError> {
    if let Some(choice) = find(text, Some(provider), registry)? {
        return Ok(choice);
    }
    unknown_level(text, Some(provider), registry)?;
    let near = neighbours(text, Some(provider), registry);
    let usual = vendor(provider).and_then(|vendor| registry.find(provider, vendor.usual_model));
    let is_new = near.is_empty() && !text.trim().is_empty();
    let Some(template) = usual.or_else(|| of(registry, Some(provider)).next()).filter(|_| is_new) else {
        return Err(ModelError::UnknownModel { model: format!("{provider}/{text}"), near });
    };
    let (id, thinking) = split_level(text);
    let mut model = Model { id: id.to_owned(), name: id.to_owned(), ..Model::clone(&template.model()) };
    model.reasoning |= thinking.is_some_and(|level| level != ThinkingLevel::Off);
    let warning = format!("`{provider}` does not list a model `{id}`; it is asked for as it stands");
    Ok(Choice { model: Arc::new(model), thinking, warning: Some(warning) })
}

fn anywhere(text: &str, registry: &Registry) -> Result<Choice, ModelError> {
    if registry.entries().is_empty() {
        return Err(ModelError::UnknownModel { model: text.to_owned(), near: Vec::new() });
    }
    if let Some(choice) = find(text, None, registry)? {
        return Ok(choice);
    }
    unknown_level(text, None, registry)?;
    Err(ModelError::UnknownModel { model: text.to_owned(), near: neighbours(text, None, registry) })
}

/// Fails when what stands before the last colon is a model's id, so that what follows was meant as a level.
fn unknown_level(text: &str, provider: Option<&str>, registry: &Registry) -> Result<(), ModelError> {
    let Some((id, level)) = text.rsplit_once(':') else { return Ok(()) };
    let is_meant = |entry: &&Entry| entry.id().eq_ignore_ascii_case(id) || is_full_name(entry, id);
    match of(registry, provider).find(is_meant) {
        Some(entry) => Err(ModelError::UnknownLevel {
            model: entry.full_name(),
            level: level.to_owned(),
            near: nearest(level, ThinkingLevel::ALL.map(ThinkingLevel::as_str)),
        }),
        None => Ok(()),
    }
}

/// Exact, then a part of id or name, then the same without a level at the end (6.1.1).
pub(super) fn find(text: &str, provider: Option<&str>, registry: &Registry) -> Result<Option<Choice>, ModelError> {
    if let Some(model) = matching(text, provider, registry)? {
        return Ok(Some(Choice { model, thinking: None, warning: None }));
    }
    let (shorter, thinking) = split_level(text);
    if thinking.is_none() {
        return Ok(None);
    }
    let model = matching(shorter, provider, registry)?;
    Ok(model.map(|model| Choice { model, thinking, warning: None }))
}

fn matching(text: &str, provider: Option<&str>, registry: &Registry) -> Result<Option<Arc<Model>>, ModelError> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    // Routers have ids that read like another provider's models: who names a provider means that one.
    let named: Vec<&Entry> = of(registry, provider).filter(|entry| is_full_name(entry, text)).collect();
    if !named.is_empty() {
        return pick(text, named).map(Some);
    }
    let exact: Vec<&Entry> = of(registry, provider).filter(|entry| entry.id().eq_ignore_ascii_case(text)).collect();
    if !exact.is_empty() {
        return pick(text, exact).map(Some);
    }
    let part = text.to_lowercase();
    let contains = |field: &str| field.to_lowercase().contains(&part);
    let mut partial: Vec<&Entry> =
        of(registry, provider).filter(|entry| contains(entry.id()) || contains(entry.name())).collect();
    // Many models that nobody here can ask are called alike.
    if partial.iter().any(|entry| entry.ready) {
        partial.retain(|entry| entry.ready);
    }
    if partial.is_empty() { Ok(None) } else { pick(text, partial).map(Some) }
}

fn is_full_name(entry: &Entry, text: &str) -> bool {
    without_provider(text, entry.provider()).is_some_and(|id| entry.id().eq_ignore_ascii_case(id))
}

pub(super) fn split_level(text: &str) -> (&str, Option<ThinkingLevel>) {
    match text.rsplit_once(':') {
        Some((shorter, level)) => match ThinkingLevel::parse(level) {
            Some(level) => (shorter, Some(level)),
            None => (text, None),
        },
        None => (text, None),
    }
}

fn known_provider<'a>(provider: &str, registry: &'a Registry) -> Result<&'a str, ModelError> {
    let providers = registry.providers();
    providers.iter().find(|known| known.eq_ignore_ascii_case(provider)).copied().ok_or_else(|| {
        ModelError::UnknownProvider {
            provider: provider.to_owned(),
            near: nearest(provider, providers).map(str::to_owned),
        }
    })
}

/// The provider that the text begins with; the longest one, since provider ids may hold a `/`.
fn leading_provider<'a>(text: &str, registry: &'a Registry) -> Option<&'a str> {
    registry
        .providers()
        .into_iter()
        .filter(|provider| without_provider(text, provider).is_some())
        .max_by_key(|provider| provider.len())
}

fn without_provider<'t>(text: &'t str, provider: &str) -> Option<&'t str> {
    let head = text.get(..provider.len())?;
    head.eq_ignore_ascii_case(provider).then(|| text.get(provider.len()..)).flatten()?.strip_prefix('/')
}

fn of<'a>(registry: &'a Registry, provider: Option<&'a str>) -> impl Iterator<Item = &'a Entry> {
    registry.entries().iter().filter(move |entry| provider.is_none_or(|provider| entry.provider() == provider))
}

fn neighbours(text: &str, provider: Option<&str>, registry: &Registry) -> Vec<String> {
    let (text, _) = split_level(text);
    let close =
        |entry: &&Entry| nearest(text, [entry.id()]).is_some() || nearest(text, [entry.full_name().as_str()]).is_some();
    of(registry, provider).filter(close).take(3).map(Entry::full_name).collect()
}

fn ids(registry: &Registry, provider: Option<&str>) -> Vec<String> {
    of(registry, provider).map(|entry| entry.id().to_owned()).collect()
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
