//! Tokens and cost, from the three places where hosts put them (spec/providers.md 3.2.5).

use pith_types::{Model, Usage};

use super::super::wire::ChunkUsage;
use crate::cost::calculate_cost;

/// The usage of an answer. `bills` says that the host's own figure for the cost counts.
pub(super) fn read(usage: &ChunkUsage, model: &Model, bills: bool) -> Usage {
    let details = usage.prompt_tokens_details.as_ref();
    let cache_read = details
        .and_then(|details| details.cached_tokens)
        .or(usage.prompt_cache_hit_tokens)
        .or(usage.cached_tokens)
        .map_or(0, tokens);
    let cache_write = details.and_then(|details| details.cache_write_tokens).map_or(0, tokens);
    let reasoning =
        usage.completion_tokens_details.as_ref().and_then(|details| details.reasoning_tokens).map_or(0, tokens);
    let mut read = Usage {
        input: tokens(usage.prompt_tokens).saturating_sub(cache_read).saturating_sub(cache_write),
        output: tokens(usage.completion_tokens),
        cache_read,
        cache_write,
        reasoning: Some(reasoning),
        ..Usage::default()
    };
    read.total_tokens = read.input + read.output + read.cache_read + read.cache_write;
    read.cost = calculate_cost(&model.cost, &read);
    if let (true, Some(billed), Some(own_key)) = (bills, usage.cost, usage.is_byok) {
        let upstream = usage.cost_details.as_ref().and_then(|details| details.upstream_inference_cost);
        read.cost.total = billed + upstream.filter(|_| own_key).unwrap_or(0.0);
        read.cost.total_from_provider = Some(true);
    }
    read
}

/// Counts are whole and not negative, whatever a host sends.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped, and casts of floats saturate")]
fn tokens(count: f64) -> u64 {
    count.max(0.0) as u64
}
