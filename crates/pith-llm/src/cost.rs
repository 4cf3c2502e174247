//! What an answer costs, from its usage and the model's prices (spec/core.md R5.14).

use pith_types::{Cost, ModelCost, Usage};

const PER: f64 = 1_000_000.0;

/// The cost of `usage` in USD. Of the tiers whose threshold the prompt is above, the highest holds for the whole request.
/// What is written to the cache for an hour costs twice the input price.
pub fn calculate_cost(prices: &ModelCost, usage: &Usage) -> Cost {
    let prompt = usage.input + usage.cache_read + usage.cache_write;
    let tier = prices
        .tiers
        .iter()
        .flatten()
        .filter(|tier| prompt > tier.input_tokens_above)
        .max_by_key(|tier| tier.input_tokens_above);
    let (input, output, cache_read, cache_write) = match tier {
        Some(tier) => (tier.input, tier.output, tier.cache_read, tier.cache_write),
        None => (prices.input, prices.output, prices.cache_read, prices.cache_write),
    };
    let hour = usage.cache_write1h.unwrap_or(0).min(usage.cache_write);
    let mut cost = Cost {
        input: input / PER * usage.input as f64,
        output: output / PER * usage.output as f64,
        cache_read: cache_read / PER * usage.cache_read as f64,
        cache_write: (cache_write * (usage.cache_write - hour) as f64 + 2.0 * input * hour as f64) / PER,
        total: 0.0,
        total_from_provider: Some(false),
    };
    cost.total = cost.input + cost.output + cost.cache_read + cost.cache_write;
    cost
}
