//! Changes of the same file run one after another, in the order in which they were asked for; others run in parallel
//! (spec/coding-agent.md 4.5).
//!
//! A file is known by its real path, so that two spellings or a symlink and its target share one line.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// The waiting lines of all files. Clones share them.
#[derive(Debug, Clone, Default)]
pub struct MutationQueue {
    lines: Arc<Mutex<HashMap<PathBuf, Arc<AsyncMutex<()>>>>>,
}

/// A place at the head of a file's line; the next one moves up when it is dropped.
#[derive(Debug)]
pub struct MutationTurn {
    _guard: OwnedMutexGuard<()>,
}

impl MutationQueue {
    /// Waits until all earlier changes of the file are done. Waiters are served in the order of their first poll.
    pub async fn turn(&self, path: &Path) -> MutationTurn {
        let line = self.line(real_path(path));
        MutationTurn { _guard: line.lock_owned().await }
    }

    fn line(&self, path: PathBuf) -> Arc<AsyncMutex<()>> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        // Lines that nobody stands in are forgotten; the map stays as small as the number of running changes.
        lines.retain(|_, line| Arc::strong_count(line) > 1);
        Arc::clone(lines.entry(path).or_default())
    }
}

/// The path with symlinks resolved as far as it exists, and the rest as written.
fn real_path(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => real_path(parent).join(name),
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use futures::{FutureExt, poll};

    use super::*;

    #[tokio::test]
    async fn changes_of_one_file_wait_for_each_other_in_order() -> io::Result<()> {
        let queue = MutationQueue::default();
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a.txt");
        let first = queue.turn(&path).await;
        let mut second = Box::pin(queue.turn(&path));
        let mut third = Box::pin(queue.turn(&path));
        assert!(poll!(&mut second).is_pending() && poll!(&mut third).is_pending());
        drop(first);
        assert!(poll!(&mut third).is_pending(), "the third came after the second");
        let turn = second.await;
        drop(turn);
        assert!(third.now_or_never().is_some());
        Ok(())
    }

    #[tokio::test]
    async fn other_files_do_not_wait() -> io::Result<()> {
        let queue = MutationQueue::default();
        let folder = tempfile::tempdir()?;
        let _held = queue.turn(&folder.path().join("a.txt")).await;
        assert!(queue.turn(&folder.path().join("b.txt")).now_or_never().is_some());
        Ok(())
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_symlink_stands_in_the_line_of_its_target() -> io::Result<()> {
        let queue = MutationQueue::default();
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join("a.txt"), "")?;
        std::os::unix::fs::symlink("a.txt", folder.path().join("link"))?;
        let _held = queue.turn(&folder.path().join("a.txt")).await;
        assert!(queue.turn(&folder.path().join("link")).now_or_never().is_none());
        Ok(())
    }

    #[test]
    fn empty_lines_are_forgotten() {
        let queue = MutationQueue::default();
        for n in 0..100 {
            drop(queue.line(PathBuf::from(format!("/f{n}"))));
        }
        assert_eq!(queue.lines.lock().map(|lines| lines.len()).unwrap_or_default(), 1);
    }
}
