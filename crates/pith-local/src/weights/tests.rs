#![allow(clippy::indexing_slicing, reason = "tests")]

use candle_core::{
    Device, Tensor,
    quantized::{GgmlDType, QTensor},
};

use super::{Acts, Matrix, Workers};
use crate::gguf::synthetic::{Outcome, Random};

const ROWS: usize = 40;
const COLS: usize = 512;

/// A matrix of that format, and the numbers it stands for.
fn matrix(dtype: GgmlDType) -> Outcome<(Matrix, Vec<f32>)> {
    let mut random = Random(99);
    let values: Vec<f32> = (0..ROWS * COLS).map(|_| random.next()).collect();
    let tensor = QTensor::quantize(&Tensor::from_vec(values, (ROWS, COLS), &Device::Cpu)?, dtype)?;
    let numbers = tensor.dequantize(&Device::Cpu)?.flatten_all()?.to_vec1::<f32>()?;
    Ok((Matrix::new(dtype, tensor.data()?.into_owned(), ROWS, COLS), numbers))
}

fn check(dtype: GgmlDType, threads: usize) -> Outcome {
    let (matrix, numbers) = matrix(dtype)?;
    let workers = Workers::new(threads)?;
    let mut random = Random(5);
    for count in [1, 2, 3, 4, 7, 19] {
        let values: Vec<f32> = (0..count * COLS).map(|_| random.next()).collect();
        let mut acts = Acts::default();
        acts.fill(count, COLS, |out| out.copy_from_slice(&values));
        let mut out = Vec::new();
        matrix.product(&workers, &mut acts, &mut out)?;
        for (at, got) in out.iter().enumerate() {
            let (act, row) = (at / ROWS, at % ROWS);
            let (a, b) = (&values[act * COLS..(act + 1) * COLS], &numbers[row * COLS..(row + 1) * COLS]);
            let wanted: f32 = a.iter().zip(b).map(|(a, b)| a * b).sum();
            let scale = a.iter().zip(b).map(|(a, b)| (a * b).abs()).sum::<f32>();
            assert!((got - wanted).abs() < 0.004 * scale, "{dtype:?} {count}: {got} {wanted} {scale}");
        }
    }
    let mut row = vec![0.0; COLS];
    matrix.row(ROWS - 3, &mut row)?;
    for (got, wanted) in row.iter().zip(&numbers[(ROWS - 3) * COLS..]) {
        assert!((got - wanted).abs() < 1e-5, "{dtype:?}: {got} {wanted}");
    }
    assert!(matrix.row(ROWS, &mut row).is_err());
    Ok(())
}

#[test]
fn products_agree_with_the_numbers_that_the_blocks_stand_for() -> Outcome {
    for dtype in [GgmlDType::Q4K, GgmlDType::Q6K, GgmlDType::Q8_0, GgmlDType::Q5K, GgmlDType::F16, GgmlDType::F32] {
        check(dtype, 1)?;
    }
    Ok(())
}

#[test]
fn threads_share_a_product_without_changing_it() -> Outcome {
    for dtype in [GgmlDType::Q4K, GgmlDType::Q6K, GgmlDType::Q8_0] {
        check(dtype, 3)?;
    }
    Ok(())
}

#[test]
fn a_row_of_the_wrong_length_is_refused() -> Outcome {
    let (matrix, _) = matrix(GgmlDType::Q8_0)?;
    let mut acts = Acts::default();
    acts.fill(1, 32, |out| out.fill(1.0));
    assert!(matrix.product(&Workers::new(1)?, &mut acts, &mut Vec::new()).is_err());
    Ok(())
}
