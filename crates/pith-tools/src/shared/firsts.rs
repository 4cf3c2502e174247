//! The first of many paths, in order, whatever the order they come in.
//!
//! Folders are read on several threads, so that entries come in any order; a result must not depend on it. Kept are those
//! that can still be among the first, so that memory is bound by what is wanted and not by the size of the tree.

use std::path::Path;

/// How many entries are gathered at least before those that come too late are dropped.
const BATCH: usize = 4096;

/// Entries by their path, of which the first are wanted.
pub(crate) struct Firsts<T> {
    entries: Vec<Entry<T>>,
    wanted: usize,
    limit: usize,
    /// Paths from here on come too late.
    bound: Option<Vec<u8>>,
}

struct Entry<T> {
    key: Vec<u8>,
    weight: usize,
    value: T,
}

impl<T> Firsts<T> {
    /// Keeps the first entries that together weigh at least `wanted`.
    pub(crate) fn new(wanted: usize) -> Self {
        Self { entries: Vec::new(), wanted, limit: BATCH.max(wanted.saturating_mul(2)), bound: None }
    }

    /// Whether an entry at that path, relative to the walk's root, could be among the first.
    pub(crate) fn wants(&self, key: &[u8]) -> bool {
        self.bound.as_deref().is_none_or(|bound| key < bound)
    }

    /// Takes an entry in.
    pub(crate) fn add(&mut self, key: Vec<u8>, weight: usize, value: T) {
        if !self.wants(&key) {
            return;
        }
        self.entries.push(Entry { key, weight, value });
        if self.entries.len() >= self.limit {
            self.settle();
        }
    }

    /// The first entries, in order.
    pub(crate) fn into_sorted(mut self) -> impl Iterator<Item = (Vec<u8>, T)> {
        self.settle();
        self.entries.into_iter().map(|entry| (entry.key, entry.value))
    }

    /// Sorts, and drops what comes too late.
    fn settle(&mut self) {
        self.entries.sort_unstable_by(|one, two| one.key.cmp(&two.key));
        let mut weight = 0_usize;
        let enough = self.entries.iter().position(|entry| {
            weight = weight.saturating_add(entry.weight);
            weight >= self.wanted
        });
        if let Some(last) = enough {
            self.entries.truncate(last + 1);
            self.bound = self.entries.last().map(|entry| entry.key.clone());
        }
    }
}

/// What paths are sorted by: part by part, as a listing of folder after folder has them.
pub(crate) fn key(relative: &Path) -> Vec<u8> {
    let mut key = relative.as_os_str().as_encoded_bytes().to_vec();
    for byte in key.iter_mut().filter(|byte| std::path::is_separator(char::from(**byte))) {
        *byte = 0;
    }
    key
}

/// The path of a key, as models are shown it.
pub(crate) fn path_of(mut key: Vec<u8>) -> String {
    for byte in key.iter_mut().filter(|byte| **byte == 0) {
        *byte = b'/';
    }
    String::from_utf8(key).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn firsts(wanted: usize, paths: &[&str]) -> Vec<String> {
        let mut firsts = Firsts::new(wanted);
        paths.iter().for_each(|path| firsts.add(key(Path::new(path)), 1, ()));
        firsts.into_sorted().map(|(key, ())| path_of(key)).collect()
    }

    #[test]
    fn a_folders_entries_stand_together_whatever_order_they_come_in() {
        let sorted = ["a", "a/z", "a-b", "a.txt", "b/c"];
        assert_eq!(firsts(10, &["b/c", "a.txt", "a-b", "a/z", "a"]), sorted);
        assert_eq!(firsts(2, &["b/c", "a.txt", "a-b", "a/z", "a"]), sorted[..2]);
    }

    #[test]
    fn memory_is_bound_by_what_is_wanted() {
        let mut firsts = Firsts::new(3);
        for n in (0..20_000).rev() {
            firsts.add(format!("{n:05}").into_bytes(), 1, n);
            assert!(firsts.entries.len() <= BATCH);
        }
        assert_eq!(firsts.into_sorted().map(|(_, n)| n).collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn a_heavy_entry_counts_for_several() {
        let mut firsts = Firsts::new(5);
        for (name, weight) in [("a", 4), ("b", 4), ("c", 1)] {
            firsts.add(name.into(), weight, name);
        }
        assert_eq!(firsts.into_sorted().map(|(_, name)| name).collect::<Vec<_>>(), ["a", "b"]);
    }
}
