//! Tokens and cost.

use pith_types::{Model, Usage};

use super::super::wire::ChunkUsage;
use crate::cost::calculate_cost;

pub(super) fn read(usage: &ChunkUsage, model: &Model) -> Usage {
    let details = usage.prompt_tokens_details.as_ref().and_then(|details| details.cached_tokens);
    let cache_read = details.or(usage.num_cached_tokens).unwrap_or(0);
    let mut read = Usage {
        input: usage.prompt_tokens.unwrap_or(0).saturating_sub(cache_read),
        output: usage.completion_tokens.unwrap_or(0),
        cache_read,
        ..Usage::default()
    };
    read.total_tokens = usage.total_tokens.unwrap_or(read.input + read.output + read.cache_read);
    read.cost = calculate_cost(&model.cost, &read);
    read
}
