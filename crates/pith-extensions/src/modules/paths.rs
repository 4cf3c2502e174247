//! Maps and sets of clean paths, by their bytes: a path as such is hashed and compared part by part, which takes several
//! times as long, and the start of a large package asks for its files thousands of times.

use std::{
    collections::{HashMap, HashSet},
    ffi::OsString,
    path::{Path, PathBuf},
};

/// What is known of paths.
#[derive(Debug)]
pub(super) struct PathMap<V>(HashMap<OsString, V>);

impl<V> Default for PathMap<V> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<V> PathMap<V> {
    pub(super) fn get(&self, path: &Path) -> Option<&V> {
        self.0.get(path.as_os_str())
    }

    pub(super) fn contains(&self, path: &Path) -> bool {
        self.0.contains_key(path.as_os_str())
    }

    pub(super) fn insert(&mut self, path: PathBuf, value: V) {
        self.0.insert(path.into_os_string(), value);
    }

    pub(super) fn remove(&mut self, path: &Path) -> Option<V> {
        self.0.remove(path.as_os_str())
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &V> {
        self.0.values()
    }
}

impl<V> IntoIterator for PathMap<V> {
    type Item = (PathBuf, V);
    type IntoIter =
        std::iter::Map<std::collections::hash_map::IntoIter<OsString, V>, fn((OsString, V)) -> (PathBuf, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter().map(|(path, value)| (path.into(), value))
    }
}

/// Paths.
#[derive(Debug, Default)]
pub(super) struct PathSet(HashSet<OsString>);

impl PathSet {
    pub(super) fn contains(&self, path: &Path) -> bool {
        self.0.contains(path.as_os_str())
    }

    /// Whether it was not among them.
    pub(super) fn insert(&mut self, path: PathBuf) -> bool {
        self.0.insert(path.into_os_string())
    }
}
