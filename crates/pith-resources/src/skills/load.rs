//! From a file to a skill, or to why it is none (spec/coding-agent.md 2.4.6, 2.4.7).

use std::path::Path;

use super::{Skill, UnusableSkill, scan::SKILL_FILE};
use crate::{Finding, Findings, Outcome, Scope, front_matter::Document, text};

/// Letters of a name at most.
const LONGEST_NAME: usize = 64;

/// Letters of a description at most.
const LONGEST_DESCRIPTION: usize = 1024;

/// What a file is.
pub(super) enum Loaded {
    Skill(Skill),
    Unusable(UnusableSkill),
    /// A Markdown file that never claimed to be a skill.
    Other,
}

/// Reads a file. What is doubtful is told; a skill that could be mended is one.
pub(super) fn load(path: &Path, scope: Scope, findings: &mut Findings) -> Loaded {
    let own_folder = path.file_name().is_some_and(|name| name == SKILL_FILE);
    let named = if own_folder { path.parent().and_then(Path::file_name) } else { path.file_stem() };
    let fallback = named.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let unusable = |name: String, line: Option<usize>, reason: String, findings: &mut Findings| {
        findings.warn(path, line, format!("skill `{name}` cannot be used: {reason}"));
        findings.resources.push(Finding {
            kind: "skill",
            name: Some(name.clone()),
            path: path.to_owned(),
            source: scope.name(),
            bytes: std::fs::metadata(path).ok().map(|metadata| metadata.len()),
            outcome: Outcome::Skipped { reason: reason.clone() },
        });
        Loaded::Unusable(UnusableSkill { name, path: path.to_owned(), line, reason })
    };
    let text = match text::read(path, &mut findings.diagnostics) {
        Ok(text) => text,
        Err(error) => return unusable(fallback, None, format!("it cannot be read ({error})"), findings),
    };
    let document = Document::new(&text);
    let left_open = document.is_left_open();
    let Some(front) = document.front else {
        if left_open {
            return unusable(fallback, Some(1), "no line `---` ends its front matter".to_owned(), findings);
        }
        if own_folder {
            return unusable(fallback, Some(1), "it has no front matter with a `description`".to_owned(), findings);
        }
        return Loaded::Other;
    };
    let name = front.word("name").unwrap_or(fallback);
    let Some(description) = front.text("description") else {
        let (line, reason) = match &front.fault {
            Some(fault) => (Some(fault.line), format!("its front matter is no YAML ({})", fault.reason)),
            None => (front.line_of("description").or(Some(1)), "it has no `description`".to_owned()),
        };
        return unusable(name, line, reason, findings);
    };
    if let Some(fault) = &front.fault {
        let message = format!("the front matter is no YAML ({}); it is read line by line", fault.reason);
        findings.warn(path, Some(fault.line), message);
    }
    doubts(&name, &description).for_each(|doubt| {
        findings.warn(path, None, format!("skill `{name}`: {doubt}"));
    });
    Loaded::Skill(Skill {
        name,
        description,
        path: path.to_owned(),
        scope,
        only_by_command: front.is_true("disable-model-invocation"),
        bytes: std::fs::metadata(path).map(|metadata| metadata.len()).unwrap_or_default(),
    })
}

/// What the rules for names and descriptions do not allow; the skill is there all the same.
fn doubts(name: &str, description: &str) -> impl Iterator<Item = String> {
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let doubts = [
        (name.chars().count() > LONGEST_NAME, format!("its name has more than {LONGEST_NAME} characters")),
        (!name.chars().all(letters), "its name has other characters than `a`–`z`, `0`–`9` and `-`".to_owned()),
        (name.starts_with('-') || name.ends_with('-'), "its name begins or ends with `-`".to_owned()),
        (name.contains("--"), "its name has two `-` in a row".to_owned()),
        (
            description.chars().count() > LONGEST_DESCRIPTION,
            format!("its description has more than {LONGEST_DESCRIPTION} characters"),
        ),
    ];
    doubts.into_iter().filter_map(|(is_so, doubt)| is_so.then_some(doubt))
}
