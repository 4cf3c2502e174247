//! `/resume`: another session of this folder.

use pith_app::Command;

use super::{Next, Slash, read};
use crate::faces::line::{Talk, choose_session};

pub(super) const SLASH: Slash = Slash {
    name: "resume",
    argument: "",
    help: "Go on with another session of this folder",
    run: |talk, words| Box::pin(run(talk, words)),
};

async fn run(talk: Talk, _: String) -> anyhow::Result<Next> {
    match choose_session(&talk.console, &talk.places.setup).await {
        Some(path) => Ok(talk.replaced(talk.app.send(Command::SwitchSession { path }).await?)),
        None => Ok(read()),
    }
}
