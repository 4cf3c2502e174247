//! One process at a time fetches a model: an advisory lock on a small file beside it.
//!
//! The file goes away with the lock where the system can tell that a name still leads to the file that was locked;
//! elsewhere it stays, empty.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Held until dropped.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Takes the lock if nobody holds it; `None` if somebody does.
    ///
    /// # Errors
    /// The file cannot be created. A file system without locks counts as free: there is nobody to wait for.
    pub(super) fn take(path: &Path) -> io::Result<Option<Self>> {
        loop {
            let file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // Between opening and locking, the last holder may have removed the file: then this lock guards nothing.
            if still_there(&file, path) {
                return Ok(Some(Self { file, path: path.to_owned() }));
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if cfg!(unix) {
            let _ = std::fs::remove_file(&self.path);
        }
        let _ = self.file.unlock();
    }
}

#[cfg(unix)]
fn still_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(held), Ok(named)) => held.dev() == named.dev() && held.ino() == named.ino(),
        _ => false,
    }
}

#[cfg(not(unix))]
fn still_there(_file: &File, _path: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn a_lock_is_held_by_one_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.lock");
        let first = Lock::take(&path).unwrap().unwrap();
        assert!(Lock::take(&path).unwrap().is_none());
        drop(first);
        let second = Lock::take(&path).unwrap();
        assert!(second.is_some());
        drop(second);
        assert_eq!(path.exists(), !cfg!(unix));
    }

    #[test]
    fn a_lock_file_that_a_killed_process_left_does_not_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model.lock");
        File::create(&path).unwrap();
        assert!(Lock::take(&path).unwrap().is_some());
    }
}
