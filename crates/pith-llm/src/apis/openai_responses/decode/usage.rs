//! Tokens and cost. The class of service that the server gave multiplies the prices (spec/providers.md 1.4).

use pith_types::{Cost, Model, Usage};

use super::super::wire::ResponseUsage;
use crate::cost::calculate_cost;

pub(super) fn read(usage: &ResponseUsage, tier: Option<&str>, model: &Model) -> Usage {
    let details = usage.input_tokens_details.as_ref();
    let cache_read = details.and_then(|details| details.cached_tokens).unwrap_or(0);
    let cache_write = details.and_then(|details| details.cache_write_tokens).unwrap_or(0);
    let prompt = usage.input_tokens.unwrap_or(0);
    let reasoning = usage.output_tokens_details.as_ref().and_then(|details| details.reasoning_tokens).unwrap_or(0);
    let mut read = Usage {
        input: prompt.saturating_sub(cache_read).saturating_sub(cache_write),
        output: usage.output_tokens.unwrap_or(0),
        cache_read,
        cache_write,
        reasoning: Some(reasoning),
        ..Usage::default()
    };
    let sum = read.input + read.output + read.cache_read + read.cache_write;
    read.total_tokens = usage.total_tokens.unwrap_or(sum);
    read.cost = calculate_cost(&model.cost, &read);
    multiply(&mut read.cost, multiplier(tier, model));
    read
}

fn multiplier(tier: Option<&str>, model: &Model) -> f64 {
    match tier {
        Some("flex") => 0.5,
        Some("priority" | "fast") if model.id.starts_with("gpt-5.5") => 2.5,
        Some("priority" | "fast") => 2.0,
        _ => 1.0,
    }
}

fn multiply(cost: &mut Cost, by: f64) {
    for part in [&mut cost.input, &mut cost.output, &mut cost.cache_read, &mut cost.cache_write] {
        *part *= by;
    }
    cost.total = cost.input + cost.output + cost.cache_read + cost.cache_write;
}
