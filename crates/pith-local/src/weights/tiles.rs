//! Blocks of eight rows, rearranged so that the same four columns of all eight lie side by side.
//!
//! Within a row of tiles, one register load gives four neighboring columns of eight rows; the activations of these four
//! columns are the same for all of them. The pieces keep the value ranges of the GGUF formats (llama.cpp's `block_q4_K`,
//! `block_q6_K` and `block_q8_0`), so nothing is rounded again.

use half::f16;

/// Rows of a tile.
pub(super) const ROWS: usize = 8;

/// Bytes of the GGUF blocks.
const Q4K_BYTES: usize = 144;
const Q6K_BYTES: usize = 210;
const Q8_BYTES: usize = 34;

/// 256 columns of Q4_K: four-bit values with a scale and a minimum per 32.
///
/// The order of the fields is the order in which a product reads them: memory is read ahead as long as it is read in
/// order, and a piece from farther on waits for itself (0.7 of the speed).
#[derive(Clone)]
#[repr(C)]
pub(super) struct Q4K {
    pub(super) scale: [f32; ROWS],
    pub(super) least: [f32; ROWS],
    /// Per 32 columns: the six-bit scale of each row.
    pub(super) scales: [[u8; ROWS]; 8],
    /// Per 64 columns: two six-bit minima of each row.
    pub(super) mins: [[u8; 2 * ROWS]; 4],
    /// Per 8 columns: columns 0–3 of each row in the low halves, 4–7 in the high ones.
    pub(super) values: [[u8; 4 * ROWS]; 32],
}

/// 256 columns of Q6_K: six-bit values with a scale per 16.
#[derive(Clone)]
#[repr(C)]
pub(super) struct Q6K {
    pub(super) scale: [f32; ROWS],
    /// Per 32 columns: two signed scales of each row.
    pub(super) scales: [[u8; 2 * ROWS]; 8],
    /// Per 16 columns.
    pub(super) parts: [Q6KPart; 16],
}

/// 16 columns of the values of Q6_K.
#[derive(Clone, Copy)]
#[repr(C)]
pub(super) struct Q6KPart {
    /// Per 8 columns: the low four bits, as in [`Q4K::values`].
    pub(super) low: [[u8; 4 * ROWS]; 2],
    /// The high two bits of columns 0–3, 4–7, 8–11, 12–15, from the lowest bits up.
    pub(super) high: [u8; 4 * ROWS],
}

/// 32 columns of Q8_0: signed bytes with a scale.
#[derive(Clone)]
#[repr(C)]
pub(super) struct Q8 {
    pub(super) scale: [f32; ROWS],
    /// Per 4 columns.
    pub(super) values: [[u8; 4 * ROWS]; 8],
}

/// A kind of tile: how eight GGUF rows become one row of tiles, and a tile becomes numbers again.
pub(super) trait Tile: Clone + Send + Sync {
    /// Columns of a tile.
    const COLS: usize;
    /// Bytes of the GGUF block that a row of the tile came from.
    const BYTES: usize;

    /// Rearranges one block of each of eight rows.
    fn pack(blocks: [&[u8]; ROWS]) -> Self;

    /// The numbers of one row.
    fn unpack(&self, row: usize, out: &mut [f32]);
}

/// Rearranges a whole tensor of `rows` by `cols`.
pub(super) fn pack<T: Tile>(bytes: &[u8], rows: usize, cols: usize) -> Vec<T> {
    let per_row = cols / T::COLS;
    let stride = per_row * T::BYTES;
    let mut tiles = Vec::with_capacity(rows / ROWS * per_row);
    for eight in bytes.chunks_exact(stride * ROWS) {
        for block in 0..per_row {
            tiles.push(T::pack(std::array::from_fn(|row| {
                let at = row * stride + block * T::BYTES;
                &eight[at..at + T::BYTES]
            })));
        }
    }
    tiles
}

fn half(bytes: &[u8], at: usize) -> f32 {
    f16::from_le_bytes([bytes[at], bytes[at + 1]]).to_f32()
}

impl Tile for Q4K {
    const COLS: usize = 256;
    const BYTES: usize = Q4K_BYTES;

    fn pack(blocks: [&[u8]; ROWS]) -> Self {
        let mut tile = Self {
            scale: [0.0; ROWS],
            least: [0.0; ROWS],
            scales: [[0; ROWS]; 8],
            mins: [[0; 2 * ROWS]; 4],
            values: [[0; 4 * ROWS]; 32],
        };
        for (row, block) in blocks.into_iter().enumerate() {
            tile.scale[row] = half(block, 0);
            tile.least[row] = half(block, 2);
            let packed = &block[4..16];
            for part in 0..8 {
                let (scale, least) = if part < 4 {
                    (packed[part] & 63, packed[part + 4] & 63)
                } else {
                    let both = packed[part + 4];
                    ((both & 15) | (packed[part - 4] >> 6 << 4), (both >> 4) | (packed[part] >> 6 << 4))
                };
                tile.scales[part][row] = scale;
                tile.mins[part / 2][2 * row + part % 2] = least;
            }
            // A byte of the block holds a value of one 32-column part (low) and of the next (high).
            let value = |col: usize| {
                let byte = block[16 + col / 64 * 32 + col % 32];
                if col % 64 < 32 { byte & 15 } else { byte >> 4 }
            };
            for (group, out) in tile.values.iter_mut().enumerate() {
                for i in 0..4 {
                    out[4 * row + i] = value(8 * group + i) | (value(8 * group + 4 + i) << 4);
                }
            }
        }
        tile
    }

    fn unpack(&self, row: usize, out: &mut [f32]) {
        for (col, out) in out.iter_mut().enumerate().take(Self::COLS) {
            let byte = self.values[col / 8][4 * row + col % 4];
            let value = if col % 8 < 4 { byte & 15 } else { byte >> 4 };
            let (scale, least) = (self.scales[col / 32][row], self.mins[col / 64][2 * row + col / 32 % 2]);
            *out = self.scale[row] * f32::from(scale) * f32::from(value) - self.least[row] * f32::from(least);
        }
    }
}

impl Tile for Q6K {
    const COLS: usize = 256;
    const BYTES: usize = Q6K_BYTES;

    fn pack(blocks: [&[u8]; ROWS]) -> Self {
        let mut tile = Self {
            scale: [0.0; ROWS],
            scales: [[0; 2 * ROWS]; 8],
            parts: [Q6KPart { low: [[0; 4 * ROWS]; 2], high: [0; 4 * ROWS] }; 16],
        };
        for (row, block) in blocks.into_iter().enumerate() {
            tile.scale[row] = half(block, 208);
            for part in 0..16 {
                tile.scales[part / 2][2 * row + part % 2] = block[192 + part];
            }
            // 128 columns are four runs of 32: low bits in two runs of 64 bytes, high bits in one run of 32.
            let value = |col: usize| {
                let (side, run, at) = (col / 128, col % 128 / 32, col % 32);
                let byte = block[side * 64 + run % 2 * 32 + at];
                let low = if run < 2 { byte & 15 } else { byte >> 4 };
                (low, (block[128 + side * 32 + at] >> (2 * run)) & 3)
            };
            for (group, out) in tile.parts.iter_mut().flat_map(|part| &mut part.low).enumerate() {
                for i in 0..4 {
                    out[4 * row + i] = value(8 * group + i).0 | (value(8 * group + 4 + i).0 << 4);
                }
            }
            for (group, part) in tile.parts.iter_mut().enumerate() {
                for i in 0..4 {
                    part.high[4 * row + i] = (0..4)
                        .map(|part| value(16 * group + 4 * part + i).1 << (2 * part))
                        .fold(0, |all, bits| all | bits);
                }
            }
        }
        tile
    }

    fn unpack(&self, row: usize, out: &mut [f32]) {
        for (col, out) in out.iter_mut().enumerate().take(Self::COLS) {
            let part = &self.parts[col / 16];
            let byte = part.low[col % 16 / 8][4 * row + col % 4];
            let low = if col % 8 < 4 { byte & 15 } else { byte >> 4 };
            let high = (part.high[4 * row + col % 4] >> (2 * (col % 16 / 4))) & 3;
            let scale = self.scales[col / 32][2 * row + col / 16 % 2] as i8;
            *out = self.scale[row] * f32::from(scale) * (f32::from(low | (high << 4)) - 32.0);
        }
    }
}

impl Tile for Q8 {
    const COLS: usize = 32;
    const BYTES: usize = Q8_BYTES;

    fn pack(blocks: [&[u8]; ROWS]) -> Self {
        let mut tile = Self { scale: [0.0; ROWS], values: [[0; 4 * ROWS]; 8] };
        for (row, block) in blocks.into_iter().enumerate() {
            tile.scale[row] = half(block, 0);
            for (group, out) in tile.values.iter_mut().enumerate() {
                out[4 * row..4 * row + 4].copy_from_slice(&block[2 + 4 * group..6 + 4 * group]);
            }
        }
        tile
    }

    fn unpack(&self, row: usize, out: &mut [f32]) {
        for (col, out) in out.iter_mut().enumerate().take(Self::COLS) {
            *out = self.scale[row] * f32::from(self.values[col / 4][4 * row + col % 4] as i8);
        }
    }
}
