//! The `skills` section: which skills there are, and how to open one (spec/coding-agent.md 1.2.8).

use super::{PromptTool, escape::entities};

const HEADING: &str = include_str!("skills.txt");

/// A skill, as the prompt speaks of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptSkill {
    /// Its name.
    pub name: String,
    /// What it is for, and when.
    pub description: String,
    /// Its file; absolute.
    pub location: String,
}

/// The section's body; empty without skills, and where no declared tool could open one.
pub(super) fn body(skills: &[PromptSkill], tools: &[PromptTool]) -> String {
    let reader = ["read", "bash"].into_iter().find(|name| tools.iter().any(|tool| tool.name == *name));
    let Some(reader) = reader.filter(|_| !skills.is_empty()) else { return String::new() };
    let mut body = HEADING.trim_end().replace("{reader}", reader);
    body.push_str("\n\n<available_skills>");
    for PromptSkill { name, description, location } in skills {
        body.push_str("\n  <skill>");
        for (tag, value) in [("name", name), ("description", description), ("location", location)] {
            body.push_str(&format!("\n    <{tag}>{}</{tag}>", entities(value.trim())));
        }
        body.push_str("\n  </skill>");
    }
    body.push_str("\n</available_skills>");
    body
}
