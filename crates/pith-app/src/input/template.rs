//! `/NAME`: a prompt template with its arguments in place.

use pith_config::Diagnostic;
use pith_resources::{Template, templates::call};

use super::{Expansion, InputError};
use crate::command::{SlashCommand, SlashSource, source_info};

/// The prompt templates that can be called by name.
pub struct TemplateCommands(pub Vec<Template>);

impl TemplateCommands {
    /// The template that a text calls, and its arguments. A name may hold blanks itself; then the longest one counts.
    fn called<'t>(&self, text: &'t str) -> Option<(&Template, &'t str)> {
        let (word, arguments) = call(text)?;
        let of_a_word = || Some((self.0.iter().find(|template| template.name == word)?, arguments));
        let of_several = self.0.iter().filter(|template| template.name.contains(char::is_whitespace));
        let called = of_several.filter_map(|template| {
            let rest = text.strip_prefix('/')?.strip_prefix(template.name.as_str())?;
            (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| (template, rest.trim_start()))
        });
        called.max_by_key(|(template, _)| template.name.len()).or_else(of_a_word)
    }
}

impl Expansion for TemplateCommands {
    fn expand(&self, text: &str, told: &dyn Fn(Diagnostic)) -> Result<Option<String>, InputError> {
        let Some((template, arguments)) = self.called(text) else { return Ok(None) };
        let name = &template.name;
        let filled = template.fill(arguments);
        if !filled.missing.is_empty() {
            let missing = filled.missing.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            let told_of = Diagnostic::warning(format!("`/{name}` was given no argument for {missing}"));
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use pith_resources::Scope;

    use super::*;

    #[test]
    fn a_name_may_hold_blanks_and_the_longest_one_counts() {
        let template = |name: &str| Template {
            name: name.to_owned(),
            description: String::new(),
            argument_hint: None,
            path: "/t.md".into(),
            scope: Scope::User,
            body: format!("<{name}> $@"),
        };
        let commands = TemplateCommands(["my", "my plan", "other"].map(template).into());
        let expanded = |text: &str| commands.expand(text, &|_| {}).unwrap();
        for (text, result) in [
            ("/my plan a b", "<my plan> a b"),
            ("/my plan", "<my plan> "),
            ("/my planet", "<my> planet"),
            ("/my", "<my> "),
            ("/other\nx", "<other> x"),
        ] {
            assert_eq!(expanded(text).as_deref(), Some(result), "{text}");
        }
        assert_eq!(expanded("/plan x"), None);
    }
}
