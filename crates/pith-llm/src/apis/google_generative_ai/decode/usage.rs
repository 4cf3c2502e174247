//! Tokens and cost. Thoughts are counted beside the answer.

use pith_types::{Model, Usage};

use super::super::wire::UsageMetadata;
use crate::cost::calculate_cost;

pub(super) fn read(usage: &UsageMetadata, model: &Model) -> Usage {
    let cache_read = usage.cached_content_token_count.unwrap_or(0);
    let thoughts = usage.thoughts_token_count.unwrap_or(0);
    let mut read = Usage {
        input: usage.prompt_token_count.unwrap_or(0).saturating_sub(cache_read),
        output: usage.candidates_token_count.unwrap_or(0) + thoughts,
        cache_read,
        reasoning: Some(thoughts),
        ..Usage::default()
    };
    read.total_tokens = usage.total_token_count.unwrap_or(read.input + read.output + read.cache_read);
    read.cost = calculate_cost(&model.cost, &read);
    read
}
