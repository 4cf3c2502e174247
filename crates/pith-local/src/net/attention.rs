//! Attention of a chunk's queries over the keys and values read so far.
//!
//! Query rows that share keys are computed together: a block of keys is widened to single precision once and serves all of
//! them. The softmax runs along, so scores of only one block exist at a time.

use half::{f16, slice::HalfFloatSliceExt as _};
use pulp::{Arch, Simd, WithSimd};

use super::{Shape, math};
use crate::weights::Workers;

/// Keys that are widened together.
const BLOCK: usize = 32;
/// Positions of the chunk whose queries are computed together.
const POSITIONS: usize = 16;
/// Query rows that share a load; row counts are padded to it.
const ROWS: usize = 4;
/// What the length of a head is padded to, so that vectors divide it evenly.
const PAD: usize = 32;

/// Mixes values by how well their keys fit the queries. `queries` and `out` hold `count` positions of all heads; the
/// lanes hold `from + count` tokens already.
pub(super) fn attend(
    workers: &Workers,
    shape: &Shape,
    lanes: &[Vec<f16>],
    queries: &[f32],
    from: usize,
    out: &mut [f32],
) {
    let (heads, head) = (shape.heads, shape.head);
    let count = queries.len() / (heads * head);
    let group = heads / shape.kv_heads;
    let padded = head.next_multiple_of(PAD);
    let parts = count.div_ceil(POSITIONS);
    let rows = (count.min(POSITIONS) * group).next_multiple_of(ROWS);
    let mut mixed = vec![0f32; shape.kv_heads * parts * rows * padded];
    workers.pieces(&mut mixed, rows * padded, |number, mixed| {
        let (kv_head, part) = (number / parts, number % parts);
        let positions = part * POSITIONS..count.min((part + 1) * POSITIONS);
        let scale = 1.0 / (head as f32).sqrt();
        let mut scaled = vec![0f32; rows * padded];
        let mut seen = vec![0usize; rows];
        for (row, (position, member)) in
            positions.flat_map(|position| (0..group).map(move |member| (position, member))).enumerate()
        {
            let at = (position * heads + kv_head * group + member) * head;
            for (to, value) in scaled[row * padded..].iter_mut().zip(&queries[at..at + head]) {
                *to = value * scale;
            }
            seen[row] = from + position + 1;
        }
        let (keys, values) = (&lanes[2 * kv_head], &lanes[2 * kv_head + 1]);
        Arch::new().dispatch(Mix { queries: &scaled, seen: &seen, keys, values, head, padded, mixed });
    });
    for (number, mixed) in mixed.chunks_exact(rows * padded).enumerate() {
        let (kv_head, part) = (number / parts, number % parts);
        for position in part * POSITIONS..count.min((part + 1) * POSITIONS) {
            for member in 0..group {
                let row = (position - part * POSITIONS) * group + member;
                let at = (position * heads + kv_head * group + member) * head;
                out[at..at + head].copy_from_slice(&mixed[row * padded..row * padded + head]);
            }
        }
    }
}

/// Query rows over one head of keys and values.
struct Mix<'a> {
    /// Scaled and padded.
    queries: &'a [f32],
    /// Per row: how many keys it may see.
    seen: &'a [usize],
    keys: &'a [f16],
    values: &'a [f16],
    head: usize,
    padded: usize,
    mixed: &'a mut [f32],
}

impl WithSimd for Mix<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self { queries, seen, keys, values, head, padded, mixed } = self;
        let rows = seen.len();
        let longest = seen.iter().copied().max().unwrap_or(0);
        let mut wide_keys = vec![0f32; BLOCK * padded];
        let mut wide_values = vec![0f32; BLOCK * padded];
        let mut scores = vec![0f32; rows * BLOCK];
        let mut most = vec![f32::NEG_INFINITY; rows];
        let mut sums = vec![0f32; rows];
        let mut start = 0;
        while start < longest {
            let block = (longest - start).min(BLOCK);
            for i in 0..block {
                let from = (start + i) * head..(start + i + 1) * head;
                keys[from.clone()].convert_to_f32_slice(&mut wide_keys[i * padded..i * padded + head]);
                values[from].convert_to_f32_slice(&mut wide_values[i * padded..i * padded + head]);
            }
            let padded_block = block.next_multiple_of(ROWS).min(BLOCK);
            for row in (0..rows).step_by(2) {
                let (first, rest) = queries[row * padded..(row + 2) * padded].split_at(padded);
                for key in (0..padded_block).step_by(4) {
                    let tile = fit(simd, [first, rest], &wide_keys[key * padded..(key + 4) * padded], padded);
                    for (side, tile) in tile.iter().enumerate() {
                        scores[(row + side) * BLOCK + key..][..4].copy_from_slice(tile);
                    }
                }
            }
            for row in 0..rows {
                let visible = seen[row].saturating_sub(start).min(block);
                let scores = &mut scores[row * BLOCK..(row + 1) * BLOCK];
                scores[visible..].fill(f32::NEG_INFINITY);
                if visible == 0 {
                    scores.fill(0.0);
                    continue;
                }
                let top = math::highest(scores).max(most[row]);
                let fade = if most[row] == f32::NEG_INFINITY { 0.0 } else { math::exp(most[row] - top) };
                most[row] = top;
                let sum = math::exp_all(scores, top, visible);
                sums[row] = sums[row] * fade + sum;
                if fade != 1.0 {
                    mixed[row * padded..(row + 1) * padded].iter_mut().for_each(|value| *value *= fade);
                }
            }
            for (scores, mixed) in scores.chunks_exact(ROWS * BLOCK).zip(mixed.chunks_exact_mut(ROWS * padded)) {
                blend(simd, scores, &wide_values, block, padded, mixed);
            }
            start += block;
        }
        for (row, mixed) in mixed.chunks_exact_mut(padded).enumerate() {
            let factor = if sums[row] > 0.0 { 1.0 / sums[row] } else { 0.0 };
            mixed.iter_mut().for_each(|value| *value *= factor);
        }
    }
}

/// Dot products of two queries with four keys.
#[inline(always)]
fn fit<S: Simd>(simd: S, queries: [&[f32]; 2], keys: &[f32], padded: usize) -> [[f32; 4]; 2] {
    let (first, second) = (S::as_simd_f32s(queries[0]).0, S::as_simd_f32s(queries[1]).0);
    let key = |n: usize| S::as_simd_f32s(&keys[n * padded..(n + 1) * padded]).0;
    let keys = [key(0), key(1), key(2), key(3)];
    let zero = simd.splat_f32s(0.0);
    let mut sums = [[zero; 4]; 2];
    for at in 0..first.len().min(second.len()) {
        let (a, b) = (first[at], second[at]);
        for n in 0..4 {
            let key = keys[n][at];
            sums[0][n] = simd.mul_add_e_f32s(a, key, sums[0][n]);
            sums[1][n] = simd.mul_add_e_f32s(b, key, sums[1][n]);
        }
    }
    let mut out = [[0.0; 4]; 2];
    for (out, sums) in out.iter_mut().zip(sums) {
        for (out, sum) in out.iter_mut().zip(sums) {
            *out = simd.reduce_sum_f32s(sum);
        }
    }
    out
}

/// Adds a block of values, weighted, to four rows.
#[inline(always)]
fn blend<S: Simd>(simd: S, weights: &[f32], values: &[f32], block: usize, padded: usize, mixed: &mut [f32]) {
    let lanes = padded / (size_of::<S::f32s>() / size_of::<f32>());
    let values = S::as_simd_f32s(values).0;
    let mixed = S::as_mut_simd_f32s(mixed).0;
    // Two columns of vectors at a time, so that each weight is spread out for two of them. The padding makes them even.
    for at in (0..lanes).step_by(2) {
        let mut sums = [[mixed[at], mixed[at + 1]]; ROWS];
        for (row, sum) in sums.iter_mut().enumerate() {
            *sum = [mixed[row * lanes + at], mixed[row * lanes + at + 1]];
        }
        for key in 0..block {
            let pair = [values[key * lanes + at], values[key * lanes + at + 1]];
            for (row, sum) in sums.iter_mut().enumerate() {
                let weight = simd.splat_f32s(weights[row * BLOCK + key]);
                sum[0] = simd.mul_add_e_f32s(weight, pair[0], sum[0]);
                sum[1] = simd.mul_add_e_f32s(weight, pair[1], sum[1]);
            }
        }
        for (row, sum) in sums.into_iter().enumerate() {
            [mixed[row * lanes + at], mixed[row * lanes + at + 1]] = sum;
        }
    }
}
