//! The `project_context` section: each file's text under its path, which tells its scope (spec/coding-agent.md 1.2.7).

use super::ContextText;
use super::escape::{attribute, escape};

const HEADING: &str = include_str!("context.txt");

/// The section's body; empty without files. `sections` are the names whose tags no file may stand in for.
pub(super) fn body(files: &[ContextText], sections: &[&str]) -> String {
    if files.is_empty() {
        return String::new();
    }
    let mut parts = vec![HEADING.trim_end().to_owned()];
    parts.extend(files.iter().map(|file| {
        format!(
            "<project_instructions path=\"{}\">\n{}\n</project_instructions>",
            attribute(&file.path),
            escape(&file.text, sections)
        )
    }));
    parts.join("\n\n")
}
