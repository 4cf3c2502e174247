//! Products of one row of tiles with a few activation rows, in AVX2.
//!
//! The instructions come as safe methods of pulp's feature tokens, which exist only where the processor has them. Each
//! function is inlined into a caller that runs under such a token. Eight rows of weights give eight lanes of sums, so
//! nothing is added up across a register.

#![expect(clippy::needless_range_loop, reason = "several arrays go by the same lane and part numbers")]

use core::arch::x86_64::{__m128i, __m256, __m256i};

use pulp::{bytemuck::cast, core_arch::x86::Avx2, x86::V3};

use super::super::{
    acts::FormRow,
    tiles::{Q4K, Q6K, Q8, ROWS},
};

/// A tile that AVX2 can multiply.
pub(in super::super) trait Avx2Tile: Sized {
    /// Dot products of eight weight rows with `M` activation rows.
    fn dot<const M: usize>(simd: V3, tiles: &[Self], acts: [FormRow<'_>; M]) -> [[f32; ROWS]; M];
}

#[inline(always)]
fn load(bytes: &[u8; 32]) -> __m256i {
    cast(*bytes)
}

impl Avx2Tile for Q4K {
    #[inline(always)]
    fn dot<const M: usize>(simd: V3, tiles: &[Self], acts: [FormRow<'_>; M]) -> [[f32; ROWS]; M] {
        let (avx, avx2, fma) = (simd.avx, simd.avx2, simd.fma);
        let nibble = avx._mm256_set1_epi8(15);
        let mut sums = [avx._mm256_setzero_ps(); M];
        for (block, tile) in tiles.iter().enumerate() {
            let mut whole = [avx._mm256_setzero_si256(); M];
            let words: [&[i32; 64]; M] = words_of(&acts, block);
            for part in 0..8 {
                let mut products = [avx._mm256_setzero_si256(); M];
                for i in 0..4 {
                    let packed = load(&tile.values[4 * part + i]);
                    let low = avx2._mm256_and_si256(packed, nibble);
                    let high = avx2._mm256_and_si256(avx2._mm256_srli_epi16::<4>(packed), nibble);
                    for m in 0..M {
                        let at = 8 * part + 2 * i;
                        let first = avx2._mm256_maddubs_epi16(low, avx._mm256_set1_epi32(words[m][at]));
                        let second = avx2._mm256_maddubs_epi16(high, avx._mm256_set1_epi32(words[m][at + 1]));
                        // Eight products of at most 2·15·127 stay below 2¹⁵.
                        products[m] = avx2._mm256_add_epi16(products[m], avx2._mm256_add_epi16(first, second));
                    }
                }
                let scale = avx2._mm256_cvtepu8_epi32(low_half(&tile.scales[part]));
                let scale = avx2._mm256_or_si256(scale, avx2._mm256_slli_epi32::<16>(scale));
                for m in 0..M {
                    whole[m] = avx2._mm256_add_epi32(whole[m], avx2._mm256_madd_epi16(products[m], scale));
                }
            }
            let mut least = [avx._mm256_setzero_si256(); M];
            for part in 0..4 {
                let mins = avx2._mm256_cvtepu8_epi16(cast(tile.mins[part]));
                for m in 0..M {
                    let sum = avx._mm256_set1_epi32(block_of::<4>(acts[m].sums32, block)[part]);
                    least[m] = avx2._mm256_add_epi32(least[m], avx2._mm256_madd_epi16(mins, sum));
                }
            }
            let (scale, min): (__m256, __m256) = (cast(tile.scale), cast(tile.least));
            for m in 0..M {
                let act = avx._mm256_set1_ps(acts[m].scales[block]);
                let value = avx._mm256_mul_ps(scale, avx._mm256_cvtepi32_ps(whole[m]));
                let value = fma._mm256_fnmadd_ps(min, avx._mm256_cvtepi32_ps(least[m]), value);
                sums[m] = fma._mm256_fmadd_ps(act, value, sums[m]);
            }
        }
        lanes(sums)
    }
}

impl Avx2Tile for Q6K {
    #[inline(always)]
    fn dot<const M: usize>(simd: V3, tiles: &[Self], acts: [FormRow<'_>; M]) -> [[f32; ROWS]; M] {
        let (avx, avx2, fma) = (simd.avx, simd.avx2, simd.fma);
        let (nibble, two_bits) = (avx._mm256_set1_epi8(15), avx._mm256_set1_epi8(0x30));
        let mut sums = [avx._mm256_setzero_ps(); M];
        for (block, tile) in tiles.iter().enumerate() {
            let mut whole = [avx._mm256_setzero_si256(); M];
            let mut offset = [avx._mm256_setzero_si256(); M];
            let words: [&[i32; 64]; M] = words_of(&acts, block);
            for two in 0..8 {
                let pairs = avx2._mm256_cvtepi8_epi16(cast(tile.scales[two]));
                for m in 0..M {
                    let sum = avx._mm256_set1_epi32(block_of::<8>(acts[m].sums16, block)[two]);
                    offset[m] = avx2._mm256_add_epi32(offset[m], avx2._mm256_madd_epi16(pairs, sum));
                }
                // One scale of each pair, in both halves of its lane.
                let first = avx2._mm256_slli_epi32::<16>(pairs);
                let first = avx2._mm256_blend_epi16::<0xAA>(pairs, first);
                let second = avx2._mm256_srli_epi32::<16>(pairs);
                let second = avx2._mm256_blend_epi16::<0xAA>(second, pairs);
                for (side, scale) in [first, second].into_iter().enumerate() {
                    let part = 2 * two + side;
                    let values = &tile.parts[part];
                    let (one, other) = (load(&values.low[0]), load(&values.low[1]));
                    let high = load(&values.high);
                    let values = [
                        joined(avx2, one, avx2._mm256_slli_epi16::<4>(high), nibble, two_bits),
                        joined(
                            avx2,
                            avx2._mm256_srli_epi16::<4>(one),
                            avx2._mm256_slli_epi16::<2>(high),
                            nibble,
                            two_bits,
                        ),
                        joined(avx2, other, high, nibble, two_bits),
                        joined(
                            avx2,
                            avx2._mm256_srli_epi16::<4>(other),
                            avx2._mm256_srli_epi16::<2>(high),
                            nibble,
                            two_bits,
                        ),
                    ];
                    for m in 0..M {
                        let mut products = [values[0]; 4];
                        for i in 0..4 {
                            products[i] =
                                avx2._mm256_maddubs_epi16(values[i], avx._mm256_set1_epi32(words[m][4 * part + i]));
                        }
                        // Two products of at most 2·63·127 stay below 2¹⁵.
                        let first = avx2._mm256_madd_epi16(avx2._mm256_add_epi16(products[0], products[1]), scale);
                        let second = avx2._mm256_madd_epi16(avx2._mm256_add_epi16(products[2], products[3]), scale);
                        whole[m] = avx2._mm256_add_epi32(whole[m], avx2._mm256_add_epi32(first, second));
                    }
                }
            }
            let scale: __m256 = cast(tile.scale);
            for m in 0..M {
                let act = avx._mm256_set1_ps(acts[m].scales[block]);
                let value = avx2._mm256_sub_epi32(whole[m], avx2._mm256_slli_epi32::<5>(offset[m]));
                let value = avx._mm256_mul_ps(scale, avx._mm256_cvtepi32_ps(value));
                sums[m] = fma._mm256_fmadd_ps(act, value, sums[m]);
            }
        }
        lanes(sums)
    }
}

impl Avx2Tile for Q8 {
    #[inline(always)]
    fn dot<const M: usize>(simd: V3, tiles: &[Self], acts: [FormRow<'_>; M]) -> [[f32; ROWS]; M] {
        let (avx, avx2, fma) = (simd.avx, simd.avx2, simd.fma);
        let ones = avx._mm256_set1_epi16(1);
        let mut sums = [avx._mm256_setzero_ps(); M];
        for (block, tile) in tiles.iter().enumerate() {
            let mut whole = [avx._mm256_setzero_si256(); M];
            let words: [&[i32; 8]; M] = words_of(&acts, block);
            for i in 0..8 {
                let values = load(&tile.values[i]);
                let size = avx2._mm256_abs_epi8(values);
                for m in 0..M {
                    let act = avx2._mm256_sign_epi8(avx._mm256_set1_epi32(words[m][i]), values);
                    let product = avx2._mm256_madd_epi16(avx2._mm256_maddubs_epi16(size, act), ones);
                    whole[m] = avx2._mm256_add_epi32(whole[m], product);
                }
            }
            let scale: __m256 = cast(tile.scale);
            for m in 0..M {
                let act = avx._mm256_mul_ps(scale, avx._mm256_set1_ps(acts[m].scales[block]));
                sums[m] = fma._mm256_fmadd_ps(act, avx._mm256_cvtepi32_ps(whole[m]), sums[m]);
            }
        }
        lanes(sums)
    }
}

/// Six-bit values from their low four bits and their high two, each still among other bits.
#[inline(always)]
fn joined(avx2: Avx2, low: __m256i, high: __m256i, nibble: __m256i, two_bits: __m256i) -> __m256i {
    avx2._mm256_or_si256(avx2._mm256_and_si256(low, nibble), avx2._mm256_and_si256(high, two_bits))
}

/// Eight bytes in the low half of a register.
#[inline(always)]
fn low_half(bytes: &[u8; 8]) -> __m128i {
    cast([u64::from_le_bytes(*bytes), 0])
}

/// The words of one block, as an array, so that indexing within it needs no checks. Callers size the forms to the
/// tiles, so there is always such a block; zeros instead of a panic keep the loop short.
#[inline(always)]
fn block_of<const N: usize>(words: &[i32], block: usize) -> &[i32; N] {
    match words.get(block * N..).and_then(|part| part.first_chunk::<N>()) {
        Some(part) => part,
        None => const { &[0; N] },
    }
}

/// The same block of every activation row.
#[inline(always)]
fn words_of<'a, const N: usize, const M: usize>(acts: &[FormRow<'a>; M], block: usize) -> [&'a [i32; N]; M] {
    let mut words: [&[i32; N]; M] = [const { &[0; N] }; M];
    for (words, act) in words.iter_mut().zip(acts) {
        *words = block_of(act.words, block);
    }
    words
}

/// The lanes of each register.
#[inline(always)]
fn lanes<const M: usize>(sums: [__m256; M]) -> [[f32; ROWS]; M] {
    let mut lanes = [[0.0; ROWS]; M];
    for (lanes, sum) in lanes.iter_mut().zip(sums) {
        *lanes = cast(sum);
    }
    lanes
}
