//! A program that is to be started: as it was asked for, where that leads, and what the person's own search path has under
//! its name. A rule that names a program means the last of these, whatever an extension puts into its way.

use std::{
    env,
    ffi::OsStr,
    path::{Path, PathBuf},
};

/// A program, and where it lies.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Program {
    /// A name or a path.
    asked: String,
    /// The file that would be started; nothing when there is none.
    path: Option<PathBuf>,
    /// What the person's search path has under the name.
    usual: Option<PathBuf>,
}

impl Program {
    /// Looks a program up as the system does: a name along `search`, the path list that the child is given; a path from
    /// `cwd`. `usual` is the person's own path list.
    pub fn find(asked: &str, search: Option<&str>, usual: Option<&str>, cwd: &Path) -> Self {
        let name = Path::new(asked).file_name().unwrap_or_default();
        let is_path = asked.contains('/') || cfg!(windows) && asked.contains('\\');
        let path = if is_path { placed(&cwd.join(asked)) } else { along(search, name, cwd) };
        Self { asked: asked.to_owned(), path, usual: along(usual, name, cwd) }
    }

    /// As it was asked for.
    pub fn asked(&self) -> &str {
        &self.asked
    }

    /// Its file, with the links on the way to it undone; it itself may be one, since some programs go by their name.
    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Its name, if it is what people mean by that.
    pub(super) fn usual_name(&self) -> Option<&OsStr> {
        let name = Path::new(&self.asked).file_name()?;
        (self.path == self.usual).then_some(name)
    }
}

/// The first file of that name in the folders of a list.
fn along(list: Option<&str>, name: &OsStr, cwd: &Path) -> Option<PathBuf> {
    env::split_paths(list?).find_map(|folder| placed(&cwd.join(folder).join(name)))
}

/// The file, if there is one that could be started.
fn placed(path: &Path) -> Option<PathBuf> {
    #[cfg(unix)]
    let starts = {
        use std::os::unix::fs::PermissionsExt as _;
        path.metadata().is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
    };
    #[cfg(not(unix))]
    let starts = path.is_file();
    let folder = path.parent()?.canonicalize().ok()?;
    starts.then(|| folder.join(path.file_name().unwrap_or_default()))
}

#[cfg(all(test, unix))]
pub(super) mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use serde_json::json;

    use super::*;
    use crate::rights::{Gate, Right, Rules};

    /// Two folders, each with a program `tool`; the first is the person's.
    pub(in crate::rights) fn two_tools() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for name in ["mine", "evil"] {
            std::fs::create_dir(root.join(name)).unwrap();
            let tool = root.join(name).join("tool");
            std::fs::write(&tool, "").unwrap();
            std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        symlink(root.join("mine"), root.join("link")).unwrap();
        (folder, root)
    }

    #[test]
    fn a_name_in_a_rule_means_what_the_person_would_start_by_it() {
        let (_folder, root) = two_tools();
        let gate = |pattern: &str| {
            let rules = Rules::read(&json!({ "run": [pattern] }), Path::new("/"), &root).unwrap();
            Gate::new("x", vec![rules])
        };
        let (mine, evil) = (root.join("mine"), root.join("evil"));
        let allowed = |pattern: &str, asked: &str, search: &Path| {
            let program = Program::find(asked, search.to_str(), mine.to_str(), &root);
            gate(pattern).check(Right::Run(program)).is_ok()
        };
        let at = |folder: &Path| folder.join("tool").to_string_lossy().into_owned();
        assert!(allowed("tool", "tool", &mine));
        assert!(allowed("tool", &at(&mine), &mine));
        assert!(allowed("tool", "./link/tool", &mine), "the same file by another way");
        assert!(!allowed("tool", "tool", &evil), "another one under that name");
        assert!(!allowed("tool", &at(&evil), &mine));
        assert!(!allowed("*tool", &at(&evil), &mine));
        assert!(allowed(&at(&evil), &at(&evil), &mine));
        assert!(allowed(&at(&evil), "tool", &evil));
        assert!(allowed(&at(&root.join("link")), "tool", &mine), "a rule may go by a link");
        assert!(!allowed(&format!("{}/*", mine.display()), &at(&evil), &mine));
        assert!(allowed("./evil/*", &at(&evil), &mine));
        assert!(allowed("*", &at(&evil), &mine), "everything");
        assert!(allowed("nothing", "nothing", &mine), "what is not there cannot be started anyway");
        assert!(!allowed("other", "tool", &mine));
    }
}
