//! What a leading slash may stand for, as it is listed.

use std::path::Path;

use pith_resources::Scope;
use serde::Serialize;
use serde_json::{Value, json};

/// A command that a prompt may begin with. Serializes as programs are told it (spec/coding-agent.md 5.5.2).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SlashCommand {
    /// Without the slash.
    pub name: String,
    /// What it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What arguments it takes, for people.
    #[serde(skip)]
    pub argument_hint: Option<String>,
    /// What kind of thing it is.
    pub source: SlashSource,
    /// Where it came from: `path`, `source`, `scope`, `origin` and `baseDir`.
    pub source_info: Value,
}

/// The kinds of slash commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SlashSource {
    /// A program of an extension.
    Extension,
    /// A prompt template.
    Prompt,
    /// A skill.
    Skill,
}

/// Where a file's command came from.
pub(crate) fn source_info(path: &Path, scope: Scope) -> Value {
    let (source, scope) = match scope {
        Scope::Run => ("cli", "temporary"),
        Scope::Project => ("auto", "project"),
        Scope::User => ("auto", "user"),
    };
    // Beside the folder that is searched; what was named has only its own.
    let searched = |folder: &&Path| folder.ends_with("prompts") || folder.ends_with("skills");
    let base = path.ancestors().find(searched).filter(|_| source == "auto").unwrap_or(path).parent();
    json!({ "path": path, "source": source, "scope": scope, "origin": "top-level", "baseDir": base })
}
