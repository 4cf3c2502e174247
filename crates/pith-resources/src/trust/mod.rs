//! Whether a project's own resources may be read (spec/coding-agent.md 2.2). Context files need no such decision.
//!
//! In come the command line's word, the saved decisions and the person's default; out comes what holds. Asking somebody is
//! for a face that can.

mod file;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use pith_config::{Diagnostic, Environment, Paths, settings::DefaultProjectTrust};

/// What in `.pi` of the working directory may only be read when the project is trusted.
const GUARDED: [&str; 8] =
    ["settings.json", "mcp.json", "extensions", "skills", "prompts", "themes", "SYSTEM.md", "APPEND_SYSTEM.md"];

/// What holds for a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProjectTrust {
    /// Its resources are read.
    Trusted,
    /// Its resources are left alone.
    Untrusted,
    /// Nothing was decided: somebody should be asked. Where nobody can answer, its resources are left alone.
    Undecided,
}

impl ProjectTrust {
    /// Whether the resources are read when nobody is asked.
    pub fn without_asking(self) -> bool {
        self == Self::Trusted
    }

    fn decided(trusted: bool) -> Self {
        if trusted { Self::Trusted } else { Self::Untrusted }
    }
}

/// What holds for the project in the working directory: the flag (`--approve`, `--no-approve`), else the nearest saved
/// decision, else, when there is anything to guard, the person's default.
pub fn project_trust(
    flag: Option<bool>,
    default: DefaultProjectTrust,
    paths: &Paths,
    environment: &Environment,
    diagnostics: &mut Vec<Diagnostic>,
) -> ProjectTrust {
    if let Some(flag) = flag {
        return ProjectTrust::decided(flag);
    }
    if let Some(saved) = file::nearest(&paths.trust_file(), paths.project_dir(), diagnostics) {
        return ProjectTrust::decided(saved);
    }
    if guarded(paths, environment).is_none() {
        return ProjectTrust::Trusted;
    }
    match default {
        DefaultProjectTrust::Always => ProjectTrust::Trusted,
        DefaultProjectTrust::Never => ProjectTrust::Untrusted,
        DefaultProjectTrust::Ask => ProjectTrust::Undecided,
    }
}

/// The first thing found that needs trust (2.2.1): something in `.pi`, or skills in `.agents` of the working directory or
/// of a folder above it, up to the repository's root, which are all that would be read.
pub fn guarded(paths: &Paths, environment: &Environment) -> Option<PathBuf> {
    let config = paths.project_config_dir();
    let in_config = GUARDED.iter().map(|name| config.join(name)).find(|path| path.exists());
    in_config.or_else(|| {
        let own = environment.home().map(|home| home.join(".agents").join("skills"));
        for folder in paths.project_dir().ancestors() {
            let skills = folder.join(".agents").join("skills");
            if Some(&skills) != own.as_ref() && skills.exists() {
                return Some(skills);
            }
            if folder.join(".git").exists() {
                break;
            }
        }
        None
    })
}
