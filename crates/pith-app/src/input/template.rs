//! `/NAME`: a prompt template with its arguments in place.

use pith_config::Diagnostic;
use pith_resources::{Template, templates::call};

use super::{Expansion, InputError};

/// The prompt templates that can be called by name.
pub struct TemplateCommands(pub Vec<Template>);

impl Expansion for TemplateCommands {
    fn expand(&self, text: &str, told: &dyn Fn(Diagnostic)) -> Result<Option<String>, InputError> {
        let Some((name, arguments)) = call(text) else { return Ok(None) };
        let Some(template) = self.0.iter().find(|template| template.name == name) else { return Ok(None) };
        let filled = template.fill(arguments);
        if !filled.missing.is_empty() {
            let missing = filled.missing.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            let told_of = Diagnostic::warning(format!("`/{name}` was given no argument for {missing}"));
            told(told_of.at(&template.path));
        }
        Ok(Some(filled.text))
    }

    fn names(&self) -> Vec<String> {
        self.0.iter().map(|template| template.name.clone()).collect()
    }
}
