//! Weight matrices and the products with them.
//!
//! Comes in: the raw blocks of a GGUF tensor. Goes out: `rows` dot products for each activation row. The common block
//! formats are rearranged once, eight rows at a time, so that one AVX2 register holds a piece of each of them; the file's
//! size is kept within a few percent. Everything else, and every other processor, goes through candle's kernels.

mod acts;
#[cfg(target_arch = "x86_64")]
mod avx2;
mod matrix;
mod tiles;
mod workers;

pub(crate) use acts::Acts;
pub(crate) use matrix::{Matrix, has_fast_kernel};
pub(crate) use workers::Workers;

#[cfg(test)]
mod tests;
