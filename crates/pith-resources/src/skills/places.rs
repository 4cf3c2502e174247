//! Where skills come from, and in which order (spec/coding-agent.md 2.4.1, 2.4.5).

use std::path::{Path, PathBuf};

use pith_config::{Diagnostic, Environment, Paths};

use super::{
    Gathered, Skills,
    load::{Loaded, load},
    scan::{Loose, scan},
};
use crate::{Findings, Scope, scope::Wishes};

/// What decides which skills there are.
#[derive(Debug, Clone, Default)]
pub struct SkillOptions {
    /// Files and folders named on the command line, as typed; they go before everything that is discovered.
    pub named: Vec<String>,
    /// Whether nothing else is looked for.
    pub only_named: bool,
    /// Whether the project's own count.
    pub trusted: bool,
    /// The setting `skills` of the person and of the project.
    pub user_setting: Vec<String>,
    /// The same of the project.
    pub project_setting: Vec<String>,
}

/// Finds the skills of a run: those of the project, the person, and the command line. Of several of one name the one that
/// was named on the command line counts, then the first.
pub fn skills(options: &SkillOptions, paths: &Paths, environment: &Environment, findings: &mut Findings) -> Skills {
    let named: Vec<Candidate> =
        options.named.iter().flat_map(|path| named(&environment.resolve(path), Scope::Run, findings)).collect();
    let discovered = if options.only_named { Vec::new() } else { discovered(options, paths, environment, findings) };
    let mut gathered = Gathered::default();
    named.iter().for_each(|candidate| gathered.take(candidate, findings));
    let on_command_line = gathered.skills.usable.len();
    discovered.iter().for_each(|candidate| gathered.take(candidate, findings));
    let mut skills = gathered.skills;
    // The prompt shows what is discovered first, as it does without the flag.
    skills.usable.rotate_left(on_command_line);
    skills
}

/// A file that may be a skill.
struct Candidate {
    path: PathBuf,
    scope: Scope,
}

impl Gathered {
    fn take(&mut self, candidate: &Candidate, findings: &mut Findings) {
        match load(&candidate.path, candidate.scope, findings) {
            Loaded::Skill(skill) => self.add(skill, findings),
            Loaded::Unusable(skill) => self.skills.unusable.push(skill),
            Loaded::Other => {}
        }
    }
}

fn discovered(
    options: &SkillOptions,
    paths: &Paths,
    environment: &Environment,
    findings: &mut Findings,
) -> Vec<Candidate> {
    let own = environment.home().map(|home| home.join(".agents").join("skills"));
    let mut found = Vec::new();
    if options.trusted {
        let base = paths.project_config_dir();
        let above = agent_folders(paths.project_dir()).filter(|folder| Some(folder) != own.as_ref());
        let places = std::iter::once((base.join("skills"), Loose::InRoot));
        let places = places.chain(above.map(|folder| (folder, Loose::BelowRoot)));
        found.extend(of_scope(Scope::Project, &options.project_setting, &base, places, environment, findings));
    }
    let base = paths.agent_dir();
    let places = std::iter::once((base.join("skills"), Loose::InRoot));
    let places = places.chain(own.map(|folder| (folder, Loose::BelowRoot)));
    found.extend(of_scope(Scope::User, &options.user_setting, base, places, environment, findings));
    found
}

/// `.agents/skills` of the working directory and the folders above it, up to the repository's root.
fn agent_folders(cwd: &Path) -> impl Iterator<Item = PathBuf> {
    let mut is_inside = true;
    cwd.ancestors()
        .take_while(move |folder| std::mem::replace(&mut is_inside, !folder.join(".git").exists()))
        .map(|folder| folder.join(".agents").join("skills"))
}

/// A scope's own: first what its settings name, then its usual places, without what its settings exclude.
fn of_scope(
    scope: Scope,
    setting: &[String],
    base: &Path,
    places: impl Iterator<Item = (PathBuf, Loose)>,
    environment: &Environment,
    findings: &mut Findings,
) -> Vec<Candidate> {
    let wishes = Wishes::new(setting, base, environment, &mut findings.diagnostics);
    let mut found: Vec<Candidate> = wishes.paths.iter().flat_map(|path| named(path, scope, findings)).collect();
    for (folder, loose) in places {
        found.extend(scan(&folder, loose).into_iter().map(|path| Candidate { path, scope }));
    }
    found.retain(|candidate| wishes.want(&candidate.path));
    found
}

/// What a path that somebody named leads to; a path that leads to nothing is told.
fn named(path: &Path, scope: Scope, findings: &mut Findings) -> Vec<Candidate> {
    let candidate = |path: PathBuf| Candidate { path, scope };
    if path.is_dir() {
        return scan(path, Loose::InRoot).into_iter().map(candidate).collect();
    }
    let reason = match path.exists() {
        true if path.extension().is_some_and(|extension| extension == "md") => return vec![candidate(path.to_owned())],
        true => "is no Markdown file (`.md`)",
        false => "does not exist",
    };
    findings.tell(Diagnostic::warning(format!("{reason}; no skill is read from it")).at(path));
    Vec::new()
}
