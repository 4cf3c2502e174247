//! `/skill:NAME`: the whole text of a skill, with what follows it (spec/coding-agent.md 3.3).

use pith_config::Diagnostic;
use pith_resources::{Skill, Skills};

use super::{Expansion, InputError};
use crate::command::{SlashCommand, SlashSource, source_info};

const PREFIX: &str = "/skill:";

/// The skills that can be called by name.
pub struct SkillCommands(pub Skills);

impl Expansion for SkillCommands {
    fn expand(&self, text: &str, _: &dyn Fn(Diagnostic)) -> Result<Option<String>, InputError> {
        let Some(call) = text.strip_prefix(PREFIX) else { return Ok(None) };
        let (name, arguments) = call.split_once(char::is_whitespace).unwrap_or((call, ""));
        if let Some(skill) = self.0.usable.iter().find(|skill| skill.name == name) {
            return opened(skill, arguments.trim()).map(Some);
        }
        match self.0.unusable.iter().find(|skill| skill.name == name) {
            Some(skill) => Err(InputError::Skill {
                name: name.to_owned(),
                path: skill.path.clone(),
                line: skill.line,
                reason: skill.reason.clone(),
            }),
            None => Ok(None),
        }
    }

    fn commands(&self) -> Vec<SlashCommand> {
        let listed = |skill: &Skill| SlashCommand {
            name: format!("skill:{}", skill.name),
            description: Some(skill.description.clone()),
            argument_hint: None,
            source: SlashSource::Skill,
            source_info: source_info(&skill.path, skill.scope),
        };
        self.0.usable.iter().map(listed).collect()
    }
}

fn opened(skill: &Skill, arguments: &str) -> Result<String, InputError> {
    let body = skill.body().map_err(|error| InputError::Skill {
        name: skill.name.clone(),
        path: skill.path.clone(),
        line: None,
        reason: format!("it cannot be read ({error})"),
    })?;
    let (name, file, folder) = (&skill.name, skill.path.display(), skill.folder().display());
    let mut text = format!(
        "<skill name=\"{name}\" location=\"{file}\">\nReferences are relative to {folder}.\n\n{body}\n</skill>"
    );
    if !arguments.is_empty() {
        text.push_str("\n\n");
        text.push_str(arguments);
    }
    Ok(text)
}
