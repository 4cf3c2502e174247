//! Reads the weights of a network out of its file.

use std::{
    fs::File,
    io::{Read as _, Seek as _, SeekFrom},
};

use candle_core::quantized::GgmlDType;

use super::Shape;
use crate::{
    LocalError,
    gguf::{Header, TensorPlace},
    weights::{Matrix, Workers},
};

/// A network with its weights.
pub(crate) struct Network {
    pub(crate) shape: Shape,
    pub(crate) embedding: Matrix,
    pub(crate) layers: Vec<Layer>,
    pub(crate) norm: Vec<f32>,
    /// Absent when the embedding serves at the end too.
    pub(crate) output: Option<Matrix>,
    /// What each rotation's frequency is divided by, where the file has such a table.
    pub(crate) rope_factors: Option<Vec<f32>>,
}

/// One layer's weights.
pub(crate) struct Layer {
    pub(crate) attention_norm: Vec<f32>,
    pub(crate) query: Linear,
    pub(crate) key: Linear,
    pub(crate) value: Linear,
    pub(crate) attention_out: Linear,
    pub(crate) feed_norm: Vec<f32>,
    pub(crate) gate: Linear,
    pub(crate) up: Linear,
    pub(crate) down: Linear,
}

/// A matrix and, where the file has one, what is added to its products.
pub(crate) struct Linear {
    pub(crate) matrix: Matrix,
    pub(crate) bias: Option<Vec<f32>>,
}

impl Network {
    /// Loads everything.
    ///
    /// # Errors
    /// When the file cannot be read, lacks a tensor, or has one of another shape than its metadata says.
    pub(crate) fn load(header: &Header, workers: &Workers) -> Result<Self, LocalError> {
        let shape = Shape::of(header)?;
        let reader = Reader { header };
        let (width, kv) = (shape.width, shape.kv_heads * shape.head);
        let embedding = reader.matrix("token_embd.weight", shape.vocabulary, width)?;
        let norm = reader.vector("output_norm.weight", width)?;
        let output = match header.tensor("output.weight") {
            Some(_) => Some(reader.matrix("output.weight", shape.vocabulary, width)?),
            None => None,
        };
        let rope_factors = match header.tensor("rope_freqs.weight") {
            Some(_) => Some(reader.vector("rope_freqs.weight", shape.rotated / 2)?),
            None => None,
        };
        let mut slots: Vec<Option<Result<Layer, LocalError>>> = Vec::new();
        slots.resize_with(shape.layers, || None);
        workers.enter(|| {
            workers.pieces(&mut slots, 1, |number, slot| {
                let name = |part: &str| format!("blk.{number}.{part}");
                let layer = || {
                    Ok(Layer {
                        attention_norm: reader.vector(&name("attn_norm.weight"), width)?,
                        query: reader.linear(&name("attn_q"), shape.heads * shape.head, width)?,
                        key: reader.linear(&name("attn_k"), kv, width)?,
                        value: reader.linear(&name("attn_v"), kv, width)?,
                        attention_out: reader.linear(&name("attn_output"), width, shape.heads * shape.head)?,
                        feed_norm: reader.vector(&name("ffn_norm.weight"), width)?,
                        gate: reader.linear(&name("ffn_gate"), shape.hidden, width)?,
                        up: reader.linear(&name("ffn_up"), shape.hidden, width)?,
                        down: reader.linear(&name("ffn_down"), width, shape.hidden)?,
                    })
                };
                slot.fill_with(|| Some(layer()));
            });
        });
        let layers = slots.into_iter().flatten().collect::<Result<Vec<_>, _>>()?;
        Ok(Self { shape, embedding, layers, norm, output, rope_factors })
    }
}

struct Reader<'a> {
    header: &'a Header,
}

impl Reader<'_> {
    fn place(&self, name: &str, shape: &[usize]) -> Result<&TensorPlace, LocalError> {
        let place =
            self.header.tensor(name).ok_or_else(|| self.header.damaged(format!("it lacks the tensor `{name}`")))?;
        if place.shape != shape {
            return Err(self.header.damaged(format!("tensor `{name}` is {:?}, not {shape:?}", place.shape)));
        }
        Ok(place)
    }

    fn linear(&self, name: &str, rows: usize, cols: usize) -> Result<Linear, LocalError> {
        let bias = format!("{name}.bias");
        Ok(Linear {
            matrix: self.matrix(&format!("{name}.weight"), rows, cols)?,
            bias: self.header.tensor(&bias).map(|_| self.vector(&bias, rows)).transpose()?,
        })
    }

    fn matrix(&self, name: &str, rows: usize, cols: usize) -> Result<Matrix, LocalError> {
        let place = self.place(name, &[rows, cols])?;
        Ok(Matrix::new(place.dtype, read_tensor(self.header, place)?, rows, cols))
    }

    fn vector(&self, name: &str, size: usize) -> Result<Vec<f32>, LocalError> {
        let place = self.place(name, &[size])?;
        if place.dtype != GgmlDType::F32 {
            return Err(self.header.unsupported(format!("tensor `{name}` in another type than f32")));
        }
        let bytes = read_tensor(self.header, place)?;
        Ok(bytes.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four)).collect())
    }
}

/// The raw bytes of a tensor.
pub(crate) fn read_tensor(header: &Header, place: &TensorPlace) -> Result<Vec<u8>, LocalError> {
    let read = |source| LocalError::Read { path: header.path.clone(), source };
    let mut file = File::open(&header.path).map_err(read)?;
    file.seek(SeekFrom::Start(place.offset)).map_err(read)?;
    let mut bytes = Vec::with_capacity(place.bytes);
    file.take(place.bytes as u64).read_to_end(&mut bytes).map_err(read)?;
    if bytes.len() != place.bytes {
        return Err(header.damaged("it became shorter while it was read"));
    }
    Ok(bytes)
}
