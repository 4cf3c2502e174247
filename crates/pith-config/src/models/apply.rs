//! Makes models of what the file says: defaults filled in, provider and model merged, known models changed.

use indexmap::IndexMap;
use pith_types::{InputKind, Model, ModelCost};
use serde_json::{Map, Value};

use super::{CostConfig, ModelConfig, ProviderConfig};

const DEFAULT_CONTEXT_WINDOW: u64 = 128_000;
const DEFAULT_MAX_TOKENS: u64 = 16_384;

/// Brings a provider that no file has into the list of models. With `replaces`, its own models are all that it has.
pub fn bring(models: &mut Vec<Model>, id: &str, config: &ProviderConfig, replaces: bool, told: &mut dyn FnMut(String)) {
    provider(models, id, config, told);
    if replaces {
        let own = |model: &Model| config.models.iter().any(|entry| entry.id.as_ref() == Some(&model.id));
        models.retain(|model| model.provider != id || own(model));
    }
}

/// Brings one provider of the file into the list of models.
pub(super) fn provider(models: &mut Vec<Model>, id: &str, config: &ProviderConfig, told: &mut dyn FnMut(String)) {
    let known: Vec<String> = models.iter().filter(|m| m.provider == id).map(|m| m.id.clone()).collect();
    for model in models.iter_mut().filter(|model| model.provider == id) {
        inherit(model, config);
        if let Some(change) = config.model_overrides.get(&model.id) {
            override_model(model, change);
        }
    }
    // What a built-in provider's models share serves the ones that the file adds to it.
    let sibling = models.iter().find(|model| model.provider == id).map(|m| (m.api.clone(), m.base_url.clone()));
    let (sibling_api, sibling_url) = sibling.unzip();
    for (index, entry) in config.models.iter().enumerate() {
        let api = entry.api.as_ref().or(config.api.as_ref()).or(sibling_api.as_ref());
        let base_url = entry.base_url.as_ref().or(config.base_url.as_ref()).or(sibling_url.as_ref());
        let lacking = |key: &str| format!("`providers.{id}.models[{index}]` has no `{key}`; it is left out");
        match (entry.id.as_ref().filter(|id| !id.is_empty()), api, base_url) {
            (None, _, _) => told(lacking("id")),
            (_, None, _) => told(lacking("api")),
            (_, _, None) => told(lacking("baseUrl")),
            (Some(name), Some(api), Some(base_url)) => {
                let place = Model {
                    id: name.clone(),
                    name: name.clone(),
                    provider: id.to_owned(),
                    api: api.clone(),
                    base_url: base_url.clone(),
                    ..Model::default()
                };
                put(models, fill(place, config, entry));
            }
        }
    }
    for unknown in config.model_overrides.keys().filter(|name| !known.contains(name)) {
        told(format!("`providers.{id}.modelOverrides.{unknown}`: there is no such model to change"));
    }
}

/// Puts a model in the place of the one with its provider and id, or at the end.
fn put(models: &mut Vec<Model>, model: Model) {
    match models.iter_mut().find(|known| known.provider == model.provider && known.id == model.id) {
        Some(known) => *known = model,
        None => models.push(model),
    }
}

/// What a provider's entry changes in its known models.
fn inherit(model: &mut Model, config: &ProviderConfig) {
    if let Some(base_url) = &config.base_url {
        model.base_url.clone_from(base_url);
    }
    merge_headers(&mut model.headers, &config.headers);
    merge_compat(&mut model.compat, &config.compat);
}

/// Gives a new model its defaults, then what its provider and its own entry say.
fn fill(place: Model, config: &ProviderConfig, entry: &ModelConfig) -> Model {
    let mut model = Model {
        input: vec![InputKind::Text],
        context_window: DEFAULT_CONTEXT_WINDOW,
        max_tokens: DEFAULT_MAX_TOKENS,
        ..place
    };
    merge_headers(&mut model.headers, &config.headers);
    merge_compat(&mut model.compat, &config.compat);
    override_model(&mut model, entry);
    model
}

/// Objects are merged key by key; everything else is replaced.
fn override_model(model: &mut Model, change: &ModelConfig) {
    let ModelConfig { name, reasoning, thinking_level_map, input, cost, context_window, max_tokens, .. } = change;
    replace(&mut model.name, name);
    replace(&mut model.reasoning, reasoning);
    replace(&mut model.input, input);
    replace(&mut model.context_window, context_window);
    replace(&mut model.max_tokens, max_tokens);
    if let Some(levels) = thinking_level_map {
        model.thinking_level_map.get_or_insert_default().extend(levels.clone());
    }
    if let Some(cost) = cost {
        override_cost(&mut model.cost, cost);
    }
    if let Some(sampling) = &change.sampling_params {
        model.sampling_params.get_or_insert_default().extend(sampling.clone());
    }
    for (level, sampling) in change.sampling_params_by_thinking_level.iter().flatten() {
        let levels = model.sampling_params_by_thinking_level.get_or_insert_default();
        levels.entry(level.clone()).or_default().extend(sampling.clone());
    }
    if change.input_limits.is_some() {
        model.input_limits = change.input_limits;
    }
    if change.prompt_cache.is_some() {
        model.prompt_cache = change.prompt_cache;
    }
    if let Some(headers) = &change.headers {
        merge_headers(&mut model.headers, headers);
    }
    if let Some(compat) = &change.compat {
        merge_compat(&mut model.compat, compat);
    }
}

fn override_cost(cost: &mut ModelCost, change: &CostConfig) {
    replace(&mut cost.input, &change.input);
    replace(&mut cost.output, &change.output);
    replace(&mut cost.cache_read, &change.cache_read);
    replace(&mut cost.cache_write, &change.cache_write);
    if change.tiers.is_some() {
        cost.tiers.clone_from(&change.tiers);
    }
}

fn replace<T: Clone>(value: &mut T, change: &Option<T>) {
    if let Some(change) = change {
        value.clone_from(change);
    }
}

fn merge_headers(headers: &mut Option<IndexMap<String, String>>, more: &IndexMap<String, String>) {
    if more.is_empty() {
        return;
    }
    let headers = headers.get_or_insert_default();
    for (name, value) in more {
        headers.retain(|known, _| !known.eq_ignore_ascii_case(name));
        headers.insert(name.clone(), value.clone());
    }
}

fn merge_compat(compat: &mut Option<Map<String, Value>>, more: &Map<String, Value>) {
    if !more.is_empty() {
        merge(compat.get_or_insert_default(), more);
    }
}

fn merge(into: &mut Map<String, Value>, more: &Map<String, Value>) {
    for (key, value) in more {
        match (into.get_mut(key), value) {
            (Some(Value::Object(known)), Value::Object(more)) => merge(known, more),
            _ => {
                into.insert(key.clone(), value.clone());
            }
        }
    }
}
