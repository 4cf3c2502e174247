//! Takes a piece of the model out of what a package client brought: a wheel, or a folder it was unpacked into.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use tokio_util::sync::CancellationToken;
use zip::ZipArchive;

use crate::store::error::FetchError;
use crate::store::part::Part;
use crate::store::{SourceError, StoreError, WheelPart};

/// Bytes unpacked between two looks at the cancel token.
const BLOCK: usize = 1024 * 1024;

/// Appends the piece to the part, blocking the thread. On any failure the part is as long as before.
pub(super) fn append(
    piece: &WheelPart,
    brought: &Path,
    part: &Part,
    cancel: &CancellationToken,
) -> Result<(), FetchError> {
    let before = part.len();
    let appended = open(piece, brought, |source| copy(piece, source, part, cancel));
    if appended.is_err() {
        part.truncate(before)?;
    }
    appended
}

/// Finds the member, unpacked or in the one wheel there is.
fn open(
    piece: &WheelPart,
    brought: &Path,
    then: impl FnOnce(&mut dyn Read) -> Result<(), FetchError>,
) -> Result<(), FetchError> {
    let damaged = |reason: String| SourceError::Wheel { package: piece.package.clone(), reason };
    let unpacked = brought.join(&piece.member);
    if unpacked.is_file() {
        let mut file = File::open(&unpacked).map_err(|error| damaged(error.to_string()))?;
        return then(&mut file);
    }
    let wheel = wheel_in(brought).ok_or_else(|| damaged("it brought no wheel".to_owned()))?;
    let file = File::open(&wheel).map_err(|error| damaged(error.to_string()))?;
    let mut archive = ZipArchive::new(file).map_err(|error| damaged(error.to_string()))?;
    let mut member = archive.by_name(&piece.member).map_err(|error| damaged(format!("`{}`: {error}", piece.member)))?;
    then(&mut member)
}

/// The length is checked as it comes, the checksum of a wheel by the reader at its end.
fn copy(piece: &WheelPart, source: &mut dyn Read, part: &Part, cancel: &CancellationToken) -> Result<(), FetchError> {
    let damaged = |reason: String| SourceError::Wheel { package: piece.package.clone(), reason };
    let (mut block, mut done) = (vec![0; BLOCK], 0);
    loop {
        if cancel.is_cancelled() {
            return Err(StoreError::Canceled { id: part.id().to_owned(), kept: 0 }.into());
        }
        let read = match source.read(&mut block) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(damaged(error.to_string()).into()),
        };
        done += read as u64;
        if done > piece.bytes {
            break;
        }
        part.write(block.get(..read).unwrap_or_default())?;
    }
    match done == piece.bytes {
        true => Ok(()),
        false => Err(damaged(format!("`{}` holds {done} bytes instead of {}", piece.member, piece.bytes)).into()),
    }
}

fn wheel_in(folder: &Path) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?;
    entries
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|extension| extension == "whl"))
}
