//! Which files of a folder are skills (spec/coding-agent.md 2.4.2–2.4.4).

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use crate::ignored::Ignored;

/// The file that makes its folder a skill.
pub(super) const SKILL_FILE: &str = "SKILL.md";

/// Which loose Markdown files count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Loose {
    /// Those directly in the scanned folder.
    InRoot,
    /// Those in folders below it.
    BelowRoot,
}

/// The files that may be skills, sorted as a listing of folder after folder has them.
///
/// A folder is entered once, through its own name rather than through a link, so that links in a circle end.
pub(super) fn scan(root: &Path, loose: Loose) -> Vec<PathBuf> {
    let mut scan = Scan { loose, seen: HashSet::new(), found: Vec::new() };
    scan.folder(root, &Ignored::default(), true);
    scan.found.sort();
    scan.found
}

struct Scan {
    loose: Loose,
    seen: HashSet<PathBuf>,
    found: Vec<PathBuf>,
}

impl Scan {
    fn folder(&mut self, folder: &Path, outside: &Ignored, is_root: bool) {
        if !folder.canonicalize().is_ok_and(|real| self.seen.insert(real)) {
            return;
        }
        let ignored = outside.within(folder);
        let skill = folder.join(SKILL_FILE);
        if skill.exists() && !ignored.covers(&skill, false) {
            // A pipe or a folder of that name is no skill, which whoever reads it will tell.
            let ends_here = !skill.is_dir();
            self.found.push(skill);
            if ends_here {
                return;
            }
        }
        let mut entries: Vec<(bool, PathBuf)> = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .filter_map(Result::ok)
            .map(|entry| (entry.file_type().is_ok_and(|kind| kind.is_symlink()), entry.path()))
            .collect();
        entries.sort();
        for (_, path) in entries {
            let is_dir = path.is_dir();
            if ignored.covers(&path, is_dir) {
                continue;
            }
            if is_dir {
                self.folder(&path, &ignored, false);
            } else if self.counts(&path, is_root) {
                self.found.push(path);
            }
        }
    }

    fn counts(&self, path: &Path, is_root: bool) -> bool {
        let is_markdown = path.extension().is_some_and(|extension| extension == "md");
        is_markdown && path.exists() && is_root == (self.loose == Loose::InRoot)
    }
}
