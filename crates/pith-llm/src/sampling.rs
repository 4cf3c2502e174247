//! Sampling parameters as a request has them: the model's, then those of the thinking level, then the caller's, key by key
//! (spec/core.md R5.16).

use pith_types::{Model, ThinkingLevel};
use serde_json::{Map, Value};

use crate::thinking::clamp_level;

/// The parameters in force; none when nobody set any.
pub fn resolve_sampling_params(
    model: &Model,
    level: ThinkingLevel,
    request: Option<&Map<String, Value>>,
) -> Option<Map<String, Value>> {
    let level = clamp_level(model, level);
    let by_level = model.sampling_params_by_thinking_level.as_ref().and_then(|levels| levels.get(level.as_str()));
    let layers = [model.sampling_params.as_ref(), by_level, request];
    let mut resolved = None;
    for layer in layers.into_iter().flatten() {
        resolved.get_or_insert_with(Map::new).extend(layer.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
    resolved
}
