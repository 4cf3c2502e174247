//! Activations on their way into a product: as numbers, and as whole numbers with a scale per block.
//!
//! A product with quantised weights needs its other side quantised too. One block of activations feeds several matrices
//! (query, key and value; gate and up), so each form is made once, when first asked for.

/// Values that share a scale in the coarse form.
pub(super) const COARSE: usize = 256;
/// Values that share a scale in the fine form.
pub(super) const FINE: usize = 32;

/// `rows` activation rows of `cols` values.
#[derive(Default)]
pub(crate) struct Acts {
    values: Vec<f32>,
    rows: usize,
    cols: usize,
    coarse: Form,
    fine: Form,
    /// Room for products that are put together afterwards.
    pub(super) stretches: Vec<f32>,
}

/// Rows of signed bytes, four to a word, with a scale per block.
#[derive(Default)]
pub(super) struct Form {
    ready: bool,
    block: usize,
    words: Vec<i32>,
    scales: Vec<f32>,
    /// Sums over 16 values, two neighbors to a word (coarse form only).
    sums16: Vec<i32>,
    /// Sums over 32 values, two neighbors to a word (coarse form only).
    sums32: Vec<i32>,
}

/// One row of a [`Form`].
#[derive(Clone, Copy)]
pub(super) struct FormRow<'a> {
    pub(super) words: &'a [i32],
    pub(super) scales: &'a [f32],
    pub(super) sums16: &'a [i32],
    pub(super) sums32: &'a [i32],
}

impl Acts {
    /// Takes over new values, and gives room for them: `fill` gets `rows` times `cols` values to write.
    pub(crate) fn fill(&mut self, rows: usize, cols: usize, fill: impl FnOnce(&mut [f32])) {
        self.values.resize(rows * cols, 0.0);
        fill(&mut self.values);
        (self.rows, self.cols) = (rows, cols);
        self.coarse.ready = false;
        self.fine.ready = false;
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn cols(&self) -> usize {
        self.cols
    }

    pub(super) fn values(&self) -> &[f32] {
        &self.values
    }

    /// Blocks of 256; `cols` must be a multiple of that.
    pub(super) fn coarse(&mut self) -> &Form {
        if !self.coarse.ready {
            self.coarse.make(&self.values, COARSE);
        }
        &self.coarse
    }

    /// Blocks of 32; `cols` must be a multiple of that.
    pub(super) fn fine(&mut self) -> &Form {
        if !self.fine.ready {
            self.fine.make(&self.values, FINE);
        }
        &self.fine
    }
}

impl Form {
    fn make(&mut self, values: &[f32], block: usize) {
        self.block = block;
        self.words.clear();
        self.scales.clear();
        self.sums16.clear();
        self.sums32.clear();
        pulp::Arch::new().dispatch(Quantize { form: self, values });
        self.ready = true;
    }

    #[inline(always)]
    fn push(&mut self, block: &[f32]) {
        let mut lanes = [0f32; 8];
        for eight in block.chunks_exact(8) {
            for (most, value) in lanes.iter_mut().zip(eight) {
                *most = if value.abs() > *most { value.abs() } else { *most };
            }
        }
        let most = lanes.into_iter().fold(0f32, f32::max);
        // A value that is no number would poison the sums of everything after it; the block then counts as zero.
        let scale = if most.is_finite() { most / 127.0 } else { 0.0 };
        let inverse = if scale > 0.0 { 1.0 / scale } else { 0.0 };
        self.scales.push(scale);
        let mut whole = [0i8; COARSE];
        for (whole, value) in whole.iter_mut().zip(block) {
            // Adding and taking away 1.5·2²³ rounds to the nearest whole number, in one vector operation each.
            *whole = ((value * inverse + 12_582_912.0) - 12_582_912.0) as i32 as i8;
        }
        let whole = &whole[..block.len().min(COARSE)];
        self.words.extend(whole.chunks_exact(4).map(|four| i32::from_le_bytes([0, 1, 2, 3].map(|i| four[i] as u8))));
        if block.len() == COARSE {
            let mut sums = [0i16; COARSE / 16];
            for (sum, part) in sums.iter_mut().zip(whole.chunks_exact(16)) {
                *sum = part.iter().map(|value| i16::from(*value)).sum();
            }
            self.sums16.extend(sums.chunks_exact(2).map(|two| pair(two[0], two[1])));
            self.sums32.extend(sums.chunks_exact(4).map(|four| pair(four[0] + four[1], four[2] + four[3])));
        }
    }

    /// The `row`th of rows of `cols` values.
    pub(super) fn row(&self, row: usize, cols: usize) -> FormRow<'_> {
        let part = |all: usize| row * cols / all..(row + 1) * cols / all;
        let sums = |list: &'_ Vec<i32>, all: usize| if list.is_empty() { 0..0 } else { part(all) };
        FormRow {
            words: &self.words[part(4)],
            scales: &self.scales[part(self.block)],
            sums16: &self.sums16[sums(&self.sums16, 32)],
            sums32: &self.sums32[sums(&self.sums32, 64)],
        }
    }
}

/// The work of [`Form::make`], as the vector unit's widest instructions get it.
struct Quantize<'a> {
    form: &'a mut Form,
    values: &'a [f32],
}

impl pulp::NullaryFnOnce for Quantize<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        for block in self.values.chunks_exact(self.form.block) {
            self.form.push(block);
        }
    }
}

#[inline(always)]
fn pair(low: i16, high: i16) -> i32 {
    (i32::from(high) << 16) | i32::from(low as u16)
}
