//! The branch of Git that a folder is on, read from where Git keeps it.

use std::fs;
use std::path::{Path, PathBuf};

/// Bytes of a file of Git's that are looked at.
const MOST: u64 = 4096;

/// Its name; `detached` when it is on none; nothing outside a repository.
pub(super) fn git_branch(folder: &Path) -> Option<String> {
    let git = folder.ancestors().find_map(git_folder)?;
    let head = small(&git.join("HEAD"))?;
    Some(match head.trim().strip_prefix("ref: ") {
        Some(name) => name.strip_prefix("refs/heads/").unwrap_or(name).to_owned(),
        None => "detached".to_owned(),
    })
}

/// The folder in which Git keeps what it knows; a worktree has a file that names it.
fn git_folder(folder: &Path) -> Option<PathBuf> {
    let git = folder.join(".git");
    if git.is_dir() {
        return Some(git);
    }
    let named = small(&git)?;
    Some(folder.join(named.trim().strip_prefix("gitdir: ")?))
}

/// A small regular file.
fn small(path: &Path) -> Option<String> {
    let about = fs::metadata(path).ok()?;
    (about.is_file() && about.len() <= MOST).then(|| fs::read_to_string(path).ok())?
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn the_branch_is_found_from_below_from_a_worktree_and_when_there_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let write = |name: &str, text: &str| {
            fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            fs::write(root.join(name), text).unwrap();
        };
        write("a/.git/HEAD", "ref: refs/heads/topic/one\n");
        write("a/sub/x", "");
        write("a/.git/worktrees/w/HEAD", "0123456789abcdef\n");
        write("w/.git", &format!("gitdir: {}\n", root.join("a/.git/worktrees/w").display()));
        assert_eq!(git_branch(&root.join("a/sub")).as_deref(), Some("topic/one"));
        assert_eq!(git_branch(&root.join("w")).as_deref(), Some("detached"));
        assert_eq!(git_branch(root), None);
    }
}
