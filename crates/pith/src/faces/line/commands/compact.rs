//! `/compact`: a summary in the place of what was said.

use pith_app::{Command, Reply};

use super::{Next, Slash, read};
use crate::faces::line::Talk;

pub(super) const SLASH: Slash = Slash {
    name: "compact",
    argument: "[WHAT MATTERS]",
    help: "Put a summary in the place of the conversation so far",
    run: |talk, words| Box::pin(run(talk, words)),
};

async fn run(talk: Talk, words: String) -> anyhow::Result<Next> {
    let instructions = (!words.is_empty()).then_some(words);
    if let Reply::Compacted(compacted) = talk.app.send(Command::Compact { instructions }).await? {
        talk.say(&compacted.summary);
    }
    Ok(read())
}
