//! One writer for a session: an advisory lock on a file beside it, which says who holds it. The system releases the lock
//! when its owner dies. Programs that know no such lock are noticed by the size of the session file.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read as _, Seek as _, Write as _},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

/// Who writes to a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Owner {
    /// Process id.
    pub pid: u32,
    /// Name of the machine, since folders may be shared.
    pub host: String,
    /// When the process began, Unix milliseconds.
    pub started_ms: i64,
}

impl Owner {
    /// Stands for whoever writes nothing.
    pub(crate) fn nobody() -> Self {
        Self { pid: 0, host: String::new(), started_ms: 0 }
    }
}

/// A lock that is held; dropping it releases it.
pub(super) struct Lock {
    path: PathBuf,
    _file: File,
}

/// Why there is no lock.
pub(super) enum Refused {
    /// Somebody has it.
    Held(Option<Owner>),
    /// The system did not say.
    Failed(io::Error),
}

/// How often a lock file may be removed by its last owner between opening and locking it.
const ATTEMPTS: usize = 20;

impl Lock {
    /// Locks a session. `None` where it cannot be locked: in a folder that may only be read, where it cannot be written
    /// either, or on a file system without locks.
    pub(super) fn acquire(session: &Path, owner: &Owner) -> Result<Option<Self>, Refused> {
        let mut path = session.as_os_str().to_owned();
        path.push(".lock");
        let path = PathBuf::from(path);
        for _ in 0..ATTEMPTS {
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            super::private(&mut options);
            let mut file = match options.open(&path) {
                Ok(file) => file,
                Err(error) if is_read_only(&error) => return Ok(None),
                Err(error) => return Err(Refused::Failed(error)),
            };
            match file.try_lock() {
                Ok(()) if is_still_at(&file, &path) => {
                    // For people; the lock itself is the system's.
                    let _ = sign(&mut file, owner);
                    return Ok(Some(Self { path, _file: file }));
                }
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(Refused::Held(read_owner(&mut file))),
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(Refused::Failed(error)),
            }
        }
        Err(Refused::Held(None))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while it is held, so that nobody else's is; whoever waits for it finds that it has gone.
        if cfg!(unix) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

fn is_read_only(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

fn sign(file: &mut File, owner: &Owner) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(&serde_json::to_vec(owner)?)
}

fn read_owner(file: &mut File) -> Option<Owner> {
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    serde_json::from_str(&text).ok()
}

#[cfg(unix)]
fn is_still_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(ours), Ok(named)) => (ours.dev(), ours.ino()) == (named.dev(), named.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_still_at(_file: &File, _path: &Path) -> bool {
    true
}
