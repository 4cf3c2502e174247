//! Small vector arithmetic, written so that the vector unit's widest instructions serve it.

use pulp::{Arch, Simd, WithSimd};

/// The root-mean-square norm of one row, scaled.
pub(super) fn norm(row: &[f32], weight: &[f32], epsilon: f32, out: &mut [f32]) {
    let squares: f32 = dot(row, row);
    let factor = 1.0 / (squares / row.len() as f32 + epsilon).sqrt();
    for ((out, value), weight) in out.iter_mut().zip(row).zip(weight) {
        *out = value * factor * weight;
    }
}

pub(super) fn add(to: &mut [f32], from: &[f32]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += from;
    }
}

/// `gate` becomes silu(gate) times `up`.
pub(super) fn gated(gate: &[f32], up: &[f32], out: &mut [f32]) {
    struct Gated<'a>(&'a [f32], &'a [f32], &'a mut [f32]);
    impl pulp::NullaryFnOnce for Gated<'_> {
        type Output = ();
        #[inline(always)]
        fn call(self) {
            for ((out, gate), up) in self.2.iter_mut().zip(self.0).zip(self.1) {
                *out = gate / (1.0 + exp(-gate)) * up;
            }
        }
    }
    Arch::new().dispatch(Gated(gate, up, out));
}

/// e to the power of x, to about seven digits: the whole power of two is put into the exponent, the rest is a polynomial.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    let x = x.clamp(-87.0, 88.0);
    let whole = (x * std::f32::consts::LOG2_E + 12_582_912.0) - 12_582_912.0;
    let rest = x - whole * 0.693_359_4 + whole * 2.121_944_4e-4;
    let sum = 1.987_569_2e-4;
    let sum = sum * rest + 1.398_199_9e-3;
    let sum = sum * rest + 8.333_452e-3;
    let sum = sum * rest + 4.166_579_6e-2;
    let sum = sum * rest + 0.166_666_65;
    let sum = sum * rest + 0.5;
    let sum = sum * rest * rest + rest + 1.0;
    sum * f32::from_bits(((whole as i32 + 127) << 23) as u32)
}

/// The sum of products.
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    struct Dot<'a>(&'a [f32], &'a [f32]);
    impl WithSimd for Dot<'_> {
        type Output = f32;
        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) -> f32 {
            let ((a, a_rest), (b, b_rest)) = (S::as_simd_f32s(self.0), S::as_simd_f32s(self.1));
            let mut sum = simd.splat_f32s(0.0);
            for (a, b) in a.iter().zip(b) {
                sum = simd.mul_add_e_f32s(*a, *b, sum);
            }
            simd.reduce_sum_f32s(sum) + a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum::<f32>()
        }
    }
    Arch::new().dispatch(Dot(a, b))
}

/// The highest of some numbers, eight at a time.
#[inline(always)]
pub(super) fn highest(values: &[f32]) -> f32 {
    let mut most = [f32::NEG_INFINITY; 8];
    for eight in values.as_chunks::<8>().0 {
        for (most, value) in most.iter_mut().zip(eight) {
            *most = if value > most { *value } else { *most };
        }
    }
    most.into_iter().fold(f32::NEG_INFINITY, f32::max)
}

/// Puts e to the power of each value less `top` in its place, but 0 from `visible` on; gives back the sum. The number of
/// values must be a multiple of eight.
#[inline(always)]
pub(super) fn exp_all(values: &mut [f32], top: f32, visible: usize) -> f32 {
    let mut sums = [0f32; 8];
    for eight in values.as_chunks_mut::<8>().0 {
        for (value, sum) in eight.iter_mut().zip(&mut sums) {
            *value = exp(*value - top);
            *sum += *value;
        }
    }
    let mut sum: f32 = sums.iter().sum();
    for value in values.get_mut(visible..).unwrap_or_default() {
        sum -= *value;
        *value = 0.0;
    }
    sum
}
