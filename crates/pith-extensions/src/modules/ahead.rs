//! Files that nothing is kept of: the first time an extension starts, all that it is linked to is read and compiled by
//! several threads at once, before the engine asks for one file after the other.

use std::{
    collections::HashSet,
    num::NonZero,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use super::{
    compile::{Compiled, compile},
    embedded::builtin,
    graph::{Graph, Place},
    resolve::{Asked, resolve},
};

/// Threads that are worth while, this one among them.
const MOST: usize = 4;
/// Fewer files than this are not worth a thread.
const FEW: usize = 4;
/// Stack of a thread that compiles: the parser works on it.
const STACK: usize = 16 << 20;

impl Graph {
    /// Reads what a file is linked to, near and far. What cannot be read or compiled is left for whoever asks for it.
    pub(super) fn read_ahead(&self, path: &Path) {
        let threads = thread::available_parallelism().map_or(1, NonZero::get).min(MOST);
        if threads == 1 {
            return;
        }
        let mut seen = HashSet::new();
        let mut next = self.linked_to(path, &mut seen);
        while !next.is_empty() {
            for (place, compiled) in compiled_by(threads, &next) {
                self.note_compiled(place, compiled);
            }
            next = next.iter().flat_map(|path| self.linked_to(path, &mut seen)).collect();
        }
    }

    /// Files of the extension that a file imports, and that were neither read nor kept.
    fn linked_to(&self, path: &Path, seen: &mut HashSet<PathBuf>) -> Vec<PathBuf> {
        let imports = self.linked_imports(path);
        let files = imports.iter().filter(|specifier| builtin(specifier).is_none());
        let files = files.filter_map(|specifier| resolve(self.packages(), path, specifier, Asked::ByImport).ok());
        files.filter(|file| seen.insert(file.clone()) && self.is_new(file)).collect()
    }
}

fn compiled_by(threads: usize, paths: &[PathBuf]) -> Vec<(Place, Compiled)> {
    let (at, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(path) = paths.get(at.fetch_add(1, Ordering::Relaxed)) {
            let Ok((place, source)) = Place::read(path) else { continue };
            let Ok(compiled) = compile(path, &source) else { continue };
            done.lock().unwrap_or_else(PoisonError::into_inner).push((place, compiled));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(paths.len() / FEW + 1) {
            // One that cannot be had is one less.
            _ = thread::Builder::new().name("compile".into()).stack_size(STACK).spawn_scoped(scope, work);
        }
        work();
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}
