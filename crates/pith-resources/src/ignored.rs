//! Ignore files of a folder that is scanned for resources (spec/coding-agent.md 2.4.3). Only those of the scanned tree
//! itself count; the rules of each hold below its own folder.

use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

const NAMES: [&str; 3] = [".gitignore", ".ignore", ".fdignore"];

/// The rules on the way down to a folder, the outermost first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ignored {
    rules: Vec<Gitignore>,
}

impl Ignored {
    /// The same, with the rules of one folder more.
    pub(crate) fn within(&self, folder: &Path) -> Self {
        let mut builder = GitignoreBuilder::new(folder);
        for file in NAMES.iter().map(|name| folder.join(name)).filter(|file| file.is_file()) {
            // A line that is no pattern is passed over, as git does.
            let _ = builder.add(file);
        }
        let mut rules = self.rules.clone();
        rules.extend(builder.build().ok().filter(|rules| !rules.is_empty()));
        Self { rules }
    }

    /// Whether an entry is not to be looked at: by a rule, by a leading dot, or because it belongs to a package manager.
    pub(crate) fn covers(&self, path: &Path, is_dir: bool) -> bool {
        let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        if name.starts_with('.') || name == "node_modules" {
            return true;
        }
        let decisive = self.rules.iter().rev().map(|rules| rules.matched(path, is_dir)).find(|found| !found.is_none());
        decisive.is_some_and(|found| found.is_ignore())
    }
}
