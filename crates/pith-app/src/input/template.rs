//! `/NAME`: a prompt template with its arguments in place.

use pith_config::Diagnostic;
use pith_resources::{Template, templates::call};

use super::{Expansion, InputError};
use crate::command::{SlashCommand, SlashSource, source_info};

/// The prompt templates that can be called by name.
pub struct TemplateCommands(pub Vec<Template>);

impl Expansion for TemplateCommands {
    fn expand(&self, text: &str, told: &dyn Fn(Diagnostic)) -> Result<Option<String>, InputError> {
        let Some((name, arguments)) = call(text) else { return Ok(None) };
        let Some(template) = self.0.iter().find(|template| template.name == name) else { return Ok(None) };
        let filled = template.fill(arguments);
        for missing in &filled.missing {
            let told_of = Diagnostic::warning(format!("`/{name}` was given no argument for `{missing}`"));
            told(told_of.at(&template.path));
        }
        Ok(Some(filled.text))
    }

    fn commands(&self) -> Vec<SlashCommand> {
        let listed = |template: &Template| SlashCommand {
            name: template.name.clone(),
            description: Some(template.description.clone()).filter(|text| !text.is_empty()),
            argument_hint: template.argument_hint.clone(),
            source: SlashSource::Prompt,
            source_info: source_info(&template.path, template.scope),
        };
        self.0.iter().map(listed).collect()
    }
}
