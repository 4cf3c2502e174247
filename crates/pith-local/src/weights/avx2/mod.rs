//! Products with tiles where the processor has AVX2: which pieces are computed together, and by which thread.

mod kernels;

use candle_core::quantized::GgmlDType;
use pulp::{NullaryFnOnce, x86::V3};

pub(super) use self::kernels::Avx2Tile;
use super::{
    Acts, Workers,
    acts::{COARSE, Form},
    tiles::{ROWS, Tile},
};

/// Rows of tiles that share a pass over the activations.
const BAND: usize = 4;
/// Activation rows that share a pass over a row of tiles.
const TOGETHER: usize = 4;
/// Pieces of a product per thread, so that a thread that was held up does not hold up the rest.
const PIECES: usize = 4;

/// Whether a tensor of this shape can be put into tiles on this processor.
pub(super) fn tiled(rows: usize, cols: usize, dtype: GgmlDType) -> bool {
    rows.is_multiple_of(ROWS) && cols.is_multiple_of(dtype.block_size()) && V3::try_new().is_some()
}

/// The product of all activation rows with `rows` rows in tiles.
pub(super) fn banded<T: Tile + Avx2Tile>(
    workers: &Workers,
    tiles: &[T],
    acts: &mut Acts,
    rows: usize,
    out: &mut [f32],
) {
    let Some(simd) = V3::try_new() else { return };
    let (count, cols) = (acts.rows(), acts.cols());
    let mut stretches = std::mem::take(&mut acts.stretches);
    let per_row = cols / T::COLS;
    let form = if T::COLS == COARSE { acts.coarse() } else { acts.fine() };
    let stretch = |first: usize, out: &mut [f32]| {
        simd.vectorize(Stretch { simd, tiles: &tiles[first * per_row..], per_row, form, count, cols, out });
    };
    if count == 1 {
        let share = rows.div_ceil(ROWS * workers.threads() * PIECES).max(1);
        workers.pieces(out, share * ROWS, |number, out| stretch(number * share, out));
        acts.stretches = stretches;
        return;
    }
    // Each band writes a stretch of its own, tile by tile; then the rows are put together.
    stretches.resize(count * rows, 0.0);
    workers.pieces(&mut stretches, BAND * ROWS * count, |number, out| stretch(number * BAND, out));
    for (tile, stretch) in stretches.chunks_exact(count * ROWS).enumerate() {
        for (row, eight) in stretch.chunks_exact(ROWS).enumerate() {
            let at = row * rows + tile * ROWS;
            out[at..at + ROWS].copy_from_slice(eight);
        }
    }
    acts.stretches = stretches;
}

/// Consecutive rows of tiles times all activation rows.
struct Stretch<'a, T> {
    simd: V3,
    tiles: &'a [T],
    per_row: usize,
    form: &'a Form,
    count: usize,
    cols: usize,
    /// Per row of tiles: eight sums for each activation row.
    out: &'a mut [f32],
}

impl<T: Tile + Avx2Tile> NullaryFnOnce for Stretch<'_, T> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let mut at = 0;
        while at < self.count {
            let together = (self.count - at).min(TOGETHER);
            for (tiles, out) in self.tiles.chunks_exact(self.per_row).zip(self.out.chunks_exact_mut(self.count * ROWS))
            {
                let out = &mut out[at * ROWS..(at + together) * ROWS];
                match together {
                    4 => some::<T, 4>(self.simd, tiles, self.form, at, self.cols, out),
                    3 => some::<T, 3>(self.simd, tiles, self.form, at, self.cols, out),
                    2 => some::<T, 2>(self.simd, tiles, self.form, at, self.cols, out),
                    _ => some::<T, 1>(self.simd, tiles, self.form, at, self.cols, out),
                }
            }
            at += together;
        }
    }
}

#[inline(always)]
fn some<T: Avx2Tile, const M: usize>(simd: V3, tiles: &[T], form: &Form, at: usize, cols: usize, out: &mut [f32]) {
    let mut acts = [form.row(at, cols); M];
    for (m, act) in acts.iter_mut().enumerate() {
        *act = form.row(at + m, cols);
    }
    let sums = T::dot::<M>(simd, tiles, acts);
    for (sum, out) in sums.iter().zip(out.chunks_exact_mut(ROWS)) {
        out.copy_from_slice(sum);
    }
}
