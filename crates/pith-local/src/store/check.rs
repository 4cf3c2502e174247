//! Whether a file is the model: its length always, its SHA-256 once.
//!
//! The hash that was found is remembered in a side file with the length and the time of change it held for, so that a
//! later start reads no gigabyte to learn the same.

use std::fs::{File, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::error::FetchError;
use super::{CatalogModel, PullEvent, SourceError, StoreError, Watch};

/// Bytes hashed between two looks at the cancel token.
const BLOCK: usize = 1024 * 1024;
/// Bytes hashed between two events.
const STEP: u64 = 32 * 1024 * 1024;

/// What the side file holds.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Seen {
    bytes: u64,
    /// Nanoseconds since 1970.
    modified: u128,
    sha256: String,
}

impl Seen {
    fn of(metadata: &Metadata, sha256: String) -> Option<Self> {
        let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos();
        Some(Self { bytes: metadata.len(), modified, sha256 })
    }
}

/// What is known of a model's file without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Known {
    /// It is the model.
    Good,
    /// It is not.
    Bad(SourceError),
    /// Its length is right; its hash was not computed yet.
    Unread,
}

impl Known {
    fn into_result(self) -> Result<(), FetchError> {
        match self {
            Self::Bad(error) => Err(error.into()),
            Self::Good | Self::Unread => Ok(()),
        }
    }
}

/// Judges by the length and the side file.
pub(super) fn known(model: &CatalogModel, path: &Path) -> Known {
    let metadata = match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => metadata,
        _ => return Known::Bad(SourceError::NotThere),
    };
    if metadata.len() != model.bytes {
        return Known::Bad(SourceError::WrongSize { expected: model.bytes, found: metadata.len() });
    }
    let seen = std::fs::read(side_file(path)).ok().and_then(|text| serde_json::from_slice::<Seen>(&text).ok());
    match seen {
        Some(seen) if Seen::of(&metadata, seen.sha256.clone()).as_ref() == Some(&seen) => compare(model, seen.sha256),
        _ => Known::Unread,
    }
}

/// Judges by the hash, unless the side file knows it, and remembers it.
pub(super) async fn check(model: &CatalogModel, path: &Path, watch: &Watch) -> Result<(), FetchError> {
    let judged = match known(model, path) {
        Known::Unread => {
            let found = hash(&model.id, path, model.bytes, watch).await?;
            remember(path, &found);
            compare(model, found)
        }
        settled => settled,
    };
    judged.into_result()
}

/// Judges by the hash of the bytes, whatever the side file says.
pub(super) async fn check_bytes(model: &CatalogModel, path: &Path, watch: &Watch) -> Result<(), FetchError> {
    compare(model, hash(&model.id, path, model.bytes, watch).await?).into_result()
}

/// Writes down what hash the file at `path` has. Without the side file the next start computes it again, no more.
pub(super) fn remember(path: &Path, sha256: &str) {
    let Some(seen) = std::fs::metadata(path).ok().and_then(|metadata| Seen::of(&metadata, sha256.to_owned())) else {
        return;
    };
    let written =
        serde_json::to_vec(&seen).map_err(io::Error::from).and_then(|text| write_whole(&side_file(path), &text));
    if let Err(error) = written {
        tracing::debug!(path = %path.display(), %error, "the model's hash could not be remembered");
    }
}

/// The side file of the model file at `path`.
pub(super) fn side_file(path: &Path) -> PathBuf {
    path.with_added_extension("checked")
}

fn write_whole(path: &Path, text: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    io::Write::write_all(&mut file, text)?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

fn compare(model: &CatalogModel, found: String) -> Known {
    if found == model.sha256 {
        return Known::Good;
    }
    Known::Bad(SourceError::WrongHash { expected: model.sha256.clone(), found })
}

async fn hash(id: &str, path: &Path, total: u64, watch: &Watch) -> Result<String, StoreError> {
    let (id, path, watch) = (id.to_owned(), path.to_owned(), watch.clone());
    let failed = |path: PathBuf| move |source| StoreError::Io { action: "read", path, source };
    let at = path.clone();
    let hashed = tokio::task::spawn_blocking(move || {
        let mut file = File::open(&path)?;
        let (mut hasher, mut block, mut done, mut told) = (Sha256::new(), vec![0; BLOCK], 0, None);
        loop {
            if watch.cancel().is_cancelled() {
                return Ok(None);
            }
            if told.is_none_or(|told| done >= told + STEP) {
                watch.tell(PullEvent::Verifying { done, total });
                told = Some(done);
            }
            match file.read(&mut block) {
                Ok(0) => break,
                Ok(read) => {
                    hasher.update(block.get(..read).unwrap_or_default());
                    done += read as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        watch.tell(PullEvent::Verifying { done, total });
        Ok(Some(hex(&hasher.finalize())))
    })
    .await;
    let hashed: io::Result<Option<String>> = hashed.unwrap_or_else(|error| Err(io::Error::other(error)));
    match hashed.map_err(failed(at))? {
        Some(hash) => Ok(hash),
        None => Err(StoreError::Canceled { id, kept: 0 }),
    }
}

fn hex(digest: &[u8]) -> String {
    digest.iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = std::fmt::Write::write_fmt(&mut text, format_args!("{byte:02x}"));
        text
    })
}
