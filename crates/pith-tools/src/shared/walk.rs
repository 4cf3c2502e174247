//! Walks a folder as ripgrep does: on all cores, hidden files included, ignore files honoured also outside of git, and
//! never into `.git`, unless the walk begins there. Links are not followed.
//!
//! In comes a folder, out come its entries in any order; [`Firsts`](super::firsts::Firsts) puts them into one. The person's
//! own ignore file of git is left out, so that the same tree gives the same result for everyone.

use std::{
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
};

use ignore::{DirEntry, WalkBuilder, WalkState, overrides::Override};
use tokio_util::sync::CancellationToken;

/// A folder to walk.
pub(crate) struct Walk<'a> {
    pub(crate) root: &'a Path,
    /// Ignore files of the program whose rules are followed, beside `.gitignore` and `.ignore`.
    pub(crate) ignore_file: &'a str,
    /// Which files are wanted, if not all.
    pub(crate) glob: Option<Override>,
    pub(crate) cancel: &'a CancellationToken,
}

/// What a walk could not see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Walked {
    /// Files and folders that could not be read.
    pub(crate) unreadable: usize,
}

impl Walked {
    /// What a model is told of it, if anything.
    pub(crate) fn notice(self) -> Option<String> {
        (self.unreadable > 0).then(|| format!("{} files or folders could not be read", self.unreadable))
    }
}

impl Walk<'_> {
    /// Gives each entry below the folder to a visitor of the thread that found it. Ends early when the call is aborted.
    pub(crate) fn visit<V: FnMut(&DirEntry) -> Seen + Send>(&self, visitor: impl Fn() -> V + Sync) -> Walked {
        let unreadable = AtomicUsize::new(0);
        let unwanted = self.glob.clone();
        let mut builder = WalkBuilder::new(self.root);
        builder
            .hidden(false)
            .git_global(false)
            .require_git(false)
            .add_custom_ignore_filename(self.ignore_file)
            .filter_entry(move |entry| entry.depth() == 0 || is_entered(entry, unwanted.as_ref()));
        builder.build_parallel().run(|| {
            let mut visit = visitor();
            let (unreadable, cancel, glob) = (&unreadable, self.cancel, self.glob.as_ref());
            Box::new(move |entry| {
                if cancel.is_cancelled() {
                    return WalkState::Quit;
                }
                let seen = match &entry {
                    Ok(entry) if entry.depth() == 0 => Seen::Fine,
                    Ok(entry) if !is_dir(entry) && is_refused(glob, entry.path(), false) => Seen::Fine,
                    Ok(entry) => visit(entry),
                    Err(_) => Seen::Unreadable,
                };
                if seen == Seen::Unreadable {
                    unreadable.fetch_add(1, Ordering::Relaxed);
                }
                WalkState::Continue
            })
        });
        Walked { unreadable: unreadable.into_inner() }
    }
}

/// What a visitor made of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seen {
    Fine,
    /// It could not be read.
    Unreadable,
}

/// Whether the entry is a folder itself, not a link to one.
pub(crate) fn is_dir(entry: &DirEntry) -> bool {
    entry.file_type().is_some_and(|kind| kind.is_dir())
}

fn is_entered(entry: &DirEntry, glob: Option<&Override>) -> bool {
    entry.file_name() != ".git" && !(is_dir(entry) && is_refused(glob, entry.path(), true))
}

/// Whether a glob keeps the path out. Ignore files go before it, so it is asked beside them and not in their place.
fn is_refused(glob: Option<&Override>, path: &Path, is_dir: bool) -> bool {
    glob.is_some_and(|glob| glob.matched(path, is_dir).is_ignore())
}
