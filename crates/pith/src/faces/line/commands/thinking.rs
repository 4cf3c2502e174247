//! `/thinking`: how much to reason.

use pith_app::{Command, Reply};

use super::{Next, Slash, read};
use crate::faces::line::Talk;
use pith_types::ThinkingLevel;

pub(super) const SLASH: Slash = Slash {
    name: "thinking",
    argument: "[LEVEL]",
    help: "Choose how much the model reasons",
    run: |talk, words| Box::pin(run(talk, words)),
};

async fn run(talk: Talk, words: String) -> anyhow::Result<Next> {
    let Reply::Levels(levels) = talk.app.send(Command::ThinkingLevels).await? else { return Ok(read()) };
    let level = match ThinkingLevel::parse(&words) {
        Some(level) => Some(level),
        None => {
            let names = levels.iter().map(|level| level.as_str().to_owned()).collect();
            talk.console.choose("How much?", names).await.and_then(|place| levels.get(place).copied())
        }
    };
    if let Some(level) = level {
        talk.app.send(Command::SetThinkingLevel(level)).await?;
    }
    Ok(read())
}
