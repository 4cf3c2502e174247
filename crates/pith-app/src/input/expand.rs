//! Third stage: a leading slash may stand for a longer text.

use pith_config::Diagnostic;
use pith_resources::templates::call;

use super::{Draft, InputError, RESERVED, Stop, Surroundings};
use crate::command::SlashCommand;
use crate::nearest::nearest;

/// A kind of text that a leading slash can stand for, such as skills and prompt templates.
pub trait Expansion: Send + Sync {
    /// The text that the input stands for; nothing when it is none of this kind. What is worth knowing about it is told.
    ///
    /// # Errors
    /// When the input means something of this kind that cannot be used.
    fn expand(&self, text: &str, told: &dyn Fn(Diagnostic)) -> Result<Option<String>, InputError>;

    /// What it answers to, as it is listed.
    fn commands(&self) -> Vec<SlashCommand>;
}

/// Lets the first expansion that knows the text replace it; what it gave is not expanded again.
pub(super) fn expand(mut draft: Draft, around: &Surroundings<'_>) -> Result<Draft, Stop> {
    if draft.literal || !draft.text.starts_with('/') {
        return Ok(draft);
    }
    for expansion in around.expansions {
        if let Some(text) = expansion.expand(&draft.text, around.told)? {
            draft.text = text;
            return Ok(draft);
        }
    }
    if let Some(note) = mistyped(&draft.text, around) {
        (around.told)(note);
    }
    Ok(draft)
}

/// What is said about a command that does not exist here, or nearly exists. A path is no command: it has another slash.
fn mistyped(text: &str, around: &Surroundings<'_>) -> Option<Diagnostic> {
    let (name, _) = call(text).filter(|(name, _)| !name.contains('/'))?;
    let known: Vec<SlashCommand> = around.expansions.iter().flat_map(|expansion| expansion.commands()).collect();
    let names = known.iter().map(|command| command.name.as_str());
    let near = nearest(name, names.chain(RESERVED.iter().copied()))?;
    let meant = match near == name {
        true => "at a terminal, without `-p`, it is one".to_owned(),
        false => format!("did you mean `/{near}`?"),
    };
    Some(Diagnostic::warning(format!("there is no command `/{name}` here, so the message is sent as it is; {meant}")))
}
