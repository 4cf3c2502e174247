//! Context files: `AGENTS.md` and its like (spec/coding-agent.md 2.1), from the agent folder and from the root of the file
//! system down to the working directory. They need no trust. Each keeps its path, because the path tells the scope.

#[cfg(test)]
mod tests;
mod worktree;

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use pith_config::Diagnostic;

use crate::{Finding, Findings, Outcome, Scope, text};

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
pub fn context_files(agent_dir: &Path, cwd: &Path, findings: &mut Findings) -> Vec<ContextFile> {
    let mut folders: Vec<&Path> = cwd.ancestors().collect();
    if !folders.contains(&agent_dir) {
        folders.push(agent_dir);
    }
    let mut looked_at = Vec::new();
    let mut found: Vec<ContextFile> = folders
        .iter()
        .filter_map(|folder| {
            let scope = if *folder == agent_dir { Scope::User } else { Scope::Project };
            Look { scope, looked_at: &mut looked_at, told: &mut findings.diagnostics }.into_folder(folder)
        })
        .collect();
    if let Some(worktree) = worktree::linked(cwd) {
        worktree.drop_shadowed(&mut found, |path, by| shadow(&mut looked_at, path, by));
    }
    // Nearest first up to here, so the first of several paths to one file is the one to keep.
    let mut seen: HashMap<Identity, PathBuf> = HashMap::new();
    found.retain(|file| {
        let real = identity(&file.path);
        match seen.get(&real) {
            Some(nearer) => {
                shadow(&mut looked_at, &file.path, nearer);
                false
            }
            None => seen.insert(real, file.path.clone()).is_none(),
        }
    });
    found.reverse();
    findings.resources.extend(looked_at.into_iter().rev());
    found
}

/// What a file is by itself, however it is reached: by a symbolic link, or by a second name on the same disk.
#[cfg(unix)]
type Identity = Result<(u64, u64), PathBuf>;
#[cfg(not(unix))]
type Identity = PathBuf;

#[cfg(unix)]
fn identity(path: &Path) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    // One that went away in this moment is only itself.
    std::fs::metadata(path).map(|metadata| (metadata.dev(), metadata.ino())).map_err(|_| path.to_owned())
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Identity {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// A file that was found, and then gave way to another.
fn shadow(looked_at: &mut [Finding], path: &Path, by: &Path) {
    let loaded = looked_at.iter_mut().find(|finding| finding.path == path && finding.outcome == Outcome::Loaded);
    if let Some(finding) = loaded {
        finding.outcome = Outcome::Shadowed { by: by.to_owned() };
    }
}

/// A look into folders of a scope.
struct Look<'a> {
    scope: Scope,
    looked_at: &'a mut Vec<Finding>,
    told: &'a mut Vec<Diagnostic>,
}

impl Look<'_> {
    /// A folder's context file: the first name that is a readable regular file with something in it. What has such a name
    /// and is no file, as a folder, was not meant and is only listed; a file that cannot be read is told.
    fn into_folder(mut self, folder: &Path) -> Option<ContextFile> {
        let mut chosen: Option<PathBuf> = None;
        let mut file = None;
        for path in NAMES.iter().map(|name| folder.join(name)).filter(|path| path.exists()) {
            if let Some(by) = &chosen {
                self.keep(&path, Outcome::Shadowed { by: by.clone() });
                continue;
            }
            match text::read_start(&path, self.told) {
                Ok(text) if !text.trim().is_empty() => {
                    self.keep(&path, Outcome::Loaded);
                    chosen = Some(path.clone());
                    file = Some(ContextFile { path, text });
                }
                Ok(_) => {
                    self.keep(&path, Outcome::Skipped { reason: "it is empty".to_owned() });
                    if path.ends_with(OVERRIDE) {
                        chosen = Some(path);
                    }
                }
                Err(error) => {
                    let reason = format!("could not be read ({error})");
                    if path.is_file() {
                        self.told.push(Diagnostic::warning(format!("{reason}; it is left out")).at(&path));
                    }
                    self.keep(&path, Outcome::Skipped { reason });
                }
            }
        }
        file
    }

    fn keep(&mut self, path: &Path, outcome: Outcome) {
        self.looked_at.push(Finding {
            kind: "context file",
            name: None,
            path: path.to_owned(),
            source: self.scope.name(),
            bytes: std::fs::metadata(path).ok().map(|metadata| metadata.len()),
            outcome,
        });
    }
}
