//! Thinking levels: which a model has, what stands in for one it has not, and how many tokens one may take (spec/core.md
//! R5.15).

use indexmap::IndexMap;
use pith_types::{Model, ThinkingLevel};

/// Tokens that thinking leaves to the answer at least.
const ANSWER_MINIMUM: u64 = 1024;

/// Tokens of thinking by level, where they differ from the usual ones.
pub type ThinkingBudgets = IndexMap<ThinkingLevel, u64>;

/// The levels that the model has, from none to all.
pub fn supported_levels(model: &Model) -> Vec<ThinkingLevel> {
    ThinkingLevel::ALL.into_iter().filter(|level| supports(model, *level)).collect()
}

fn supports(model: &Model, level: ThinkingLevel) -> bool {
    if !model.reasoning {
        return level == ThinkingLevel::Off;
    }
    match model.thinking_level_map.as_ref().and_then(|map| map.get(level.as_str())) {
        Some(value) => value.is_some(),
        None => level < ThinkingLevel::Xhigh,
    }
}

/// The level itself, if the model has it; else the next higher one that it has, else the next lower, else `off`.
pub fn clamp_level(model: &Model, level: ThinkingLevel) -> ThinkingLevel {
    let levels = supported_levels(model);
    let higher = levels.iter().find(|supported| **supported >= level);
    higher.or(levels.last()).copied().unwrap_or(ThinkingLevel::Off)
}

/// How many tokens of thinking a level stands for.
pub fn budget_for_level(level: ThinkingLevel, budgets: Option<&ThinkingBudgets>) -> u64 {
    let level = level.min(ThinkingLevel::High);
    let usual = match level {
        ThinkingLevel::Off => 0,
        ThinkingLevel::Minimal => 1024,
        ThinkingLevel::Low => 2048,
        ThinkingLevel::Medium => 8192,
        _ => 16_384,
    };
    budgets.and_then(|budgets| budgets.get(&level)).copied().unwrap_or(usual)
}

/// Tokens of an answer that includes its thinking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThinkingLimits {
    /// Of thinking and answer together.
    pub max_tokens: u64,
    /// Of thinking.
    pub budget: u64,
}

/// Makes room for thinking on top of the caller's limit, within the model's. Where that leaves the answer nothing, the
/// budget shrinks.
pub fn adjust_for_thinking(
    caller_limit: Option<u64>,
    model_limit: u64,
    level: ThinkingLevel,
    budgets: Option<&ThinkingBudgets>,
) -> ThinkingLimits {
    let budget = budget_for_level(level, budgets);
    let max_tokens = caller_limit.map_or(model_limit, |limit| limit.saturating_add(budget).min(model_limit));
    ThinkingLimits { max_tokens, budget: budget_within(budget, max_tokens) }
}

/// A budget that leaves the answer some of `max_tokens`.
pub(crate) fn budget_within(budget: u64, max_tokens: u64) -> u64 {
    if max_tokens > budget { budget } else { max_tokens.saturating_sub(ANSWER_MINIMUM) }
}
