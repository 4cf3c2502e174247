//! Parts → sections, in the order of spec/coding-agent.md 1.1.4.

use indexmap::IndexMap;

use super::{PromptSkill, context, rules, skills};

/// Section name → text, as stored in a system message: wrapped in a tag of its name, except the preamble (1.1.3).
pub type Sections = IndexMap<String, String>;

const PREAMBLE: &str = include_str!("preamble.txt");
const DOCS: &str = include_str!("docs.txt");
const MORE_TOOLS: &str = include_str!("more_tools.txt");

/// The sections that stand between tags of their name.
const BUILT_IN: [&str; 8] = ["tools", "rules", "docs", "addendum", "project_context", "skills", "cwd", "mcp_servers"];

/// What the prompt is built from.
#[derive(Debug, Clone, Default)]
pub struct PromptParts {
    /// The declared tools, in the order of their declaration.
    pub tools: Vec<PromptTool>,
    /// Replaces preamble, tools, rules and docs, if not empty (1.3).
    pub custom: Option<String>,
    /// Further texts, in order.
    pub addendum: Vec<String>,
    /// Further rules, after those of the tools.
    pub guidelines: Vec<String>,
    /// Context files, the most general one first.
    pub context_files: Vec<ContextText>,
    /// Skills that the model may open by itself, in order.
    pub skills: Vec<PromptSkill>,
    /// Sections of extensions, in order; one of a built-in name replaces that body (1.1.5).
    pub extra: Vec<(String, String)>,
    /// The working directory.
    pub cwd: String,
}

/// A declared tool, as the prompt speaks of it.
#[derive(Debug, Clone, Default)]
pub struct PromptTool {
    /// Its declared name.
    pub name: String,
    /// What it is for, in a few words; a tool without is declared but not listed.
    pub snippet: Option<String>,
    /// Rules for its use.
    pub guidelines: Vec<String>,
}

/// A context file's text, with its path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContextText {
    /// Absolute.
    pub path: String,
    /// The text without a byte order mark.
    pub text: String,
}

/// Builds every section.
pub fn sections(parts: &PromptParts) -> Sections {
    let mut sections = Sections::new();
    match parts.custom.as_deref().filter(|custom| !custom.is_empty()) {
        Some(custom) => {
            sections.insert("preamble".to_owned(), custom.to_owned());
        }
        None => {
            sections.insert("preamble".to_owned(), PREAMBLE.trim_end().to_owned());
            wrap(&mut sections, "tools", &tools(&parts.tools));
            wrap(&mut sections, "rules", &rules::rules(&parts.tools, &parts.guidelines));
            wrap(&mut sections, "docs", DOCS.trim_end());
        }
    }
    wrap(&mut sections, "addendum", &parts.addendum.join("\n\n"));
    let extra = parts.extra.iter().map(|(name, _)| name.as_str());
    let names: Vec<&str> = BUILT_IN.into_iter().chain(extra).collect();
    wrap(&mut sections, "project_context", &context::body(&parts.context_files, &names));
    wrap(&mut sections, "skills", &skills::body(&parts.skills, &parts.tools));
    wrap(&mut sections, "cwd", &parts.cwd.replace('\\', "/"));
    for (name, body) in &parts.extra {
        wrap(&mut sections, name, body);
    }
    sections
}

/// Adds a section, unless it has nothing to say.
fn wrap(sections: &mut Sections, name: &str, body: &str) {
    if !body.is_empty() {
        sections.insert(name.to_owned(), format!("<{name}>\n{body}\n</{name}>"));
    }
}

fn tools(tools: &[PromptTool]) -> String {
    let lines: Vec<String> = tools
        .iter()
        .filter_map(|tool| Some(format!("- {}: {}", tool.name, one_line(tool.snippet.as_deref()?))))
        .collect();
    let listed = if lines.is_empty() { "(none)".to_owned() } else { lines.join("\n") };
    if lines.len() < tools.len() { format!("{listed}\n\n{}", MORE_TOOLS.trim_end()) } else { listed }
}

/// A snippet squeezed to one line (1.2.2).
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
