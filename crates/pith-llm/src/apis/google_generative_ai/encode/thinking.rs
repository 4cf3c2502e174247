//! How much to think: a level in newer models, a number of tokens in older ones.

use pith_types::{Model, ThinkingLevel};
use serde_json::{Value, json};

use crate::CallOptions;
use crate::apis::google_generative_ai::family::Family;
use crate::thinking::{clamp_level, supported_levels};

/// Leaves the number of tokens to the model.
const DYNAMIC: i64 = -1;

pub(super) fn config(model: &Model, options: &CallOptions, family: Family<'_>) -> Option<Value> {
    if !model.reasoning {
        return None;
    }
    if options.thinking == ThinkingLevel::Off {
        return Some(off(model, family));
    }
    let level = clamp_level(model, options.thinking);
    Some(if family.thinks_by_level() {
        json!({"includeThoughts": true, "thinkingLevel": word(model, level)})
    } else {
        json!({"includeThoughts": true, "thinkingBudget": budget(options, level, family)})
    })
}

/// A model that always thinks is asked to think as little as it can, and to keep it to itself.
fn off(model: &Model, family: Family<'_>) -> Value {
    let never_off = model.thinking_level_map.as_ref().is_some_and(|map| matches!(map.get("off"), Some(None)));
    let least = supported_levels(model).into_iter().find(|level| *level != ThinkingLevel::Off);
    match least.filter(|_| never_off && family.thinks_by_level()) {
        Some(least) => json!({"thinkingLevel": word(model, least)}),
        None => json!({"thinkingBudget": 0}),
    }
}

/// The service's word for a level. It has none above high.
fn word(model: &Model, level: ThinkingLevel) -> String {
    let mapped = model.thinking_level_map.as_ref().and_then(|map| map.get(level.as_str())?.as_deref());
    mapped.unwrap_or_else(|| level.min(ThinkingLevel::High).as_str()).to_uppercase()
}

fn budget(options: &CallOptions, level: ThinkingLevel, family: Family<'_>) -> i64 {
    let level = level.min(ThinkingLevel::High);
    let own = options.thinking_budgets.as_ref().and_then(|budgets| budgets.get(&level)).copied();
    let known = family.budgets().map(|[minimal, low, medium, high]| match level {
        ThinkingLevel::Off | ThinkingLevel::Minimal => minimal,
        ThinkingLevel::Low => low,
        ThinkingLevel::Medium => medium,
        _ => high,
    });
    own.or(known).and_then(|budget| i64::try_from(budget).ok()).unwrap_or(DYNAMIC)
}
