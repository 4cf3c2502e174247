//! Tells one model file from another without reading all of it.

use std::{fmt::Write as _, fs::File, io::Read as _, path::Path, time::UNIX_EPOCH};

use sha2::{Digest as _, Sha256};

use crate::LocalError;

/// How much of the file's beginning is hashed: all metadata but the vocabulary lies there.
const HEAD: u64 = 1 << 20;

/// A text that changes when the file does: 32 hexadecimal digits over its size, its time of change and its first MiB.
pub(crate) fn identity(path: &Path) -> Result<String, LocalError> {
    let read = |source| LocalError::Read { path: path.to_owned(), source };
    let file = File::open(path).map_err(read)?;
    let about = file.metadata().map_err(read)?;
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head).map_err(read)?;
    let changed = about.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    let mut hash = Sha256::new();
    hash.update(about.len().to_le_bytes());
    hash.update(changed.as_nanos().to_le_bytes());
    hash.update(&head);
    Ok(hex(&hash.finalize()[..16]))
}

/// Lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
