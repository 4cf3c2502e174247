//! Weights in a format without a fast kernel become Q8_0 once, in a side file that is loaded from then on.

use std::{
    fs::{self, File},
    io::BufReader,
    path::{Path, PathBuf},
};

use candle_core::{
    Device,
    quantized::{
        GgmlDType, QTensor,
        gguf_file::{self, Content},
    },
};

use crate::{
    LocalError,
    gguf::{Header, identity},
    weights::has_fast_kernel,
};

/// Whether any weight of the file has a slow format.
pub(super) fn needed(header: &Header) -> bool {
    header.tensors().any(|(_, place)| !has_fast_kernel(place.dtype))
}

/// The requantised file of a model; made when it is not there. Without a folder, or when that cannot be written to, it is
/// made in a temporary place, which is given back so that it lives long enough.
///
/// # Errors
/// When the model cannot be read, or no place can be written to.
pub(super) fn side_file(
    header: &Header,
    folder: Option<&Path>,
) -> Result<(PathBuf, Option<tempfile::TempDir>), LocalError> {
    let name = format!("{}.q8_0.gguf", identity(&header.path)?);
    if let Some(folder) = folder {
        let place = folder.join(&name);
        // Only whole files are ever moved there; a header that parses has all its tensors.
        if Header::read(&place).is_ok() {
            return Ok((place, None));
        }
        if write(header, folder, &place).is_ok() {
            return Ok((place, None));
        }
    }
    let temporary = tempfile::tempdir().map_err(|source| LocalError::Read { path: header.path.clone(), source })?;
    let place = temporary.path().join(&name);
    write(header, temporary.path(), &place)?;
    Ok((place, Some(temporary)))
}

fn write(header: &Header, folder: &Path, place: &Path) -> Result<(), LocalError> {
    let io = |source| LocalError::Read { path: header.path.clone(), source };
    let mut file = BufReader::new(File::open(&header.path).map_err(io)?);
    let content = Content::read(&mut file)?;
    let mut names: Vec<&String> = content.tensor_infos.keys().collect();
    names.sort();
    let mut tensors = Vec::new();
    for name in names {
        let tensor = content.tensor(&mut file, name, &Device::Cpu)?;
        let fits = tensor.shape().dims().last().is_some_and(|row| row.is_multiple_of(GgmlDType::Q8_0.block_size()));
        let target = if fits { GgmlDType::Q8_0 } else { GgmlDType::F32 };
        let tensor = if has_fast_kernel(tensor.dtype()) {
            tensor
        } else {
            QTensor::quantize(&tensor.dequantize(&Device::Cpu)?, target)?
        };
        tensors.push((name.as_str(), tensor));
    }
    let metadata: Vec<(&str, &gguf_file::Value)> =
        content.metadata.iter().map(|(key, value)| (key.as_str(), value)).collect();
    let tensors: Vec<(&str, &QTensor)> = tensors.iter().map(|(name, tensor)| (*name, tensor)).collect();
    fs::create_dir_all(folder).map_err(io)?;
    let mut out = tempfile::Builder::new().prefix(".").tempfile_in(folder).map_err(io)?;
    let mut writer = std::io::BufWriter::with_capacity(1 << 20, out.as_file_mut());
    gguf_file::write(&mut writer, &metadata, &tensors)?;
    std::io::Write::flush(&mut writer).map_err(io)?;
    drop(writer);
    out.persist(place).map_err(|error| io(error.error))?;
    Ok(())
}
