//! `/name`: the session's name.

use pith_app::{Command, Reply};

use super::{Next, Slash, read};
use crate::faces::line::Talk;

pub(super) const SLASH: Slash = Slash {
    name: "name",
    argument: "[NAME]",
    help: "Name the session, or show its name",
    run: |talk, words| Box::pin(run(talk, words)),
};

async fn run(talk: Talk, words: String) -> anyhow::Result<Next> {
    if !words.is_empty() {
        talk.app.send(Command::SetName(words)).await?;
    } else if let Reply::State(state) = talk.app.send(Command::State).await? {
        talk.say(
            state.session_name.unwrap_or_else(|| "The session has no name; `/name NAME` gives it one.".to_owned()),
        );
    }
    Ok(read())
}
