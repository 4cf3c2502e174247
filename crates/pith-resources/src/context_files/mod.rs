//! Context files: `AGENTS.md` and its like (spec/coding-agent.md 2.1), from the agent folder and from the root of the file
//! system down to the working directory. They need no trust. Each keeps its path, because the path tells the scope.

mod budget;
#[cfg(test)]
mod tests;
mod worktree;

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use pith_config::Diagnostic;

use crate::text;

pub use budget::within_budget;

/// The name that stands for its folder alone: empty, it says that the folder has nothing to say.
const OVERRIDE: &str = "AGENTS.override.md";

/// The names of a context file, in the order they are tried.
const NAMES: [&str; 5] = [OVERRIDE, "AGENTS.md", "AGENTS.MD", "CLAUDE.md", "CLAUDE.MD"];

/// One context file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContextFile {
    /// Where it is; absolute, not resolved.
    pub path: PathBuf,
    /// All of it, without a byte order mark; never blank.
    pub text: String,
}

/// The context files that hold in a working directory, the widest scope first.
///
/// A file that is reached twice is there once, under the path nearest to the working directory.
pub fn context_files(agent_dir: &Path, cwd: &Path, diagnostics: &mut Vec<Diagnostic>) -> Vec<ContextFile> {
    let mut folders: Vec<&Path> = cwd.ancestors().collect();
    folders.push(agent_dir);
    let mut found: Vec<ContextFile> = folders.iter().filter_map(|folder| context_file(folder, diagnostics)).collect();
    if let Some(worktree) = worktree::linked(cwd) {
        worktree.drop_shadowed(&mut found);
    }
    // Nearest first up to here, so the first of several paths to one file is the one to keep.
    let mut seen = HashSet::new();
    found.retain(|file| seen.insert(file.path.canonicalize().unwrap_or_else(|_| file.path.clone())));
    found.reverse();
    found
}

/// A folder's context file: the first name that is a readable regular file with something in it.
fn context_file(folder: &Path, diagnostics: &mut Vec<Diagnostic>) -> Option<ContextFile> {
    for name in NAMES {
        let path = folder.join(name);
        if !path.is_file() {
            continue;
        }
        match text::read(&path, diagnostics) {
            Ok(text) if !text.trim().is_empty() => return Some(ContextFile { path, text }),
            Ok(_) if name == OVERRIDE => return None,
            Ok(_) => {}
            Err(error) => {
                diagnostics.push(Diagnostic::warning(format!("could not be read ({error}); it is left out")).at(path))
            }
        }
    }
    None
}
