//! `/new`: another session.

use pith_app::Command;

use super::{Next, Slash};
use crate::faces::line::Talk;

pub(super) const SLASH: Slash =
    Slash { name: "new", argument: "", help: "Begin a new session", run: |talk, words| Box::pin(run(talk, words)) };

async fn run(talk: Talk, _: String) -> anyhow::Result<Next> {
    Ok(talk.replaced(talk.app.send(Command::NewSession { parent: None }).await?))
}
