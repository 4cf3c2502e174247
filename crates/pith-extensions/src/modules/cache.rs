//! Compiled code of earlier starts, on disk: one file for each text, named for its hash and the engine's version.
//!
//! Never trusted blindly: a file carries a checksum against torn and worn disks, and whatever does not fit is compiled anew. Written beside and moved
//! into place, so that a reader never sees half of one. Bounded: the oldest go first.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, SystemTime},
};

use bytes::Bytes;
use sha2::{Digest as _, Sha256};

use super::writer;

/// What compiled the code. Code of another engine is not readable, and code of another compiler may differ.
pub(super) const ENGINE: &str = "rquickjs-sys 0.14.0, oxc_transformer 0.146.0, pith 3";

/// Bytes that all files together may have, and what is left when they had more.
const MOST: u64 = 64 << 20;
const LEFT: u64 = 48 << 20;

/// A folder for compiled code, or none. Copies share it.
#[derive(Debug, Clone, Default)]
pub struct Cache {
    folder: Option<Arc<Folder>>,
}

#[derive(Debug)]
struct Folder {
    path: PathBuf,
    tidied: AtomicBool,
    written: AtomicU64,
}

impl Cache {
    /// Keeps compiled code in this folder, which is made when it is needed.
    pub fn in_folder(path: impl Into<PathBuf>) -> Self {
        let (tidied, written) = (AtomicBool::new(false), AtomicU64::new(0));
        Self { folder: Some(Arc::new(Folder { path: path.into(), tidied, written })) }
    }

    /// Keeps nothing: everything is compiled each time.
    pub fn none() -> Self {
        Self::default()
    }

    /// The name under which the compiled form of a text is kept. `role` tells apart what one text may be compiled for.
    pub(super) fn key(role: &str, source: &str) -> String {
        let mut hash = Sha256::new();
        for part in [ENGINE, role, source] {
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        }
        hex(&hash.finalize())
    }

    /// The parts that were kept, if they are whole. They are pieces of one block of memory, which the last of them frees.
    pub(super) fn get(&self, key: &str) -> Option<Vec<Bytes>> {
        let bytes = Bytes::from(fs::read(self.folder.as_ref()?.path.join(key)).ok()?);
        let (sum, payload) = bytes.split_first_chunk::<4>()?;
        (crc32fast::hash(payload).to_le_bytes() == *sum).then(|| unpacked(bytes.slice_ref(payload))).flatten()
    }

    /// Keeps parts, soon ([`Self::written`]). Failing to is no failure: the next start compiles again.
    pub(super) fn put(&self, key: &str, parts: &[&[u8]]) {
        let Some(folder) = self.folder.clone() else { return };
        let (key, bytes) = (key.to_owned(), packed(parts));
        writer::later(move || {
            _ = folder.write(&key, &bytes);
            if !folder.tidied.swap(true, Ordering::Relaxed) {
                tidy(&folder.path, MOST, LEFT);
            }
        });
    }

    /// Waits until all that was to be kept is written, by any cache of the program, but not longer than this. For the end
    /// of a program.
    pub fn written(limit: Duration) {
        writer::finish(limit);
    }
}

impl Folder {
    fn write(&self, key: &str, bytes: &[u8]) -> std::io::Result<()> {
        let number = self.written.fetch_add(1, Ordering::Relaxed);
        let beside = self.path.join(format!("{key}.{}-{number}.part", std::process::id()));
        let made = fs::File::create(&beside).or_else(|_| {
            fs::create_dir_all(&self.path)?;
            fs::File::create(&beside)
        });
        let written = made.and_then(|mut file| file.write_all(bytes));
        let moved = written.and_then(|()| fs::rename(&beside, self.path.join(key)));
        if moved.is_err() {
            _ = fs::remove_file(&beside);
        }
        moved
    }
}

/// Removes the oldest files when all together are too many bytes.
fn tidy(folder: &Path, most: u64, left: u64) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<(SystemTime, u64, PathBuf)> = entries
        .filter_map(|entry| {
            let about = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((about.modified().ok()?, about.len(), entry.path()))
        })
        .collect();
    let mut all: u64 = files.iter().map(|(_, size, _)| size).sum();
    if all <= most {
        return;
    }
    files.sort();
    for (_, size, path) in files {
        if all <= left {
            return;
        }
        if fs::remove_file(path).is_ok() {
            all -= size;
        }
    }
}

/// The checksum, and behind it each part with its length before it.
fn packed(parts: &[&[u8]]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4 + parts.iter().map(|part| part.len() + 8).sum::<usize>());
    bytes.extend_from_slice(&[0; 4]);
    for part in parts {
        bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
        bytes.extend_from_slice(part);
    }
    let (sum, payload) = bytes.split_at_mut(4);
    sum.copy_from_slice(&crc32fast::hash(payload).to_le_bytes());
    bytes
}

fn unpacked(payload: Bytes) -> Option<Vec<Bytes>> {
    let mut bytes = payload.as_ref();
    let mut parts = Vec::new();
    while !bytes.is_empty() {
        let (length, rest) = bytes.split_first_chunk::<8>()?;
        let (part, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        parts.push(payload.slice_ref(part));
        bytes = rest;
    }
    Some(parts)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;

    #[test]
    fn what_was_kept_comes_back_and_what_was_damaged_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::in_folder(folder.path().join("made/when/needed"));
        let key = Cache::key("module", "text");
        assert_eq!(cache.get(&key), None);
        cache.put(&key, &[b"one", b"", b"three"]);
        Cache::written(Duration::from_secs(30));
        assert_eq!(cache.get(&key).unwrap(), [&b"one"[..], b"", b"three"]);
        let path = folder.path().join("made/when/needed").join(&key);
        let mut bytes = fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&path, bytes).unwrap();
        assert_eq!(cache.get(&key), None);
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "nothing is left beside");
    }

    #[test]
    fn a_text_has_another_key_for_another_role() {
        assert_ne!(Cache::key("a", "bc"), Cache::key("ab", "c"));
    }

    #[test]
    fn the_oldest_files_go_when_there_are_too_many_bytes() {
        let folder = tempfile::tempdir().unwrap();
        for (number, name) in ["old", "middle", "new"].iter().enumerate() {
            let path = folder.path().join(name);
            fs::write(&path, [0; 100]).unwrap();
            let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1000 * (number as u64 + 1));
            fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        }
        tidy(folder.path(), 300, 200);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing goes while all is within the bound");
        tidy(folder.path(), 250, 120);
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(left, ["new"]);
    }

    #[test]
    fn the_engine_is_named_by_the_versions_that_are_linked() {
        let lock = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock")).unwrap();
        for part in ENGINE.split(", ").filter(|part| !part.starts_with("pith")) {
            let (name, version) = part.split_once(' ').unwrap();
            let row = format!("name = \"{name}\"\nversion = \"{version}\"\n");
            assert!(lock.contains(&row), "`{part}` is not what Cargo.lock has: raise it in ENGINE");
        }
    }
}
