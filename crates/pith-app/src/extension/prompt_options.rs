//! What a prompt is built from, in the form that extensions edit (spec/extensions-sessions-screen.md 1.8.6), and back.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::prompt::{ContextText, PromptParts, PromptSkill, PromptTool, sections};

/// Everything that a prompt is built from. Collections are always there, so that an extension can add to them.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct PromptOptions {
    /// Replaces preamble, tools, rules and docs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_prompt: Option<String>,
    /// The whole prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force_system_prompt: Option<String>,
    /// The declared tools.
    pub selected_tools: Vec<String>,
    /// Those of them that requests do not declare.
    pub hidden_tools: Vec<String>,
    /// What each tool is for, by name.
    pub tool_snippets: IndexMap<String, String>,
    /// Rules for each tool, by name.
    pub tool_guidelines: IndexMap<String, Vec<String>>,
    /// Further rules.
    pub prompt_guidelines: Vec<String>,
    /// Further sections, by name.
    pub sections: IndexMap<String, String>,
    /// Text after the rules.
    pub append_system_prompt: String,
    /// The working directory.
    pub cwd: String,
    /// Context files.
    pub context_files: Vec<OptionFile>,
    /// Skills.
    pub skills: Vec<OptionSkill>,
}

/// A context file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct OptionFile {
    /// Absolute.
    pub path: String,
    /// Its text.
    pub content: String,
}

/// A skill.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OptionSkill {
    /// Its name.
    pub name: String,
    /// What it is for, and when.
    pub description: String,
    /// Its file; absolute.
    pub file_path: String,
}

impl PromptOptions {
    /// The whole prompt as it would be sent.
    pub fn render(&self) -> String {
        match &self.force_system_prompt {
            Some(forced) => forced.clone(),
            None => sections(&self.into()).into_values().collect::<Vec<_>>().join("\n\n"),
        }
    }
}

impl From<&PromptParts> for PromptOptions {
    fn from(parts: &PromptParts) -> Self {
        let tools = || parts.tools.iter();
        Self {
            custom_prompt: parts.custom.clone(),
            force_system_prompt: None,
            selected_tools: tools().map(|tool| tool.name.clone()).collect(),
            hidden_tools: Vec::new(),
            tool_snippets: tools().filter_map(|tool| Some((tool.name.clone(), tool.snippet.clone()?))).collect(),
            tool_guidelines: tools()
                .filter(|tool| !tool.guidelines.is_empty())
                .map(|tool| (tool.name.clone(), tool.guidelines.clone()))
                .collect(),
            prompt_guidelines: parts.guidelines.clone(),
            sections: parts.extra.iter().cloned().collect(),
            append_system_prompt: parts.addendum.join("\n\n"),
            cwd: parts.cwd.clone(),
            context_files: parts
                .context_files
                .iter()
                .map(|file| OptionFile { path: file.path.clone(), content: file.text.clone() })
                .collect(),
            skills: parts
                .skills
                .iter()
                .map(|skill| OptionSkill {
                    name: skill.name.clone(),
                    description: skill.description.clone(),
                    file_path: skill.location.clone(),
                })
                .collect(),
        }
    }
}

impl From<&PromptOptions> for PromptParts {
    fn from(options: &PromptOptions) -> Self {
        let shown = |name: &&String| !options.hidden_tools.contains(name);
        let tool = |name: &String| PromptTool {
            name: name.clone(),
            snippet: options.tool_snippets.get(name).cloned(),
            guidelines: options.tool_guidelines.get(name).cloned().unwrap_or_default(),
        };
        let addendum = &options.append_system_prompt;
        Self {
            tools: options.selected_tools.iter().filter(shown).map(tool).collect(),
            custom: options.custom_prompt.clone(),
            addendum: if addendum.is_empty() { Vec::new() } else { vec![addendum.clone()] },
            guidelines: options.prompt_guidelines.clone(),
            context_files: options
                .context_files
                .iter()
                .map(|file| ContextText { path: file.path.clone(), text: file.content.clone() })
                .collect(),
            skills: options
                .skills
                .iter()
                .map(|skill| PromptSkill {
                    name: skill.name.clone(),
                    description: skill.description.clone(),
                    location: skill.file_path.clone(),
                })
                .collect(),
            extra: options.sections.iter().map(|(name, body)| (name.clone(), body.clone())).collect(),
            cwd: options.cwd.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_back_from_options_as_they_were() {
        let parts = PromptParts {
            tools: vec![PromptTool { name: "read".into(), snippet: Some("Read".into()), guidelines: vec!["r".into()] }],
            addendum: vec!["more".into()],
            guidelines: vec!["g".into()],
            extra: vec![("zebra".into(), "stripes".into())],
            cwd: "/w".into(),
            ..PromptParts::default()
        };
        let options = PromptOptions::from(&parts);
        assert_eq!(sections(&PromptParts::from(&options)), sections(&parts));
        assert_eq!(options.render(), sections(&parts).into_values().collect::<Vec<_>>().join("\n\n"));
    }

    #[test]
    fn what_an_extension_leaves_out_of_the_options_is_empty() {
        let options: PromptOptions = serde_json::from_str(r#"{"cwd":"/w","unknown":1}"#).unwrap_or_default();
        assert_eq!(options, PromptOptions { cwd: "/w".into(), ..PromptOptions::default() });
    }
}
