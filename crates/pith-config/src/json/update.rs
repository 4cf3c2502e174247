//! Changes of a JSON file that several programs write: locked, read again, written beside and renamed.
//!
//! The lock is a folder of the real file's name with `.lock` behind, as Pi has it, so that the two wait for each other,
//! whichever links they came by. What the change does not touch stays as it is, keys that nobody knows included.

use std::{
    fs, io,
    path::{Path, PathBuf},
    thread,
    time::{Duration, SystemTime},
};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::{ConfigFileError, parse, read_text};

/// How long is waited between two tries of a lock.
const PAUSE: Duration = Duration::from_millis(20);

/// How often a lock is tried that somebody may hold while a server answers.
const SLOW_TRIES: u32 = 2000;

/// A lock older than this was left behind.
const STALE: Duration = Duration::from_secs(10);

/// Why a file was not changed.
#[derive(Debug, thiserror::Error)]
pub enum UpdateError {
    /// Another program is writing it.
    #[error("`{}` is being written by another program; try again", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// It is broken, so writing it would lose what is in it.
    #[error("the file cannot be changed before it is mended")]
    Broken(#[source] ConfigFileError),
    /// It cannot be written.
    #[error("`{}` could not be written", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
}

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// What everyone may read. Another writer is waited for only shortly: the change can be asked for again.
    Settings,
    /// What only its owner may read, even if others could before. What is wrong with it is told without a word of it.
    Secrets,
}

impl Kind {
    /// How often a lock is tried.
    fn tries(self) -> u32 {
        match self {
            Self::Settings => 10,
            Self::Secrets => 250,
        }
    }
}

/// Changes the object in a file, which is made if it is not there.
///
/// # Errors
/// When the file is locked, broken or not writable; it is then as it was.
pub(crate) fn update<T>(
    path: &Path,
    kind: Kind,
    change: impl FnOnce(&mut Map<String, Value>) -> T,
) -> Result<T, UpdateError> {
    update_as(path, kind, change)
}

/// The same for a change that takes long, and may then be given up: others are waited for as long as one of theirs may
/// take, and the lock stays fresh whenever what `change` is given is called. Nothing is written when it gives nothing.
///
/// # Errors
/// When the file is locked, broken or not writable; it is then as it was.
pub(crate) fn update_slowly<T>(
    path: &Path,
    kind: Kind,
    change: impl FnOnce(&mut Map<String, Value>, &dyn Fn()) -> (T, bool),
) -> Result<T, UpdateError> {
    update_locked(path, kind, SLOW_TRIES, change)
}

/// Changes a file whose content has a form of its own, and is made if it is not there: what is in it must have that form.
///
/// # Errors
/// When the file is locked, broken or not writable; it is then as it was.
pub fn update_json<V: DeserializeOwned + Serialize + Default>(
    path: &Path,
    change: impl FnOnce(&mut V),
) -> Result<(), UpdateError> {
    update_as(path, Kind::Settings, change)
}

fn update_as<V: DeserializeOwned + Serialize + Default, T>(
    path: &Path,
    kind: Kind,
    change: impl FnOnce(&mut V) -> T,
) -> Result<T, UpdateError> {
    update_locked(path, kind, kind.tries(), |values, _| (change(values), true))
}

/// Changes what is in a file while it is locked. `change` is given a way to keep the lock fresh, and says whether there is
/// something to write.
fn update_locked<V: DeserializeOwned + Serialize + Default, T>(
    path: &Path,
    kind: Kind,
    tries: u32,
    change: impl FnOnce(&mut V, &dyn Fn()) -> (T, bool),
) -> Result<T, UpdateError> {
    let failed = |source| UpdateError::Write { path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let target = &real(path);
    let lock = Lock::take(target, tries)?;
    let text = read_text(target).map_err(UpdateError::Broken)?;
    let mut values: V = match text.as_deref().filter(|text| !text.trim().is_empty()) {
        Some(text) => parse(path, text).map_err(|error| UpdateError::Broken(kind.told(error)))?,
        None => V::default(),
    };
    let (answer, is_changed) = change(&mut values, &|| lock.touch());
    if is_changed {
        let text = serde_json::to_string_pretty(&values).map_err(|error| failed(error.into()))?;
        replace(target, kind, &format!("{text}\n")).map_err(failed)?;
    }
    Ok(answer)
}

/// The file behind a path, which may be a link, and may not be there yet.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| match (path.parent().map(Path::canonicalize), path.file_name()) {
        (Some(Ok(folder)), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    })
}

/// Writes a file beside the old one, and renames it over that.
fn replace(target: &Path, kind: Kind, text: &str) -> io::Result<()> {
    let mut beside = target.as_os_str().to_owned();
    beside.push(format!(".{}.tmp", std::process::id()));
    let beside = PathBuf::from(beside);
    let written = (|| {
        // What a program that was ended in the middle has left, may have another mode.
        let _ = fs::remove_file(&beside);
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if kind == Kind::Secrets {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        let mut file = options.open(&beside)?;
        io::Write::write_all(&mut file, text.as_bytes())?;
        if let (Kind::Settings, Ok(old)) = (kind, fs::metadata(target)) {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&beside, target)
    })();
    if written.is_err() {
        // The file that could not be put in place is of no use.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Held while it lives.
struct Lock(PathBuf);

impl Lock {
    fn take(path: &Path, tries: u32) -> Result<Self, UpdateError> {
        let mut place = path.to_owned().into_os_string();
        place.push(".lock");
        let place = PathBuf::from(place);
        for _ in 0..tries {
            match fs::create_dir(&place) {
                Ok(()) => return Ok(Self(place)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && is_stale(&place) => {
                    // Whoever removes it first goes on first; the others see the new one.
                    let _ = fs::remove_dir(&place);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => thread::sleep(PAUSE),
                Err(source) => return Err(UpdateError::Write { path: place, source }),
            }
        }
        Err(UpdateError::Locked { path: path.to_owned() })
    }

    /// It is not old from now on.
    fn touch(&self) {
        // A lock that cannot be renewed is one that others may take when it is old.
        let _ = fs::File::open(&self.0).and_then(|folder| folder.set_modified(SystemTime::now()));
    }
}

fn is_stale(place: &Path) -> bool {
    let modified = fs::metadata(place).and_then(|metadata| metadata.modified());
    modified.is_ok_and(|modified| SystemTime::now().duration_since(modified).is_ok_and(|age| age > STALE))
}

impl Drop for Lock {
    fn drop(&mut self) {
        // One that stays is removed by age.
        let _ = fs::remove_dir(&self.0);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use serde_json::json;

    use super::*;

    fn set(path: &Path, key: &str) -> Result<(), UpdateError> {
        update(path, Kind::Settings, |values| drop(values.insert(key.to_owned(), json!(1))))
    }

    #[test]
    fn what_is_not_changed_stays_and_nothing_is_left_beside_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep/settings.json");
        set(&file, "b").unwrap();
        fs::write(&file, "\u{feff}{\"z\": {\"unknown\": [1.50]}, \"b\": 2}").unwrap();
        set(&file, "a").unwrap();
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(text, "{\n  \"z\": {\n    \"unknown\": [\n      1.5\n    ]\n  },\n  \"b\": 2,\n  \"a\": 1\n}\n");
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn a_broken_file_is_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("f.json");
        for text in ["{ broken", "[1]"] {
            fs::write(&file, text).unwrap();
            assert!(matches!(set(&file, "a"), Err(UpdateError::Broken(_))));
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
    }

    #[test]
    fn a_lock_of_another_program_holds_and_one_that_was_left_behind_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let (file, lock) = (folder.path().join("f.json"), folder.path().join("f.json.lock"));
        fs::create_dir(&lock).unwrap();
        assert!(matches!(set(&file, "a"), Err(UpdateError::Locked { .. })));
        let old = fs::File::open(&lock).unwrap();
        old.set_modified(SystemTime::now() - Duration::from_secs(60)).unwrap();
        set(&file, "a").unwrap();
        assert!(!lock.exists());
    }

    #[cfg(unix)]
    #[test]
    fn mode_and_link_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("real.json"), folder.path().join("f.json"));
        fs::write(&file, "{}").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        symlink("real.json", &link).unwrap();
        set(&link, "a").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(fs::read_to_string(&file).unwrap().contains("\"a\": 1"));
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_holds_whichever_way_the_file_is_reached() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("real")).unwrap();
        std::os::unix::fs::symlink("real", folder.path().join("link")).unwrap();
        fs::create_dir(folder.path().join("real/f.json.lock")).unwrap();
        assert!(matches!(set(&folder.path().join("link/f.json"), "a"), Err(UpdateError::Locked { .. })));
        fs::write(folder.path().join("real/f.json"), "{}").unwrap();
        std::os::unix::fs::symlink("real/f.json", folder.path().join("g.json")).unwrap();
        assert!(matches!(set(&folder.path().join("g.json"), "a"), Err(UpdateError::Locked { .. })));
    }

    #[test]
    fn many_writers_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("f.json");
        thread::scope(|scope| {
            for writer in ["a", "b", "c"] {
                let file = &file;
                scope.spawn(move || while set(file, writer).is_err() {});
            }
        });
        let values: Map<String, Value> = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(values.len(), 3);
    }
}
