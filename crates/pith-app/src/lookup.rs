//! What lies on disk for a model, looked up by path, without a session that would use it: for extensions and programs that
//! deal with skills, context files and trust themselves.
//!
//! In come places, out come plain data. Nothing here is put in force.

use std::path::{Path, PathBuf};

use pith_config::settings::change_unchecked;
use pith_config::{Environment, Paths, PathsError, read_json};
use pith_resources::{Findings, Outcome, SkillOptions, trust};
use serde_json::{Map, Value};

pub use pith_resources::Skill;

/// What was found at some places.
#[derive(Debug, Clone, Default)]
pub struct FoundSkills {
    /// Each name once; of several of one name the first.
    pub skills: Vec<Skill>,
    /// What is doubtful, and where.
    pub doubts: Vec<(String, Option<PathBuf>)>,
    /// What gave way to another of its name: name, its file, and the other's.
    pub shadowed: Vec<(String, PathBuf, PathBuf)>,
}

/// The skills at these files and folders, in their order.
///
/// # Errors
/// Never for absolute paths; otherwise when no place for settings is known.
pub fn skills(places: &[PathBuf], cwd: &Path, home: &Path) -> Result<FoundSkills, PathsError> {
    let environment = Environment::new(cwd, Some(home.to_owned()));
    let paths = Paths::new(&environment)?;
    let named = places.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    let options = SkillOptions { named, only_named: true, trusted: true, ..SkillOptions::default() };
    let mut findings = Findings::default();
    let found = pith_resources::skills(&options, &paths, &environment, &mut findings);
    let doubts = findings.diagnostics.iter().map(|told| (told.message.clone(), told.path.clone()));
    let shadowed = findings.resources.iter().filter_map(|finding| match (&finding.outcome, &finding.name) {
        (Outcome::Shadowed { by }, Some(name)) => Some((name.clone(), finding.path.clone(), by.clone())),
        _ => None,
    });
    Ok(FoundSkills { shadowed: shadowed.collect(), doubts: doubts.collect(), skills: found.usable })
}

/// The context files that a session in `cwd` would be given: paths and texts, the nearest last.
pub fn context_files(agent_dir: &Path, cwd: &Path) -> Vec<(PathBuf, String)> {
    let found = pith_resources::context_files(agent_dir, cwd, &mut Findings::default());
    found.into_iter().map(|file| (file.path, file.text)).collect()
}

/// Whether a project has something that is only read when the project is trusted.
pub fn needs_trust(cwd: &Path, home: &Path) -> bool {
    let environment = Environment::new(cwd, Some(home.to_owned()));
    Paths::new(&environment).is_ok_and(|paths| !trust::guarded(&paths, &environment).is_empty())
}

/// A settings file as it is; nothing where there is none.
///
/// # Errors
/// When it is broken or cannot be read, in words.
pub fn settings(file: &Path) -> Result<Map<String, Value>, String> {
    read_json(file).map(Option::unwrap_or_default).map_err(|error| error.to_string())
}

/// Changes settings of a file: keys below one another, and what stands there from now on; nothing takes the key away.
///
/// # Errors
/// When the file is locked, broken or not writable, in words; it is then as it was.
pub fn change_settings(file: &Path, changes: &[(Vec<String>, Option<Value>)]) -> Result<(), String> {
    change_unchecked(file, changes).map_err(|error| error.to_string())
}

/// Saves decisions about the trust in folders in this file; none takes away what was decided.
///
/// # Errors
/// When the file is locked, broken or not writable, in words; it is then as it was.
pub fn decide_trust(file: &Path, decisions: &[(PathBuf, Option<bool>)]) -> Result<(), String> {
    trust::decide(file, decisions).map_err(|error| error.to_string())
}
