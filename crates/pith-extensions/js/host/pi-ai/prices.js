// What tokens cost, where a price depends on how much goes in.

/** The prices of a request with so many tokens going in; the highest tier that it is above counts. */
export function pricesFor(cost = {}, tokens) {
  const above = (cost.tiers ?? []).filter((tier) => tokens > tier.inputTokensAbove);
  return above.reduce((best, tier) => (best === undefined || tier.inputTokensAbove > best.inputTokensAbove ? tier : best), undefined) ?? cost;
}
