//! Whether a project's own resources may be read (spec/coding-agent.md 2.2). Context files need no such decision.
//!
//! In come the command line's word, the saved decisions and the person's default; out comes what holds, or what to ask.
//! Asking somebody is for a face that can; the answer is saved here.

mod file;
mod question;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use pith_config::{Diagnostic, Environment, Paths, UpdateError, settings::DefaultProjectTrust};

pub use file::decide;
pub use question::{TrustAnswer, TrustQuestion};

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
    if guarded(paths, environment).is_empty() {
        return ProjectTrust::Trusted;
    }
    match default {
        DefaultProjectTrust::Always => ProjectTrust::Trusted,
        DefaultProjectTrust::Never => ProjectTrust::Untrusted,
        DefaultProjectTrust::Ask => ProjectTrust::Undecided,
    }
}

/// What to ask about the project in the working directory, where nothing was decided.
pub fn question(paths: &Paths, environment: &Environment) -> TrustQuestion {
    let folder = paths.project_dir();
    TrustQuestion {
        folder: folder.canonicalize().unwrap_or_else(|_| folder.to_owned()),
        guarded: guarded(paths, environment),
    }
}

/// Saves an answer, if it is one to keep.
///
/// # Errors
/// When the file of decisions is locked, broken or not writable; it is then as it was.
pub fn remember(question: &TrustQuestion, answer: TrustAnswer, paths: &Paths) -> Result<(), UpdateError> {
    match question.saved(answer) {
        Some((folder, trusted)) => file::save(&paths.trust_file(), folder, trusted),
        None => Ok(()),
    }
}

/// Everything that needs trust (2.2.1): what is in `.pi`, and skills in `.agents` of the working directory and of the
/// folders above it, up to the repository's root, which are all that would be read.
pub fn guarded(paths: &Paths, environment: &Environment) -> Vec<PathBuf> {
    let config = paths.project_config_dir();
    let mut found: Vec<PathBuf> = GUARDED.iter().map(|name| config.join(name)).filter(|path| path.exists()).collect();
    let own = environment.home().map(|home| home.join(".agents").join("skills"));
    for folder in paths.project_dir().ancestors() {
        let skills = folder.join(".agents").join("skills");
        if Some(&skills) != own.as_ref() && skills.exists() {
            found.push(skills);
        }
        if folder.join(".git").exists() {
            break;
        }
    }
    found
}
