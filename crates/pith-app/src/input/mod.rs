//! From what a person puts in to what the agent gets: command → hook → expand → attach → route (spec/coding-agent.md §3).
//!
//! One pipeline for prompt, steering and follow-up. In comes a [`Draft`], out an [`Admitted`], or the reason why it
//! stopped. Each stage is a file; none reaches back. The room starts no run and writes nothing.

mod admitted;
mod attach;
mod command;
mod draft;
mod error;
mod expand;
mod hook;
mod reserved;
mod route;
mod skill;
mod template;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use pith_config::Diagnostic;
use pith_tools::ToolSettings;

use crate::extension::{Extension, ExtensionError};

pub use admitted::{Admitted, Route};
pub use draft::{Delivery, Draft, Source};
pub use error::{Busy, InputError, Stop};
pub use expand::Expansion;
pub use reserved::RESERVED;
pub use skill::SkillCommands;
pub use template::TemplateCommands;

/// What the stages need of the app around them.
pub struct Surroundings<'a> {
    /// Who may answer commands, see inputs and change them.
    pub extensions: &'a [Arc<dyn Extension>],
    /// What a leading slash may stand for, besides commands.
    pub expansions: &'a [Arc<dyn Expansion>],
    /// Where paths start and how images are prepared.
    pub files: &'a ToolSettings,
    /// Bytes of a text file at most: more would leave no room for an answer.
    pub largest_text: u64,
    /// Whether a run is active.
    pub running: bool,
    /// What no input may come in between.
    pub busy: Option<Busy>,
    /// Whether the model could be asked.
    pub ready: &'a (dyn Fn() -> Result<(), InputError> + Sync),
    /// Takes what is worth telling and stops nothing.
    pub told: &'a (dyn Fn(Diagnostic) + Sync),
    /// Takes the failure of an extension, or of its command: whose, and at what.
    pub failed: &'a (dyn Fn(&str, &str, ExtensionError) + Sync),
}

/// Takes a draft through every stage.
///
/// # Errors
/// When a stage dealt with it, blocked it, or could not let it pass.
pub async fn admit(draft: Draft, around: &Surroundings<'_>) -> Result<Admitted, Stop> {
    let draft = command::intercept(draft, around).await?;
    let draft = hook::offer(draft, around).await?;
    let draft = expand::expand(draft, around)?;
    let draft = attach::attach(draft, around)?;
    route::route(draft, around)
}
