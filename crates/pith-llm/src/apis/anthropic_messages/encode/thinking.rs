//! How much to think: by an effort, or by a budget of tokens (spec/providers.md 3.1).

use pith_types::{Model, ThinkingLevel};
use serde_json::{Value, json};

use crate::CallOptions;
use crate::apis::anthropic_messages::compat::Compat;
use crate::thinking::{budget_for_level, clamp_level};

/// Tokens that thinking leaves to the answer at least.
const ANSWER_MINIMUM: u64 = 1024;

/// The effort at the top of a request whose real one stands in the conversation: it never changes, so that the prefix
/// does not.
const PINNED_EFFORT: &str = "low";

/// What is said of a model that cannot be told not to think when nothing is asked for.
const USUAL_EFFORT: &str = "high";

pub(super) struct Thinking {
    mode: Mode,
    /// Tokens of thinking and answer together.
    pub(super) max_tokens: u64,
}

enum Mode {
    /// The model cannot reason, or cannot be told not to.
    Unsaid,
    Off,
    Effort(String),
    Budget(u64),
}

impl Thinking {
    /// `limit` is what the answer may take.
    pub(super) fn of(model: &Model, compat: &Compat, options: &CallOptions, limit: u64) -> Self {
        let without = |mode| Self { mode, max_tokens: limit };
        if !model.reasoning {
            return without(Mode::Unsaid);
        }
        let map = model.thinking_level_map.as_ref();
        if options.thinking == ThinkingLevel::Off {
            let never_off = map.and_then(|map| map.get(ThinkingLevel::Off.as_str())).is_some_and(Option::is_none);
            return without(match never_off {
                true if compat.effort_updates => Mode::Effort(USUAL_EFFORT.to_owned()),
                true => Mode::Unsaid,
                false => Mode::Off,
            });
        }
        let level = clamp_level(model, options.thinking);
        if compat.adaptive_thinking {
            let mapped = map.and_then(|map| map.get(level.as_str())).and_then(Option::as_deref);
            let usual = if level == ThinkingLevel::Minimal { ThinkingLevel::Low } else { level };
            return without(Mode::Effort(mapped.unwrap_or(usual.as_str()).to_owned()));
        }
        let budget = budget_for_level(level, options.thinking_budgets.as_ref());
        let max_tokens = match options.max_tokens {
            Some(_) if model.max_tokens > 0 => limit.saturating_add(budget).min(model.max_tokens),
            Some(_) => limit.saturating_add(budget),
            None => limit,
        };
        Self { mode: Mode::Budget(budget.min(max_tokens.saturating_sub(ANSWER_MINIMUM))), max_tokens }
    }

    pub(super) fn on(&self) -> bool {
        matches!(self.mode, Mode::Effort(_) | Mode::Budget(_))
    }

    pub(super) fn has_budget(&self) -> bool {
        matches!(self.mode, Mode::Budget(_))
    }

    /// The field `thinking`.
    pub(super) fn field(&self, compat: &Compat) -> Option<Value> {
        match &self.mode {
            Mode::Unsaid => None,
            Mode::Off => Some(json!({"type": "disabled"})),
            Mode::Effort(_) if compat.effort_updates => Some(json!({"type": "adaptive", "display": "summarized",
                "block_binding": {"prefix_mismatch_behavior": "drop_block"}})),
            Mode::Effort(_) => Some(json!({"type": "adaptive", "display": "summarized"})),
            Mode::Budget(budget) => Some(json!({"type": "enabled", "budget_tokens": budget, "display": "summarized"})),
        }
    }

    /// The effort at the top of the request.
    pub(super) fn pinned_effort(&self, compat: &Compat) -> Option<&str> {
        let effort = self.effort()?;
        Some(if compat.effort_updates { PINNED_EFFORT } else { effort })
    }

    /// The effort as an item of the conversation, where it is one.
    pub(super) fn noted_effort(&self, compat: &Compat) -> Option<&str> {
        self.effort().filter(|_| compat.effort_updates)
    }

    fn effort(&self) -> Option<&str> {
        match &self.mode {
            Mode::Effort(effort) => Some(effort),
            _ => None,
        }
    }
}
