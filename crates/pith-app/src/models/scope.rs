//! Patterns → the models to choose from (spec/coding-agent.md 6.1.4).

use std::sync::Arc;

use globset::GlobBuilder;
use pith_types::{Model, ThinkingLevel};

use super::resolve::{find, split_level};
use super::{Entry, Registry};

/// A model of a scope.
#[derive(Debug, Clone, PartialEq)]
pub struct Scoped {
    /// The model.
    pub model: Arc<Model>,
    /// The level that its pattern ended with.
    pub thinking: Option<ThinkingLevel>,
}

/// The models that could be asked now and fit a pattern, in the order of the patterns, each once; and what is to be told.
///
/// A pattern with `*`, `?` or `[` is matched against `provider/id` and id, whatever the case; any other means one model, as
/// `--model` does. Either may end with `:LEVEL`.
pub fn scope(patterns: &[String], registry: &Registry) -> (Vec<Scoped>, Vec<String>) {
    let ready = registry.only_ready();
    let (mut scoped, mut told): (Vec<Scoped>, Vec<String>) = (Vec::new(), Vec::new());
    for pattern in patterns.iter().map(|pattern| pattern.trim()).filter(|pattern| !pattern.is_empty()) {
        let is_glob = pattern.contains(['*', '?', '[']);
        let found = if is_glob { globbed(pattern, &ready, &mut told) } else { named(pattern, &ready, &mut told) };
        if found.is_empty() {
            told.push(format!("no usable model fits `{pattern}`"));
        }
        for one in found {
            if scoped.iter().all(|other| other.model.provider != one.model.provider || other.model.id != one.model.id) {
                scoped.push(one);
            }
        }
    }
    (scoped, told)
}

fn globbed(pattern: &str, ready: &Registry, told: &mut Vec<String>) -> Vec<Scoped> {
    let (glob, thinking) = match split_level(pattern) {
        (whole, None) if globbed_by(whole, ready).is_empty() => (without_level(whole, told), None),
        (whole, None) => (whole, None),
        (glob, thinking) => (glob, thinking),
    };
    globbed_by(glob, ready).into_iter().map(|model| Scoped { model, thinking }).collect()
}

/// The pattern without what follows a colon in its last part, which was meant as a level and is none; that is told.
fn without_level<'a>(pattern: &'a str, told: &mut Vec<String>) -> &'a str {
    match pattern.rsplit_once(':') {
        Some((shorter, level)) if !level.contains('/') => {
            told.push(format!("`{level}` is no thinking level; `{pattern}` is taken without it"));
            shorter
        }
        _ => pattern,
    }
}

fn globbed_by(glob: &str, ready: &Registry) -> Vec<Arc<Model>> {
    let Ok(glob) = GlobBuilder::new(glob).case_insensitive(true).build() else { return Vec::new() };
    let glob = glob.compile_matcher();
    let fits = |entry: &&Entry| glob.is_match(entry.id()) || glob.is_match(entry.full_name());
    ready.ready().filter(fits).map(Entry::model).collect()
}

fn named(pattern: &str, ready: &Registry, told: &mut Vec<String>) -> Vec<Scoped> {
    let choice = |text: &str| find(text, None, ready).ok().flatten();
    let choice = choice(pattern).or_else(|| {
        let (shorter, _) = pattern.rsplit_once(':')?;
        let choice = choice(shorter)?;
        without_level(pattern, told);
        Some(choice)
    });
    choice.into_iter().map(|choice| Scoped { model: choice.model, thinking: choice.thinking }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn registry() -> Registry {
        let mut registry = Registry::default();
        for (provider, id, ready) in
            [("mock", "m1", true), ("mock", "think-1", true), ("other", "Big-2", true), ("far", "m9", false)]
        {
            let model = Model { provider: provider.into(), id: id.into(), name: id.into(), ..Model::default() };
            registry.add(Arc::new(model), ready);
        }
        registry
    }

    fn scoped(patterns: &[&str]) -> (Vec<String>, Vec<String>) {
        let patterns: Vec<String> = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
        let (scoped, told) = scope(&patterns, &registry());
        let shown = |one: Scoped| match one.thinking {
            Some(level) => format!("{}/{}:{}", one.model.provider, one.model.id, level.as_str()),
            None => format!("{}/{}", one.model.provider, one.model.id),
        };
        (scoped.into_iter().map(shown).collect(), told)
    }

    #[test]
    fn patterns_give_the_usable_models_in_their_order_each_once() {
        assert_eq!(scoped(&["other/*", "MOCK/*:high", "m1"]).0, ["other/Big-2", "mock/m1:high", "mock/think-1:high"]);
        assert_eq!(scoped(&["big-?"]).0, ["other/Big-2"]);
        assert_eq!(scoped(&["think:low", " "]).0, ["mock/think-1:low"]);
    }

    #[test]
    fn patterns_without_a_model_and_levels_that_are_none_are_told() {
        assert_eq!(scoped(&["far/*"]), (Vec::new(), vec!["no usable model fits `far/*`".to_owned()]));
        let (found, told) = scoped(&["mock/m*:lots"]);
        assert_eq!(found, ["mock/m1"]);
        assert_eq!(told, ["`lots` is no thinking level; `mock/m*:lots` is taken without it"]);
        let (found, told) = scoped(&["mock/think-1:lots"]);
        assert_eq!(found, ["mock/think-1"]);
        assert_eq!(told, ["`lots` is no thinking level; `mock/think-1:lots` is taken without it"]);
    }
}
