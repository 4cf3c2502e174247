//! One weight matrix in the form that the processor multiplies fastest.

use std::borrow::Cow;

use candle_core::{
    CpuStorage,
    quantized::{GgmlDType, QuantizedType},
};

use super::{
    Acts, Workers,
    tiles::{self, Q4K, Q6K, Q8, ROWS, Tile},
};
use crate::LocalError;

/// `rows` by `cols` weights.
pub(crate) struct Matrix {
    rows: usize,
    cols: usize,
    blocks: Blocks,
}

enum Blocks {
    Q4K(Vec<Q4K>),
    Q6K(Vec<Q6K>),
    Q8(Vec<Q8>),
    Candle(Box<dyn QuantizedType>),
}

/// Whether products with this block format are fast here or in candle; the rest is requantised before use.
pub(crate) fn has_fast_kernel(dtype: GgmlDType) -> bool {
    use GgmlDType as D;
    match dtype {
        D::F32 | D::F16 | D::BF16 | D::Q4_0 | D::Q8_0 | D::Q2K | D::Q3K | D::Q4K | D::Q5K | D::Q6K => true,
        D::Q4_1 | D::Q5_0 | D::Q5_1 | D::Q8_1 | D::Q8K => false,
    }
}

impl Matrix {
    /// Takes over the bytes of a tensor, which must be those of `rows` by `cols` values of the format.
    pub(crate) fn new(dtype: GgmlDType, bytes: Vec<u8>, rows: usize, cols: usize) -> Self {
        let tiled = tiled(rows, cols, dtype);
        let blocks = match dtype {
            GgmlDType::Q4K if tiled => Blocks::Q4K(tiles::pack(&bytes, rows, cols)),
            GgmlDType::Q6K if tiled => Blocks::Q6K(tiles::pack(&bytes, rows, cols)),
            GgmlDType::Q8_0 if tiled => Blocks::Q8(tiles::pack(&bytes, rows, cols)),
            _ => Blocks::Candle(dtype.from_data(Cow::Owned(bytes))),
        };
        Self { rows, cols, blocks }
    }

    /// The numbers of one row, as an embedding is looked up.
    ///
    /// # Errors
    /// When there is no such row.
    pub(crate) fn row(&self, row: usize, out: &mut [f32]) -> Result<(), LocalError> {
        if row >= self.rows || out.len() != self.cols {
            return Err(LocalError::Compute { reason: format!("there is no row {row} among {}", self.rows) });
        }
        match &self.blocks {
            Blocks::Q4K(tiles) => unpack(tiles, row, self.cols, out),
            Blocks::Q6K(tiles) => unpack(tiles, row, self.cols, out),
            Blocks::Q8(tiles) => unpack(tiles, row, self.cols, out),
            Blocks::Candle(blocks) => {
                let CpuStorage::F32(values) = blocks.embedding(&[row as u32], self.rows, self.cols)? else {
                    return Err(LocalError::Compute { reason: "an embedding came in an unexpected type".to_owned() });
                };
                out.copy_from_slice(&values);
            }
        }
        Ok(())
    }

    /// The dot products of every activation row with every row: `out` becomes as many rows of one value per weight row.
    pub(crate) fn product(&self, workers: &Workers, acts: &mut Acts, out: &mut Vec<f32>) -> Result<(), LocalError> {
        if acts.cols() != self.cols {
            return Err(LocalError::Compute { reason: format!("{} values for {} columns", acts.cols(), self.cols) });
        }
        let count = acts.rows();
        out.resize(count * self.rows, 0.0);
        match &self.blocks {
            Blocks::Q4K(tiles) => banded(workers, tiles, acts, self.rows, out),
            Blocks::Q6K(tiles) => banded(workers, tiles, acts, self.rows, out),
            Blocks::Q8(tiles) => banded(workers, tiles, acts, self.rows, out),
            Blocks::Candle(blocks) => blocks.matmul_t((count, self.cols, self.rows), acts.values(), out)?,
        }
        Ok(())
    }
}

fn unpack<T: Tile>(tiles: &[T], row: usize, cols: usize, out: &mut [f32]) {
    let per_row = cols / T::COLS;
    let at = row / ROWS * per_row;
    for (tile, out) in tiles[at..at + per_row].iter().zip(out.chunks_exact_mut(T::COLS)) {
        tile.unpack(row % ROWS, out);
    }
}

#[cfg(target_arch = "x86_64")]
use super::avx2::{banded, tiled};

/// Without AVX2 no tiles are made.
#[cfg(not(target_arch = "x86_64"))]
fn tiled(_rows: usize, _cols: usize, _dtype: GgmlDType) -> bool {
    false
}

/// Without AVX2 there are no tiles to multiply.
#[cfg(not(target_arch = "x86_64"))]
fn banded<T: Tile>(_: &Workers, _: &[T], _: &mut Acts, _: usize, _: &mut [f32]) {}
