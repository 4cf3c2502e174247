//! The header of a GGUF file: metadata by key, tensors by name.

use std::{
    collections::HashMap,
    fs::File,
    path::{Path, PathBuf},
};

use candle_core::quantized::GgmlDType;

use super::source::{Flaw, Source};
use crate::LocalError;

/// Where tensor data is aligned to when the file does not say.
const ALIGNMENT: u64 = 32;
/// Arrays may nest; deeper than this is no model but an attack.
const DEPTH: usize = 8;

/// What a file says of itself. Arrays are skipped.
#[derive(Debug)]
pub(crate) struct Header {
    pub(crate) path: PathBuf,
    values: HashMap<String, Scalar>,
    tensors: HashMap<String, TensorPlace>,
}

/// One tensor: its shape, slowest dimension first, and where its bytes are.
#[derive(Debug, Clone)]
pub(crate) struct TensorPlace {
    pub(crate) dtype: GgmlDType,
    pub(crate) shape: Vec<usize>,
    pub(crate) offset: u64,
    pub(crate) bytes: usize,
}

#[derive(Debug)]
enum Scalar {
    Whole(i128),
    Real(f64),
    Text(String),
    Array,
}

impl Header {
    /// Reads the header of a file.
    ///
    /// # Errors
    /// When the file cannot be read, is no GGUF file, or is damaged.
    pub(crate) fn read(path: &Path) -> Result<Self, LocalError> {
        let file = File::open(path).map_err(|source| LocalError::Read { path: path.to_owned(), source })?;
        Source::new(file).and_then(|mut source| parse(&mut source, path)).map_err(|flaw| match flaw {
            Flaw::Io(source) => LocalError::Read { path: path.to_owned(), source },
            Flaw::Magic => LocalError::NotGguf { path: path.to_owned() },
            Flaw::Content(what) => LocalError::Damaged { path: path.to_owned(), what },
        })
    }

    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        match self.values.get(key)? {
            Scalar::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn whole(&self, key: &str) -> Option<usize> {
        match self.values.get(key)? {
            Scalar::Whole(value) => usize::try_from(*value).ok(),
            _ => None,
        }
    }

    pub(crate) fn real(&self, key: &str) -> Option<f32> {
        match self.values.get(key)? {
            Scalar::Real(value) => Some(*value as f32),
            Scalar::Whole(value) => Some(*value as f32),
            _ => None,
        }
    }

    pub(crate) fn tensor(&self, name: &str) -> Option<&TensorPlace> {
        self.tensors.get(name)
    }

    pub(crate) fn tensors(&self) -> impl Iterator<Item = (&str, &TensorPlace)> {
        self.tensors.iter().map(|(name, place)| (name.as_str(), place))
    }

    pub(crate) fn damaged(&self, what: impl Into<String>) -> LocalError {
        LocalError::Damaged { path: self.path.clone(), what: what.into() }
    }

    pub(crate) fn unsupported(&self, feature: impl Into<String>) -> LocalError {
        LocalError::Feature { path: self.path.clone(), feature: feature.into() }
    }
}

fn parse(source: &mut Source, path: &Path) -> Result<Header, Flaw> {
    let magic: [u8; 4] = match source.bytes() {
        Ok(magic) => magic,
        Err(Flaw::Content(_)) => return Err(Flaw::Magic),
        Err(flaw) => return Err(flaw),
    };
    if &magic != b"GGUF" {
        return Err(Flaw::Magic);
    }
    let version = source.u32()?;
    if !(2..=3).contains(&version) {
        return Err(Flaw::Content(format!("its format version {version} is not 2 or 3")));
    }
    let tensor_count = source.count(24)?;
    let value_count = source.count(13)?;
    let mut values = HashMap::new();
    for _ in 0..value_count {
        let key = source.text()?;
        let kind = source.u32()?;
        let value = scalar(source, kind, 0)?;
        values.insert(key, value);
    }
    let mut tensors = HashMap::new();
    for _ in 0..tensor_count {
        let (name, place) = tensor(source)?;
        tensors.insert(name, place);
    }
    let alignment = match values.get("general.alignment") {
        Some(Scalar::Whole(n)) => u64::try_from(*n).ok().filter(|n| (1..=1 << 20).contains(n)).unwrap_or(ALIGNMENT),
        _ => ALIGNMENT,
    };
    let start = source.at().div_ceil(alignment) * alignment;
    for (name, place) in &mut tensors {
        place.offset = place.offset.saturating_add(start);
        if place.offset.saturating_add(place.bytes as u64) > source.size() {
            return Err(Flaw::Content(format!("it breaks off before the end of tensor `{name}`")));
        }
    }
    Ok(Header { path: path.to_owned(), values, tensors })
}

fn scalar(source: &mut Source, kind: u32, depth: usize) -> Result<Scalar, Flaw> {
    Ok(match kind {
        0 => Scalar::Whole(u8::from_le_bytes(source.bytes()?).into()),
        1 => Scalar::Whole(i8::from_le_bytes(source.bytes()?).into()),
        2 => Scalar::Whole(u16::from_le_bytes(source.bytes()?).into()),
        3 => Scalar::Whole(i16::from_le_bytes(source.bytes()?).into()),
        4 => Scalar::Whole(u32::from_le_bytes(source.bytes()?).into()),
        5 => Scalar::Whole(i32::from_le_bytes(source.bytes()?).into()),
        6 => Scalar::Real(f32::from_le_bytes(source.bytes()?).into()),
        7 => Scalar::Whole(u8::from_le_bytes(source.bytes()?).into()),
        8 => Scalar::Text(source.text()?),
        9 => array(source, depth)?,
        10 => Scalar::Whole(source.u64()?.into()),
        11 => Scalar::Whole(i64::from_le_bytes(source.bytes()?).into()),
        12 => Scalar::Real(f64::from_le_bytes(source.bytes()?)),
        kind => return Err(Flaw::Content(format!("its metadata has a value of unknown type {kind}"))),
    })
}

fn array(source: &mut Source, depth: usize) -> Result<Scalar, Flaw> {
    if depth == DEPTH {
        return Err(Flaw::Content("its metadata nests too deeply".to_owned()));
    }
    let kind = source.u32()?;
    let width = match kind {
        0 | 1 | 7 => 1,
        2 | 3 => 2,
        4..=6 => 4,
        10..=12 => 8,
        _ => 0,
    };
    if width > 0 {
        let length = source.count(width)?;
        source.skip(length * width)?;
        return Ok(Scalar::Array);
    }
    let length = source.count(8)?;
    for _ in 0..length {
        if kind == 8 {
            let bytes = source.u64()?;
            source.skip(bytes)?;
        } else {
            scalar(source, kind, depth + 1)?;
        }
    }
    Ok(Scalar::Array)
}

fn tensor(source: &mut Source) -> Result<(String, TensorPlace), Flaw> {
    let name = source.text()?;
    let dimensions = source.u32()?;
    if !(1..=4).contains(&dimensions) {
        return Err(Flaw::Content(format!("tensor `{name}` has {dimensions} dimensions")));
    }
    let mut shape = Vec::new();
    for _ in 0..dimensions {
        let size = usize::try_from(source.u64()?).ok().filter(|size| *size > 0);
        shape.push(size.ok_or_else(|| Flaw::Content(format!("tensor `{name}` has an impossible size")))?);
    }
    shape.reverse();
    let code = source.u32()?;
    let offset = source.u64()?;
    let dtype =
        dtype(code).ok_or_else(|| Flaw::Content(format!("tensor `{name}` has weights of unknown type {code}")))?;
    let bytes = shape
        .iter()
        .try_fold(1usize, |product, size| product.checked_mul(*size))
        .filter(|_| shape.last().is_some_and(|row| row % dtype.block_size() == 0))
        .and_then(|elements| (elements / dtype.block_size()).checked_mul(dtype.type_size()))
        .ok_or_else(|| Flaw::Content(format!("tensor `{name}` has an impossible shape")))?;
    Ok((name, TensorPlace { dtype, shape, offset, bytes }))
}

/// The block format of a type number, as far as candle can read it.
fn dtype(code: u32) -> Option<GgmlDType> {
    use GgmlDType as D;
    Some(match code {
        0 => D::F32,
        1 => D::F16,
        2 => D::Q4_0,
        3 => D::Q4_1,
        6 => D::Q5_0,
        7 => D::Q5_1,
        8 => D::Q8_0,
        9 => D::Q8_1,
        10 => D::Q2K,
        11 => D::Q3K,
        12 => D::Q4K,
        13 => D::Q5K,
        14 => D::Q6K,
        15 => D::Q8K,
        30 => D::BF16,
        _ => return None,
    })
}
