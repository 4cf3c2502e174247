//! Rotary positions: each pair of values in a head is turned by an angle that grows with the position.

use super::{Family, Shape};

/// Sines and cosines for the positions of one chunk.
#[derive(Default)]
pub(super) struct Rope {
    /// Per position: the cosine and sine of each pair.
    turns: Vec<(f32, f32)>,
}

impl Rope {
    /// Prepares positions `from..from + count`.
    pub(super) fn prepare(&mut self, shape: &Shape, factors: Option<&[f32]>, from: usize, count: usize) {
        let pairs = shape.rotated / 2;
        self.turns.clear();
        for position in from..from + count {
            for pair in 0..pairs {
                let exponent = -(2.0 * pair as f32) / shape.rotated as f32;
                let factor = factors.map_or(1.0, |factors| factors[pair]);
                let angle = position as f32 / shape.rope_divisor * shape.rope_base.powf(exponent) / factor;
                self.turns.push((angle.cos(), angle.sin()));
            }
        }
    }

    /// Turns all heads of a row that stands at the `nth` prepared position.
    pub(super) fn apply(&self, shape: &Shape, nth: usize, row: &mut [f32]) {
        let pairs = shape.rotated / 2;
        let turns = &self.turns[nth * pairs..(nth + 1) * pairs];
        for head in row.chunks_exact_mut(shape.head) {
            let head = &mut head[..shape.rotated];
            match shape.family {
                Family::Llama => {
                    for (two, (cos, sin)) in head.chunks_exact_mut(2).zip(turns) {
                        (two[0], two[1]) = (two[0] * cos - two[1] * sin, two[0] * sin + two[1] * cos);
                    }
                }
                Family::Qwen2 => {
                    let (first, second) = head.split_at_mut(pairs);
                    for ((a, b), (cos, sin)) in first.iter_mut().zip(second).zip(turns) {
                        (*a, *b) = (*a * cos - *b * sin, *a * sin + *b * cos);
                    }
                }
            }
        }
    }
}
