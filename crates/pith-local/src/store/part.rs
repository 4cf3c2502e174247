//! The file a download grows in: always a beginning of the model file, whichever source brought it.
//!
//! That one rule makes every source resumable from every other. A part is kept when a download ends early, removed when
//! it is empty, and renamed into place, synced, once it was checked.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;

use super::lock::Lock;
use super::space;
use super::{CatalogModel, StoreError};

/// The growing file. Clones write to the same one; only one of them writes at a time.
#[derive(Debug, Clone)]
pub(super) struct Part(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    id: String,
    file: File,
    path: PathBuf,
    len: AtomicU64,
    total: u64,
    // Held to the last write, even one whose caller has gone.
    _lock: Lock,
}

impl Part {
    /// Opens the part at `path`, with whatever an earlier download left in it.
    pub(super) fn open(model: &CatalogModel, path: PathBuf, lock: Lock) -> Result<Self, StoreError> {
        let opened = OpenOptions::new().create(true).append(true).open(&path).and_then(|file| {
            let len = file.metadata()?.len();
            Ok((file, len))
        });
        let (file, len) = opened.map_err(|source| StoreError::Io { action: "open", path: path.clone(), source })?;
        let inner =
            Inner { id: model.id.clone(), file, path, len: AtomicU64::new(len), total: model.bytes, _lock: lock };
        let part = Self(Arc::new(inner));
        if len > part.total() {
            part.truncate(0)?;
        }
        Ok(part)
    }

    /// The model this becomes.
    pub(super) fn id(&self) -> &str {
        &self.0.id
    }

    /// Bytes there.
    pub(super) fn len(&self) -> u64 {
        self.0.len.load(Ordering::Acquire)
    }

    /// Bytes of the whole model.
    pub(super) fn total(&self) -> u64 {
        self.0.total
    }

    /// Bytes still missing.
    pub(super) fn missing(&self) -> u64 {
        self.total().saturating_sub(self.len())
    }

    /// Where it grows.
    pub(super) fn path(&self) -> &Path {
        &self.0.path
    }

    /// Appends, blocking the thread. What fits is kept even if the rest does not.
    pub(super) fn write(&self, mut block: &[u8]) -> Result<(), StoreError> {
        while !block.is_empty() {
            match (&self.0.file).write(block) {
                Ok(0) => return Err(self.refused(io::ErrorKind::WriteZero.into())),
                Ok(written) => {
                    self.0.len.fetch_add(written as u64, Ordering::AcqRel);
                    block = block.get(written..).unwrap_or_default();
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.refused(error)),
            }
        }
        Ok(())
    }

    /// Appends off the async threads.
    pub(super) async fn append(&self, block: Bytes) -> Result<(), StoreError> {
        let part = self.clone();
        let written = tokio::task::spawn_blocking(move || part.write(&block)).await;
        written.unwrap_or_else(|error| Err(self.refused(io::Error::other(error))))
    }

    /// Cuts back to `len` bytes.
    pub(super) fn truncate(&self, len: u64) -> Result<(), StoreError> {
        self.0.file.set_len(len).map_err(|source| self.io("truncate", source))?;
        self.0.len.store(len, Ordering::Release);
        Ok(())
    }

    /// Puts the whole, checked file into its place.
    pub(super) fn publish(self, place: &Path) -> Result<(), StoreError> {
        self.0.file.sync_all().map_err(|source| match space::is_full(&source) {
            true => self.refused(source),
            false => self.io("sync", source),
        })?;
        std::fs::rename(self.path(), place).map_err(|source| StoreError::Io {
            action: "move the model to",
            path: place.to_owned(),
            source,
        })?;
        sync_folder(place).map_err(|source| self.io("sync the folder of", source))
    }

    /// What a refused write means.
    pub(super) fn refused(&self, source: io::Error) -> StoreError {
        if space::is_full(&source) {
            let (id, path) = (self.0.id.clone(), self.0.path.clone());
            return StoreError::DiskFull { id, path, needed: self.missing(), kept: self.len(), source };
        }
        self.io("write", source)
    }

    fn io(&self, action: &'static str, source: io::Error) -> StoreError {
        StoreError::Io { action, path: self.0.path.clone(), source }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // After `publish` nothing stands at this path any more: the lock kept everyone else from making a new one.
        if *self.len.get_mut() == 0 {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

#[cfg(unix)]
fn sync_folder(place: &Path) -> io::Result<()> {
    match place.parent() {
        Some(folder) => File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}

#[cfg(not(unix))]
fn sync_folder(_place: &Path) -> io::Result<()> {
    Ok(())
}
