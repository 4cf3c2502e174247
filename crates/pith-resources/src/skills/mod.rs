//! Skills: instructions that a model opens when it needs them (spec/coding-agent.md 2.4).
//!
//! In come places and flags, out come the skills by name, and those that were meant to be some and cannot be used. A skill
//! is known by name, description and path; its body is read when it is asked for.

mod load;
mod places;
mod scan;
#[cfg(test)]
mod tests;

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::{Finding, Findings, Outcome, Scope, front_matter::Document, text};

pub use places::{SkillOptions, skills};

/// A skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skill {
    /// Its name, as `/skill:name` has it.
    pub name: String,
    /// What it is for, and when.
    pub description: String,
    /// Its file, absolute.
    pub path: PathBuf,
    /// Who brought it.
    pub scope: Scope,
    /// Whether only a person may call it: the prompt does not name it.
    pub only_by_command: bool,
    /// Size of its file in bytes.
    pub bytes: u64,
}

/// A file that was meant to be a skill and is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnusableSkill {
    /// What its name would be.
    pub name: String,
    /// Its file.
    pub path: PathBuf,
    /// Line of the fault, from 1, if it has one.
    pub line: Option<usize>,
    /// What is wrong with it.
    pub reason: String,
}

/// All skills.
#[derive(Debug, Clone, Default)]
pub struct Skills {
    /// Each name once, in the order the prompt shows them.
    pub usable: Vec<Skill>,
    /// Names that lead to nothing.
    pub unusable: Vec<UnusableSkill>,
}

impl Skill {
    /// The folder that paths in the skill's text start at.
    pub fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(&self.path)
    }

    /// The text below the front matter, trimmed; read anew, so that it is what the file says now.
    ///
    /// # Errors
    /// When the file cannot be read any more.
    pub fn body(&self) -> io::Result<String> {
        let text = text::read(&self.path, &mut Vec::new())?;
        Ok(Document::new(&text).body.trim().to_owned())
    }
}

/// Skills by name as they are gathered: what comes first is in force.
#[derive(Debug, Default)]
struct Gathered {
    skills: Skills,
    real: Vec<PathBuf>,
}

impl Gathered {
    fn add(&mut self, skill: Skill, findings: &mut Findings) {
        // One file reached twice is one skill.
        let real = skill.path.canonicalize().unwrap_or_else(|_| skill.path.clone());
        if self.real.contains(&real) {
            return;
        }
        self.real.push(real);
        let winner = self.skills.usable.iter().find(|other| other.name == skill.name).map(|other| other.path.clone());
        let outcome = match &winner {
            Some(winner) => Outcome::Shadowed { by: winner.clone() },
            None => Outcome::Loaded,
        };
        findings.resources.push(Finding {
            kind: "skill",
            name: Some(skill.name.clone()),
            path: skill.path.clone(),
            source: skill.scope.name(),
            bytes: Some(skill.bytes),
            outcome,
        });
        match winner {
            None => self.skills.usable.push(skill),
            // A copy of the same text under the same name is no conflict.
            Some(winner) if same_content(&winner, &skill.path) => {}
            Some(winner) => {
                let message = format!(
                    "skill `{}` is there already, from `{}`; this one is not used",
                    skill.name,
                    winner.display()
                );
                findings.warn(&skill.path, None, message);
            }
        }
    }
}

fn same_content(one: &Path, two: &Path) -> bool {
    let read = |path| text::read(path, &mut Vec::new());
    matches!((read(one), read(two)), (Ok(one), Ok(two)) if one == two)
}
