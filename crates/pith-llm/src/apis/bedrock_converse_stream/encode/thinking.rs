//! How much to think, in the fields that each maker's models take.

use pith_types::ThinkingLevel;
use serde_json::{Map, Value, json};

use crate::Request;
use crate::apis::bedrock_converse_stream::family::{Family, is_government};
use crate::thinking::{budget_for_level, clamp_level};

/// Tokens that thinking leaves to the answer at least.
const ANSWER_MINIMUM: u64 = 1024;

pub(super) struct Thinking {
    fields: Option<Value>,
    /// Tokens of thinking and answer together; 0 says unknown.
    pub(super) max_tokens: u64,
}

impl Thinking {
    pub(super) fn of(request: &Request, family: Family) -> Self {
        let (model, options) = (&request.model, &request.options);
        let limit = options.max_tokens.unwrap_or(model.max_tokens);
        let without = |fields| Self { fields, max_tokens: limit };
        if !model.reasoning || options.thinking == ThinkingLevel::Off {
            return without(None);
        }
        let level = clamp_level(model, options.thinking);
        let mapped = model.thinking_level_map.as_ref().and_then(|map| map.get(level.as_str())?.as_deref());
        let usual = if level == ThinkingLevel::Minimal { ThinkingLevel::Low } else { level };
        let effort = mapped.unwrap_or(usual.as_str());
        match family {
            Family::GptOss => without(Some(json!({"reasoning_effort": effort}))),
            Family::Gpt => without(Some(json!({"reasoning": {"effort": effort}}))),
            Family::Other => without(None),
            Family::Claude(_) if family.adaptive() => without(Some(adaptive(request, family, effort))),
            Family::Claude(_) => {
                let budget = budget_for_level(level, options.thinking_budgets.as_ref());
                let max_tokens = match options.max_tokens {
                    Some(_) if model.max_tokens > 0 => limit.saturating_add(budget).min(model.max_tokens),
                    Some(_) => limit.saturating_add(budget),
                    None => limit,
                };
                let left = if max_tokens > 0 { max_tokens.saturating_sub(ANSWER_MINIMUM) } else { budget };
                Self { fields: Some(budgeted(request, budget.min(left))), max_tokens }
            }
        }
    }

    /// The field `additionalModelRequestFields`.
    pub(super) fn fields(self) -> Option<Value> {
        self.fields
    }
}

fn adaptive(request: &Request, family: Family, effort: &str) -> Value {
    let government = is_government(request);
    let binds = family.binds_thinking() && !government;
    let mut thinking = Map::new();
    thinking.insert("type".into(), json!("adaptive"));
    if !government {
        thinking.insert("display".into(), json!("summarized"));
    }
    if binds {
        thinking.insert("block_binding".into(), json!({"prefix_mismatch_behavior": "drop_block"}));
    }
    let mut fields = json!({"thinking": thinking, "output_config": {"effort": effort}});
    if binds {
        fields["anthropic_beta"] = json!(["thinking-binding-controls-2026-08-01"]);
    }
    fields
}

fn budgeted(request: &Request, budget: u64) -> Value {
    let mut thinking = json!({"type": "enabled", "budget_tokens": budget});
    if !is_government(request) {
        thinking["display"] = json!("summarized");
    }
    json!({"thinking": thinking, "anthropic_beta": ["interleaved-thinking-2025-05-14"]})
}
