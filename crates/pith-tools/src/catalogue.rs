//! The one list of built-in tools. Prompt, help, flags and tests derive from it.
//!
//! Adding a tool touches its own file, which says everything about it in one [`BuiltIn`], and a line here.

use std::sync::Arc;

use pith_agent::Tool;
use pith_types::ToolDeclaration;
use serde_json::{Map, Value, json};

use crate::{ToolSettings, bash, edit, find as find_files, grep, ls, read, write};

/// A built-in tool: how it is named, spoken of and made.
#[derive(Debug, Clone, Copy)]
pub struct BuiltIn {
    /// Its name, as models, flags and settings write it.
    pub name: &'static str,
    /// Its line in the prompt's list of tools (spec/coding-agent.md 1.2.3).
    pub snippet: &'static str,
    /// Its lines in the prompt's rules, which hold while it is declared (spec/coding-agent.md 1.2.4b).
    pub guidelines: &'static [&'static str],
    /// Whether it is declared when nobody chose tools.
    pub by_default: bool,
    /// Makes it.
    pub build: fn(Arc<ToolSettings>) -> Arc<dyn Tool>,
}

/// All built-in tools, in the order in which they are declared by default.
pub static BUILT_INS: &[BuiltIn] = &[
    read::BUILT_IN,
    bash::BUILT_IN,
    edit::BUILT_IN,
    write::BUILT_IN,
    grep::BUILT_IN,
    find_files::BUILT_IN,
    ls::BUILT_IN,
];

/// The built-in tool of that name.
pub fn find(name: &str) -> Option<&'static BuiltIn> {
    BUILT_INS.iter().find(|tool| tool.name == name)
}

/// A declaration whose provider may bind decoding to the schema where it can (spec/coding-agent.md 4.0.10).
///
/// `parameters` maps each property to its schema, in the order in which they are shown.
pub(crate) fn declare(name: &str, description: &str, required: &[&str], properties: Value) -> ToolDeclaration {
    ToolDeclaration {
        constrained_sampling: Some(json!({ "type": "json_schema", "strict": "prefer" })),
        ..declare_plain(name, description, required, properties)
    }
}

/// A declaration that says nothing about decoding.
pub(crate) fn declare_plain(name: &str, description: &str, required: &[&str], properties: Value) -> ToolDeclaration {
    let required = (!required.is_empty()).then(|| ("required".to_owned(), json!(required)));
    let parameters: Map<String, Value> = std::iter::once(("type".to_owned(), json!("object")))
        .chain(required)
        .chain(std::iter::once(("properties".to_owned(), properties)))
        .collect();
    ToolDeclaration {
        name: name.to_owned(),
        description: description.trim_end().to_owned(),
        parameters: Value::Object(parameters),
        constrained_sampling: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared(tool: &BuiltIn) -> ToolDeclaration {
        (tool.build)(Arc::new(ToolSettings::new("/w", "/tmp"))).declaration().clone()
    }

    #[test]
    fn each_tool_is_listed_once_and_declared_under_its_name() {
        let names: Vec<&str> = BUILT_INS.iter().map(|tool| tool.name).collect();
        assert_eq!(names, ["read", "bash", "edit", "write", "grep", "find", "ls"]);
        for tool in BUILT_INS {
            assert_eq!(declared(tool).name, tool.name);
            assert_eq!(find(tool.name).map(|found| found.name), Some(tool.name));
        }
        assert!(find("nothing").is_none());
    }

    #[test]
    fn each_tool_speaks_of_itself_in_few_words() {
        for tool in BUILT_INS {
            let declaration = declared(tool);
            assert!(!declaration.description.is_empty() && declaration.description.len() < 200, "{}", tool.name);
            for line in std::iter::once(&tool.snippet).chain(tool.guidelines) {
                assert!(!line.is_empty() && line.len() < 150 && line.trim() == *line && !line.contains('\n'), "{line}");
            }
        }
    }

    #[test]
    fn no_tool_speaks_of_another_which_may_not_be_declared() {
        for tool in BUILT_INS {
            let words = [declared(tool).description, tool.snippet.to_owned(), tool.guidelines.join(" ")].join(" ");
            // `find`, `read` and `write` are verbs too: a tool is meant where the word is no plain English.
            for other in ["bash", "grep", "ls"].into_iter().filter(|other| *other != tool.name) {
                let is_named = words.split(|c: char| !c.is_alphanumeric()).any(|word| word == other);
                assert!(!is_named, "{} names {other}: {words}", tool.name);
            }
        }
    }

    #[test]
    fn the_schemas_of_the_usual_tools_are_preferred_for_decoding() {
        for tool in BUILT_INS {
            let preferred = tool.by_default.then(|| json!({ "type": "json_schema", "strict": "prefer" }));
            assert_eq!(declared(tool).constrained_sampling, preferred, "{}", tool.name);
        }
    }
}
