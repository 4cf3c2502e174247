//! The thinking levels that a model has (spec/core.md R5.15).

use pith_types::{Model, ThinkingLevel};

/// The levels that the model takes, from none to all.
pub fn levels(model: &Model) -> Vec<ThinkingLevel> {
    ThinkingLevel::ALL.into_iter().filter(|level| has(model, *level)).collect()
}

/// The level itself if the model has it, else the next higher one, else the next lower one, else none.
pub fn clamp(model: &Model, level: ThinkingLevel) -> ThinkingLevel {
    let levels = levels(model);
    let higher = levels.iter().find(|has| **has >= level);
    higher.or_else(|| levels.iter().rfind(|has| **has < level)).copied().unwrap_or_default()
}

fn has(model: &Model, level: ThinkingLevel) -> bool {
    if !model.reasoning {
        return level == ThinkingLevel::Off;
    }
    match model.thinking_level_map.as_ref().and_then(|map| map.get(level.as_str())) {
        Some(mapped) => mapped.is_some(),
        None => level <= ThinkingLevel::High,
    }
}
