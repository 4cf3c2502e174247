//! A linked git worktree inside its own main repository sees that repository's root as a folder above it. Both roots hold
//! the same files at different commits, so the worktree's context file takes the place of the main one (2.1.4).

use std::path::{Path, PathBuf};

use pith_config::regular::read_text;

use super::ContextFile;

/// A linked worktree inside its main repository.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Worktree {
    root: PathBuf,
    main: PathBuf,
}

/// The linked worktree that the folder is in, when its main repository is above it. Submodules and bare repositories have
/// no such root.
pub(super) fn linked(folder: &Path) -> Option<Worktree> {
    let root = folder.ancestors().find(|folder| folder.join(".git").exists())?;
    let pointer = read_text(&root.join(".git")).ok()?;
    let git_dir = root.join(pointer.strip_prefix("gitdir:")?.trim());
    let common_dir = read_text(&git_dir.join("commondir")).ok()?;
    let common_dir = git_dir.join(common_dir.trim()).canonicalize().ok()?;
    let main = common_dir.parent().filter(|_| common_dir.ends_with(".git"))?;
    // The folders above are named as the working directory names them, which may be through a link.
    let main = root.ancestors().skip(1).find(|above| above.canonicalize().is_ok_and(|above| above == main))?;
    Some(Worktree { root: root.to_owned(), main: main.to_owned() })
}

impl Worktree {
    /// Leaves out the main repository's file when the worktree's root has one of the same name; tells which, and for which.
    pub(super) fn drop_shadowed(&self, files: &mut Vec<ContextFile>, tell: impl FnOnce(&Path, &Path)) {
        let own = files.iter().find(|file| file.path.parent() == Some(&self.root)).map(|file| file.path.clone());
        if let Some((own, name)) = own.as_ref().and_then(|own| Some((own, own.file_name()?))) {
            let shadowed = self.main.join(name);
            if files.iter().any(|file| file.path == shadowed) {
                files.retain(|file| file.path != shadowed);
                tell(&shadowed, own);
            }
        }
    }
}
