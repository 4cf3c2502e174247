//! Chooses the next token.

/// Tokens of the answer that count as said recently.
const RECENT: usize = 64;
/// What the score of a token said recently is divided by.
const PENALTY: f32 = 1.05;
/// Only the likeliest tokens are drawn from.
const NUCLEUS: f32 = 0.9;

/// Takes the likeliest token, or draws one when a temperature was asked for. The same seed draws the same tokens.
#[derive(Debug, Clone)]
pub(crate) struct Sampler {
    temperature: f32,
    state: u64,
}

impl Sampler {
    pub(crate) fn new(temperature: Option<f64>, seed: u64) -> Self {
        Self { temperature: temperature.unwrap_or(0.0).clamp(0.0, 5.0) as f32, state: seed | 1 }
    }

    /// The next token of free text, after `said`.
    pub(crate) fn text(&mut self, logits: &mut [f32], said: &[u32]) -> u32 {
        let mut seen: Vec<u32> = said.iter().rev().take(RECENT).copied().collect();
        seen.sort_unstable();
        seen.dedup();
        for token in seen {
            if let Some(score) = logits.get_mut(token as usize) {
                *score = if *score > 0.0 { *score / PENALTY } else { *score * PENALTY };
            }
        }
        if self.temperature > 0.01 { self.draw(logits) } else { likeliest(logits, |_| true).unwrap_or_default() }
    }

    /// The likeliest token among those allowed; nothing when there is none.
    pub(crate) fn bound(&self, logits: &[f32], allowed: impl Fn(u32) -> bool) -> Option<u32> {
        likeliest(logits, allowed)
    }

    /// The likeliest token that may stand in the place of `taken`, and by how much its score is lower.
    pub(crate) fn instead(&self, logits: &[f32], taken: u32, allowed: impl Fn(u32) -> bool) -> Option<(u32, f32)> {
        let other = likeliest(logits, |token| token != taken && allowed(token))?;
        let score = |token: u32| logits.get(token as usize).copied().unwrap_or(f32::NEG_INFINITY);
        Some((other, score(taken) - score(other)))
    }

    fn draw(&mut self, logits: &[f32]) -> u32 {
        let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut likely: Vec<(u32, f32)> = logits
            .iter()
            .enumerate()
            .map(|(token, score)| (token as u32, ((score - top) / self.temperature).exp()))
            .filter(|(_, weight)| *weight > 1e-4)
            .collect();
        likely.sort_by(|a, b| b.1.total_cmp(&a.1));
        let whole: f32 = likely.iter().map(|(_, weight)| weight).sum();
        let mut share = 0.0;
        let kept = likely.iter().take_while(|(_, weight)| {
            let before = share;
            share += weight / whole;
            before < NUCLEUS
        });
        let kept: Vec<(u32, f32)> = kept.copied().collect();
        let mut point = self.uniform() * kept.iter().map(|(_, weight)| weight).sum::<f32>();
        for (token, weight) in &kept {
            point -= weight;
            if point <= 0.0 {
                return *token;
            }
        }
        kept.last().map_or(0, |(token, _)| *token)
    }

    /// A number from 0 to 1 (xorshift).
    fn uniform(&mut self) -> f32 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state >> 40) as f32 / (1u64 << 24) as f32
    }
}

fn likeliest(logits: &[f32], allowed: impl Fn(u32) -> bool) -> Option<u32> {
    let mut best: Option<(u32, f32)> = None;
    for (token, score) in logits.iter().enumerate() {
        if best.is_none_or(|(_, most)| *score > most) && allowed(token as u32) {
            best = Some((token as u32, *score));
        }
    }
    best.map(|(token, _)| token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_token_is_taken_unless_it_was_just_said() {
        let mut sampler = Sampler::new(None, 1);
        assert_eq!(sampler.text(&mut [0.0, 2.0, 1.99], &[]), 1);
        assert_eq!(sampler.text(&mut [0.0, 2.0, 1.99], &[1]), 2);
        assert_eq!(sampler.bound(&[5.0, 2.0, 1.0], |token| token > 0), Some(1));
        assert_eq!(sampler.bound(&[5.0], |_| false), None);
        assert_eq!(sampler.instead(&[5.0, 2.0, 4.0], 0, |token| token < 2), Some((1, 3.0)));
        assert_eq!(sampler.instead(&[5.0], 0, |_| true), None);
    }

    #[test]
    fn drawing_repeats_with_its_seed() {
        let draw = |seed| {
            let mut sampler = Sampler::new(Some(1.0), seed);
            (0..20).map(|_| sampler.text(&mut [1.0, 1.1, 0.9, -50.0], &[])).collect::<Vec<_>>()
        };
        assert_eq!(draw(7), draw(7));
        assert!(draw(7).iter().all(|token| *token < 3));
        assert!(draw(7).iter().any(|token| *token != draw(7)[0]));
    }
}
