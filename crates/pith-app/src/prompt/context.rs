//! The `project_context` section: each file's text under its path, which tells its scope (spec/coding-agent.md 1.2.7).

use super::ContextText;
use super::escape::escape;

const HEADING: &str = include_str!("context.txt");

/// The section's body; empty without files.
pub(super) fn body(files: &[ContextText]) -> String {
    if files.is_empty() {
        return String::new();
    }
    let mut parts = vec![HEADING.trim_end().to_owned()];
    parts.extend(files.iter().map(|file| {
        format!(
            "<project_instructions path=\"{}\">\n{}\n</project_instructions>",
            escape(&file.path),
            escape(&file.text)
        )
    }));
    parts.join("\n\n")
}
