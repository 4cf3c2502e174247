//! What the start of an extension took, in one file for the next start: what each of its files compiled to, and how to
//! know without reading it that a file is still the same.
//!
//! A file that is as long and as old as it was is taken to be unchanged; any other is read, and compiled anew when its
//! text is new. What an extension loads after its start is kept file by file, since nobody knows whether it comes again.
//!
//! What is seldom needed is in a second file, which is read when it is asked for: the lines of the files, and the texts of
//! those that were not loaded yet. Its name tells its content, so that it is always the one that belongs to the start.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    fs::Metadata,
    path::{Path, PathBuf},
    rc::Rc,
    time::UNIX_EPOCH,
};

use bytes::Bytes;

use super::{cache::Cache, paths::PathMap, stored::Packed};
use crate::runtime::make_room;

/// Parts that are kept of one file: path, stamp, key, head and code.
const PARTS: usize = 5;
/// Parts that the second file has of it: lines and text.
const REST: usize = 2;

/// How much memory code takes that the engine has read, and what it makes of it at first, by how long it is as it is kept.
const GROWS: usize = 3;

/// By what a file is known to be the same: how long it is, and when it was written, in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stamp {
    length: u64,
    modified: u128,
}

impl Stamp {
    fn of(about: &Metadata) -> Option<Self> {
        let modified = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos();
        Some(Self { length: about.len(), modified })
    }

    /// Of a file that is there.
    pub(super) fn of_file(path: &Path) -> Option<Self> {
        Self::of(&std::fs::metadata(path).ok()?)
    }

    fn to_bytes(self) -> Vec<u8> {
        [self.length.to_le_bytes().as_slice(), &self.modified.to_le_bytes()].concat()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (length, modified) = bytes.split_first_chunk::<8>()?;
        Some(Self { length: u64::from_le_bytes(*length), modified: u128::from_le_bytes(modified.try_into().ok()?) })
    }
}

/// A file of an earlier start.
pub(super) struct Kept {
    pub(super) stamp: Stamp,
    /// Under which key of the cache its text is compiled.
    pub(super) key: String,
    /// What it compiled to; without lines and text where they are in the second file.
    pub(super) packed: Packed,
    /// Its place in the second file.
    pub(super) rest: Option<usize>,
}

/// The second file: its key, and its parts once they were read.
struct Rest {
    key: String,
    parts: Option<Rc<Vec<Bytes>>>,
}

/// The starts of what runs in one runtime.
pub(super) struct Starts {
    cache: Cache,
    key: String,
    /// Whether an extension is being loaded.
    loading: Cell<bool>,
    /// What an earlier start left, as far as it was not taken; read when the first file is asked for.
    left: RefCell<Option<PathMap<Kept>>>,
    /// What is seldom needed of it.
    rest: RefCell<Option<Rest>>,
    /// What it did not have.
    fresh: RefCell<Vec<(PathBuf, Kept)>>,
}

impl Starts {
    /// `name` tells the extension from all others.
    pub(super) fn new(cache: Cache, name: &str) -> Self {
        let key = Cache::key("start", name);
        Self {
            cache,
            key,
            loading: Cell::default(),
            left: RefCell::default(),
            rest: RefCell::default(),
            fresh: RefCell::default(),
        }
    }

    /// An extension begins to be loaded.
    pub(super) fn begin(&self) {
        self.loading.set(true);
    }

    /// What an earlier start kept of a file.
    pub(super) fn take(&self, path: &Path) -> Option<Kept> {
        let loading = self.loading.get().then(|| self.left.borrow_mut());
        loading?.get_or_insert_with(|| self.read()).remove(path)
    }

    /// Whether an earlier start kept anything of a file.
    pub(super) fn has(&self, path: &Path) -> bool {
        let loading = self.loading.get().then(|| self.left.borrow_mut());
        loading.is_some_and(|mut left| left.get_or_insert_with(|| self.read()).contains(path))
    }

    /// Keeps a file for the next start, or for whoever loads it again.
    pub(super) fn put(&self, path: &Path, stamp: Option<Stamp>, key: &str, packed: Packed) {
        if let Some(packed) = self.adopt(path, stamp, key, packed) {
            self.cache.put(key, &packed.parts());
        }
    }

    /// Takes a file up among those of this start; gives it back when it does not belong there.
    pub(super) fn adopt(&self, path: &Path, stamp: Option<Stamp>, key: &str, packed: Packed) -> Option<Packed> {
        let Some(stamp) = stamp.filter(|_| self.loading.get()) else { return Some(packed) };
        self.fresh.borrow_mut().push((path.to_owned(), Kept { stamp, key: key.to_owned(), packed, rest: None }));
        None
    }

    /// It is loaded. Where anything was new, all that `used` says was used is written again.
    pub(super) fn end(&self, used: impl Fn(&Path) -> bool) {
        self.loading.set(false);
        self.left.take();
        let mut files: HashMap<PathBuf, Kept> = self.fresh.take().into_iter().collect();
        if files.is_empty() {
            return;
        }
        for (path, mut kept) in self.read() {
            if used(&path) && !files.contains_key(&path) {
                (kept.packed.lines, kept.packed.text) = kept.rest.and_then(|at| self.rest(at)).unwrap_or_default();
                files.insert(path, kept);
            }
        }
        let files: Vec<_> =
            files.iter().filter_map(|(path, kept)| Some((path.to_str()?, kept.stamp.to_bytes(), kept))).collect();
        let rest = files.iter().flat_map(|(_, _, kept)| [kept.packed.lines.as_ref(), &kept.packed.text]);
        let rest: Vec<&[u8]> = rest.collect();
        let keys: Vec<&str> = files.iter().map(|(_, _, kept)| kept.key.as_str()).collect();
        let key = Cache::key(&format!("rest {}", self.key), &keys.join("\n"));
        self.cache.put(&key, &rest);
        let parts = files.iter().flat_map(|(path, stamp, kept)| {
            [path.as_bytes(), stamp, kept.key.as_bytes(), &kept.packed.head, &kept.packed.code]
        });
        self.cache.put(&self.key, &std::iter::once(key.as_bytes()).chain(parts).collect::<Vec<_>>());
    }

    /// Lines and text of the file that has this place in the second file, as far as they are still there.
    pub(super) fn rest(&self, at: usize) -> Option<(Bytes, Bytes)> {
        let mut rest = self.rest.borrow_mut();
        let rest = rest.as_mut()?;
        let parts = rest.parts.get_or_insert_with(|| Rc::new(self.cache.get(&rest.key).unwrap_or_default()));
        Some((parts.get(at * REST)?.clone(), parts.get(at * REST + 1)?.clone()))
    }

    fn read(&self) -> PathMap<Kept> {
        let mut parts = self.cache.get(&self.key).unwrap_or_default();
        make_room(parts.iter().map(Bytes::len).sum::<usize>() * GROWS);
        let mut files = PathMap::default();
        if parts.is_empty() {
            return files;
        }
        let key = String::from_utf8_lossy(&parts.remove(0)).into_owned();
        *self.rest.borrow_mut() = Some(Rest { key, parts: None });
        for (at, file) in parts.chunks_exact(PARTS).enumerate() {
            let [path, stamp, key, head, code] = file else { continue };
            let (path, key) = (String::from_utf8(path.to_vec()), String::from_utf8(key.to_vec()));
            if let (Ok(path), Some(stamp), Ok(key)) = (path, Stamp::from_bytes(stamp), key) {
                let packed = Packed { head: head.clone(), code: code.clone(), ..Packed::default() };
                files.insert(path.into(), Kept { stamp, key, packed, rest: Some(at) });
            }
        }
        files
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::time::Duration;

    use super::*;

    fn packed() -> Packed {
        Packed { head: "a".into(), code: "b".into(), lines: "c".into(), text: "d".into() }
    }

    #[test]
    fn what_a_start_took_is_there_for_the_next_without_what_it_did_not_use() {
        let folder = tempfile::tempdir().unwrap();
        let starts = || Starts::new(Cache::in_folder(folder.path()), "x");
        let stamp = Some(Stamp { length: 1, modified: 2 });
        let put = |starts: &Starts, path: &str| starts.put(Path::new(path), stamp, "key", packed());
        let first = starts();
        first.begin();
        put(&first, "/a");
        put(&first, "/b");
        first.end(|_| true);
        Cache::written(Duration::from_secs(30));
        let second = starts();
        assert!(second.take(Path::new("/a")).is_none(), "nothing is loaded yet");
        second.begin();
        let kept = second.take(Path::new("/a")).unwrap();
        assert_eq!((Some(kept.stamp), kept.key.as_str()), (stamp, "key"));
        assert_eq!((&kept.packed.head[..], &kept.packed.code[..]), (&b"a"[..], &b"b"[..]));
        assert_eq!(second.rest(kept.rest.unwrap()), Some(("c".into(), "d".into())));
        put(&second, "/c");
        second.end(|path| path == Path::new("/a"));
        Cache::written(Duration::from_secs(30));
        let third = starts();
        third.begin();
        let there = ["/a", "/b", "/c"].map(|path| third.take(Path::new(path)).and_then(|kept| third.rest(kept.rest?)));
        let rest = || Some(("c".into(), "d".into()));
        assert_eq!(there, [rest(), None, rest()]);
    }

    #[test]
    fn what_comes_later_is_kept_by_itself() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::in_folder(folder.path());
        let starts = Starts::new(cache.clone(), "x");
        starts.put(Path::new("/a"), Some(Stamp { length: 1, modified: 2 }), "key", packed());
        Cache::written(Duration::from_secs(30));
        assert_eq!(Packed::from_parts(cache.get("key").unwrap()), Some(packed()));
    }
}
